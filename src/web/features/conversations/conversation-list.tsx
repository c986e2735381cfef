import { useInfiniteQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { MessagesSquare } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { useLookAgain } from '../../live/live.tsx'
import { classes } from '../../ui/classes.ts'
import { Input, Select } from '../../ui/field.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { QueueButton } from './approvals/queue-button.tsx'
import { type Conversation, LOOK_AGAIN_MS, toIso, useMessageLine } from './chat-data.ts'
import { conversationPages } from './inbox-queries.ts'

interface ConversationListProps {
  clients: readonly { id: string; name: string | null }[]
  clientId: string
  chosen: string | undefined
  onClient: (clientId: string) => void
  onChoose: (jid: string) => void
  onApprovals: () => void
}

interface EntryProps {
  conversation: Conversation
  isChosen: boolean
  onChoose: () => void
}

function Entry({ conversation, isChosen, onChoose }: EntryProps) {
  const { chat: text } = useText()
  const dates = useDates()
  const lineOf = useMessageLine()
  const { displayName, jid, lastMessage, unreadCount } = conversation
  return (
    <button
      type="button"
      onClick={onChoose}
      aria-current={isChosen || undefined}
      className={classes(
        'block h-full w-full border-b border-line px-4 py-3 text-start -outline-offset-2 transition-colors',
        isChosen ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
    >
      <span className="flex items-baseline justify-between gap-3">
        <span dir="auto" className="truncate font-medium">
          {displayName ?? jid}
        </span>
        {lastMessage && (
          <span className="shrink-0 text-xs text-ink-soft">{dates.ago(toIso(lastMessage.timestamp))}</span>
        )}
      </span>
      <span className="mt-0.5 flex items-center justify-between gap-3">
        <span dir="auto" className="truncate text-[0.8125rem] text-ink-soft">
          {lastMessage?.fromMe && `${text.you}: `}
          {lastMessage && lineOf(lastMessage)}
        </span>
        {unreadCount > 0 && (
          <span className="shrink-0 rounded-full bg-accent px-2 text-xs leading-5 font-semibold text-on-accent">
            <span aria-hidden>{unreadCount}</span>
            <span className="sr-only">{text.unread(unreadCount)}</span>
          </span>
        )}
      </span>
    </button>
  )
}

const ROW_PX = 73
const OVERSCAN = 8

/** Only the rows that are seen are on the page; the next page is read when its first row comes near. */
function Rows({ list, conversations, chosen, onChoose }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: conversations.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    getItemKey: (index) => conversations[index]?.jid ?? index,
  })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= conversations.length - OVERSCAN) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, last, conversations.length])
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ul className="relative" style={{ height: rows.getTotalSize() }}>
        {shown.map(({ key, index, start, size }) => {
          const conversation = conversations[index]
          return (
            conversation && (
              <li key={key} className="absolute inset-x-0" style={{ top: start, height: size }}>
                <Entry
                  conversation={conversation}
                  isChosen={conversation.jid === chosen}
                  onChoose={() => onChoose(conversation.jid)}
                />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

function useConversations(clientId: string, search: string) {
  return useInfiniteQuery({
    ...conversationPages(clientId, search),
    refetchInterval: useLookAgain(LOOK_AGAIN_MS),
    placeholderData: (before) => before,
  })
}

interface RowsProps {
  list: ReturnType<typeof useConversations>
  conversations: readonly Conversation[]
  chosen: string | undefined
  onChoose: (jid: string) => void
}

/** The conversations of one client, most recent first. */
export function ConversationList({
  clients,
  clientId,
  chosen,
  onClient,
  onChoose,
  onApprovals,
}: ConversationListProps) {
  const { chat: text } = useText()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const list = useConversations(clientId, search)
  const conversations = list.data?.pages.flatMap((page) => page.conversations) ?? []
  return (
    <>
      <div className="space-y-2 border-b border-line p-3">
        <Select aria-label={text.client} value={clientId} onChange={(event) => onClient(event.target.value)}>
          {clients.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Input
          type="search"
          aria-label={text.search}
          placeholder={text.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <QueueButton onOpen={onApprovals} />
      </div>
      {list.isPending && <LoadingRows />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && conversations.length === 0 && (
        <EmptyState icon={MessagesSquare} title={search ? text.nothingFound : text.empty}>
          {search ? null : text.emptyBody}
        </EmptyState>
      )}
      {conversations.length > 0 && (
        <Rows list={list} conversations={conversations} chosen={chosen} onChoose={onChoose} />
      )}
    </>
  )
}
