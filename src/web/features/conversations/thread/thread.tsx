import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { ArrowLeft, PanelRight } from 'lucide-react'
import { type DragEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { api, queries } from '../../../app/api.ts'
import { useMay } from '../../../app/workspace.ts'
import { useReadable } from '../../../i18n/addresses.ts'
import { useText } from '../../../i18n/language.tsx'
import { useLookAgain } from '../../../live/live.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Part, untilLoaded } from '../../../ui/messages/part.tsx'
import { ErrorState, LoadingRows } from '../../../ui/messages/states.tsx'
import { ContactAvatar } from '../../pictures/contact-avatar.tsx'
import { type InboxMessage, keyOf, LOOK_AGAIN_MS } from '../chat-data.ts'
import { useGroupName } from '../group-name.ts'
import { messagePages } from '../inbox-queries.ts'
import { useMessageChanges, useUnderway } from './compose/composing.ts'
import { MessageList } from './message-list.tsx'
import { Writing } from './writing.tsx'

const ApprovalCard = lazy(
  untilLoaded(async () => ({ default: (await import('../approvals/approval-card.tsx')).ApprovalCard })),
)
const ForwardDialog = lazy(async () => ({ default: (await import('../forward-dialog.tsx')).ForwardDialog }))

const DeskBar = lazy(untilLoaded(async () => ({ default: (await import('../desk/desk-bar.tsx')).DeskBar })))
const FlowLine = lazy(
  untilLoaded(async () => ({ default: (await import('../flow/flow-line.tsx')).FlowLine })),
)
const LabelStrip = lazy(
  untilLoaded(async () => ({ default: (await import('../../labels/label-strip.tsx')).LabelStrip })),
)
const Faces = lazy(untilLoaded(async () => ({ default: (await import('../desk/present-people.tsx')).Faces })))
const ContactLine = lazy(
  untilLoaded(async () => ({ default: (await import('../desk/contact-presence.tsx')).ContactLine })),
)
const OlderMessages = lazy(
  untilLoaded(async () => ({ default: (await import('../network/older-messages.tsx')).OlderMessages })),
)
const AnsweringLine = lazy(
  untilLoaded(async () => ({ default: (await import('../desk/present-people.tsx')).AnsweringLine })),
)

function ThreadName({ name, clientId, jid }: { name: string; clientId: string; jid: string }) {
  return (
    <div className="min-w-0 flex-1">
      <h2 dir="auto" className="truncate font-semibold">
        {name}
      </h2>
      <Part>
        <ContactLine clientId={clientId} jid={jid} />
      </Part>
    </div>
  )
}

interface ThreadProps {
  clientId: string
  jid: string
  onBack: () => void
  onPanel: () => void
}

const MAX_KEYS = 1000
/** The next page is read when its beginning is this near. */
const NEAR_PX = '600px'

const isUnread = ({ message: { fromMe, status } }: InboxMessage): boolean =>
  !fromMe && status !== 'READ' && status !== 'PLAYED'

/** Tells the contact that what is on the screen was read; what came while the page was hidden, when it is shown. */
function useMarkRead(clientId: string, messages: readonly InboxMessage[]): void {
  const { mutate } = useMutation({
    mutationFn: (keys: ReturnType<typeof keyOf>[]) => api.chat.readMessages({ clientId, keys }),
  })
  const unread = messages.filter(isUnread)
  const newest = unread[0]?.message.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each newest unread message
  useEffect(() => {
    if (newest === undefined) return
    const mark = () => {
      if (document.visibilityState === 'hidden') return
      document.removeEventListener('visibilitychange', mark)
      mutate(unread.slice(0, MAX_KEYS).map(keyOf))
    }
    document.addEventListener('visibilitychange', mark)
    mark()
    return () => document.removeEventListener('visibilitychange', mark)
  }, [newest])
}

function useThread(clientId: string, jid: string) {
  const pages = useInfiniteQuery({
    ...messagePages(clientId, jid),
    refetchInterval: useLookAgain(LOOK_AGAIN_MS),
  })
  const reading = {
    isRead: pages.data !== undefined,
    failures: pages.errorUpdateCount,
    readAgain: () => void pages.refetch(),
  }
  return { pages, messages: pages.data?.pages.flatMap((page) => page.messages) ?? [], reading }
}

/** Calls back when it comes near the edge of what is seen. */
function Sentinel({ onNear }: { onNear: () => unknown }) {
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = mark.current
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onNear()
      },
      { root: element.closest('[data-scroller]'), rootMargin: NEAR_PX },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [onNear])
  return <div ref={mark} className="h-px" />
}

function useDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        setOver(false)
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}

/** One conversation: its messages, oldest at the top, and where to write the next one. */
export function Thread({ clientId, jid, onBack, onPanel }: ThreadProps) {
  const { chat: text, workspace } = useText()
  const mayTalk = useMay()('talk')
  const { pages, messages, reading } = useThread(clientId, jid)
  const underway = useUnderway(clientId, jid, messages)
  const changes = useMessageChanges(clientId, jid)
  const [files, setFiles] = useState<readonly File[]>([])
  const [replyTo, setReplyTo] = useState<InboxMessage | null>(null)
  const [editing, setEditing] = useState<InboxMessage | null>(null)
  const [forwarding, setForwarding] = useState<InboxMessage | null>(null)
  const { isOver, handlers } = useDrop((found) => setFiles((now) => [...now, ...found]))
  useMarkRead(clientId, mayTalk ? messages : [])
  const readable = useReadable()
  const isGroup = jid.endsWith('@g.us')
  const standing = useQuery(queries.chat.getConversation.queryOptions({ input: { clientId, jid } }))
  const subject = useGroupName(clientId, jid, standing.data?.subject)
  const told = isGroup ? subject : messages.find(({ message }) => !message.fromMe)?.message.displayName
  const name = told ?? readable(jid)
  const face = { clientId, id: jid, name, picture: standing.data?.picture }
  const actions = {
    reply: (entry: InboxMessage) => {
      setEditing(null)
      setReplyTo(entry)
    },
    edit: (entry: InboxMessage) => {
      setReplyTo(null)
      setEditing(entry)
    },
    react: changes.react,
    star: changes.star,
    remove: changes.remove,
    forward: setForwarding,
  }
  const { hasNextPage, isFetching, fetchNextPage } = pages
  return (
    <div {...handlers} className={classes('flex min-h-0 flex-1 flex-col', isOver && 'bg-accent-soft')}>
      <header className="@container flex h-14 items-center gap-2 border-b border-line bg-surface px-3 md:px-6">
        <Button variant="quiet" size="icon" className="md:hidden" onClick={onBack} aria-label={text.back}>
          <ArrowLeft aria-hidden />
        </Button>
        <ContactAvatar {...face} className="md:hidden md:@min-[30rem]:grid" />
        <ThreadName name={name} clientId={clientId} jid={jid} />
        <Part>
          <Faces clientId={clientId} jid={jid} />
          <DeskBar clientId={clientId} jid={jid} />
        </Part>
        <Button variant="quiet" size="icon" onClick={onPanel} aria-label={text.contact}>
          <PanelRight aria-hidden />
        </Button>
      </header>
      <Part>
        <LabelStrip clientId={clientId} jid={jid} />
      </Part>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        data-scroller
        aria-label={text.messages}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto px-4 py-5 md:px-6"
      >
        <MessageList
          place={{ clientId, jid }}
          messages={messages}
          hasOlder={hasNextPage}
          underway={underway}
          actions={actions}
        />
        {pages.isPending && <LoadingRows />}
        {pages.isError && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
        {!hasNextPage && messages.length > 0 && mayTalk && (
          <Part>
            <OlderMessages key={jid} clientId={clientId} jid={jid} />
          </Part>
        )}
        {hasNextPage && !isFetching && <Sentinel key={messages.length} onNear={fetchNextPage} />}
        {pages.isFetchingNextPage && <LoadingRows rows={1} />}
      </section>
      <div>
        <Part>
          <FlowLine clientId={clientId} jid={jid} />
          <ApprovalCard clientId={clientId} jid={jid} />
          <AnsweringLine clientId={clientId} jid={jid} />
        </Part>
        {mayTalk ? (
          <Writing
            clientId={clientId}
            jid={jid}
            reading={reading}
            files={files}
            onFiles={setFiles}
            replyTo={replyTo}
            editing={editing}
            onReply={actions.reply}
            onDone={() => {
              setReplyTo(null)
              setEditing(null)
            }}
          />
        ) : (
          <p className="border-t border-line bg-surface px-6 py-4 text-sm text-ink-soft">
            {workspace.readOnly}
          </p>
        )}
      </div>
      {forwarding && (
        <Suspense>
          <ForwardDialog
            clientId={clientId}
            jid={jid}
            entry={forwarding}
            onClose={() => setForwarding(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
