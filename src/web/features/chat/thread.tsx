import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { api, queries } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState, LoadingRows } from '../../ui/states.tsx'
import { type ChatMessage, LOOK_AGAIN_MS } from './chat-data.ts'
import { Composer } from './composer.tsx'
import { MessageBubble } from './message-bubble.tsx'

interface ThreadProps {
  clientId: string
  jid: string
  onBack: () => void
}

const isUnread = ({ fromMe, status }: ChatMessage): boolean =>
  !fromMe && status !== 'READ' && status !== 'PLAYED'

/** Tells the contact that what is on the screen was read. */
function useMarkRead(clientId: string, messages: readonly ChatMessage[]): void {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (keys: { remoteJid: string; id: string; fromMe: boolean }[]) =>
      api.chat.readMessages({ clientId, keys }),
    onSuccess: () => client.invalidateQueries({ queryKey: queries.chat.key() }),
  })
  const unread = messages.filter(isUnread)
  const newest = unread[0]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each newest unread message
  useEffect(() => {
    if (newest === undefined || document.visibilityState === 'hidden') return
    mutate(unread.map(({ jid, id, fromMe }) => ({ remoteJid: jid, id, fromMe })))
  }, [newest])
}

/** One conversation: its messages, oldest at the top, and where to write the next one. */
export function Thread({ clientId, jid, onBack }: ThreadProps) {
  const { chat: text } = useText()
  const end = useRef<HTMLDivElement>(null)
  const pages = useInfiniteQuery(
    queries.chat.getConversationMessages.infiniteOptions({
      input: (cursor: string | undefined) => ({ clientId, jid, ...(cursor && { cursor }) }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      refetchInterval: LOOK_AGAIN_MS,
    }),
  )
  const messages = pages.data?.pages.flatMap((page) => page.messages) ?? []
  useMarkRead(clientId, messages)
  const newest = messages[0]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes to the end whenever there is a newer message
  useEffect(() => end.current?.scrollIntoView({ block: 'end' }), [newest])
  const name = messages.find(({ fromMe }) => !fromMe)?.displayName ?? jid
  return (
    <>
      <header className="flex h-14 shrink-0 items-center gap-2 border-b border-line bg-surface px-3 md:px-6">
        <Button variant="quiet" size="icon" className="md:hidden" aria-label={text.back} onClick={onBack}>
          <ArrowLeft aria-hidden />
        </Button>
        <h2 className="truncate font-semibold">{name}</h2>
      </header>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={text.messages}
        className="min-h-0 flex-1 overflow-y-auto px-4 py-5 md:px-6"
      >
        {pages.isPending && <LoadingRows />}
        {pages.isError && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
        {pages.hasNextPage && (
          <div className="mb-4 text-center">
            <Button
              variant="quiet"
              size="small"
              busy={pages.isFetchingNextPage}
              onClick={() => void pages.fetchNextPage()}
            >
              {text.older}
            </Button>
          </div>
        )}
        <ol aria-live="polite" className="space-y-2">
          {messages.toReversed().map((message) => (
            <MessageBubble key={`${message.fromMe} ${message.id}`} message={message} />
          ))}
        </ol>
        <div ref={end} />
      </section>
      <Composer clientId={clientId} jid={jid} />
    </>
  )
}
