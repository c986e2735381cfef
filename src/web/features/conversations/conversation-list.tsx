import { useInfiniteQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { MessagesSquare } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { SHOWN_CONVERSATIONS } from '../../../contract/conversations/conversation-states.ts'
import { useReadable } from '../../i18n/addresses.ts'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { useContactPresence, useLookAgain, usePresent } from '../../live/live.tsx'
import { classes } from '../../ui/classes.ts'
import { Input, Select } from '../../ui/field.tsx'
import { Part, untilLoaded } from '../../ui/messages/part.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { ContactAvatar } from '../pictures/contact-avatar.tsx'
import { type Conversation, LOOK_AGAIN_MS, toIso, useMessageLine } from './chat-data.ts'
import { useCounts } from './desk/counts.ts'
import { useDeskText } from './desk/desk-text.ts'
import { toWaited } from './desk/waited.ts'
import { useGroupName } from './group-name.ts'
import { conversationPages, type Narrowing, type Shown } from './inbox-queries.ts'

const QueueButton = lazy(
  untilLoaded(async () => ({ default: (await import('./approvals/queue-button.tsx')).QueueButton })),
)
const BeginLink = lazy(async () => ({
  default: (await import('../start/begin-link.tsx')).BeginLink,
}))
const LabelChips = lazy(
  untilLoaded(async () => ({ default: (await import('../labels/label-chips.tsx')).LabelChips })),
)
const LabelFilter = lazy(
  untilLoaded(async () => ({ default: (await import('../labels/label-filter.tsx')).LabelFilter })),
)
const DepartmentFilter = lazy(
  untilLoaded(async () => ({
    default: (await import('../departments/department-filter.tsx')).DepartmentFilter,
  })),
)
const ActivityMark = lazy(
  untilLoaded(async () => ({ default: (await import('./desk/contact-presence.tsx')).ActivityMark })),
)
const Faces = lazy(untilLoaded(async () => ({ default: (await import('./desk/present-people.tsx')).Faces })))

interface ConversationListProps {
  clients: readonly { id: string; name: string | null }[]
  /** Undefined is all of them. */
  clientId: string | undefined
  show: Shown | undefined
  label: string | undefined
  department: string | undefined
  chosen: { clientId: string; jid: string | undefined }
  onClient: (clientId: string | undefined) => void
  onShow: (show: Shown | undefined) => void
  onLabel: (label: string | undefined) => void
  onDepartment: (department: string | undefined) => void
  onChoose: (chosen: Conversation) => void
  onApprovals: () => void
}

interface EntryProps {
  conversation: Conversation
  /** The name of its number, where those of several are listed. */
  number: string | null
  isChosen: boolean
  onChoose: () => void
}

/** Loaded when there is something to show. */
function Activity({ clientId, jid }: { clientId: string; jid: string }) {
  const isActive = (useContactPresence(clientId, jid)?.active.length ?? 0) > 0
  if (!isActive) return null
  return (
    <Part>
      <ActivityMark clientId={clientId} jid={jid} />
    </Part>
  )
}

function Entry({ conversation, number, isChosen, onChoose }: EntryProps) {
  const { chat: text } = useText()
  const desk = useDeskText()
  const dates = useDates()
  const lineOf = useMessageLine()
  const readable = useReadable()
  const { jid, lastMessage, unreadCount, state, assignee, waitingSince } = conversation
  const { clientId, department, labels } = conversation
  const displayName = useGroupName(clientId, jid, conversation.displayName)
  const isAttended = usePresent(clientId, jid).length > 0
  const waited = waitingSince ? ` ${toWaited(waitingSince, Date.now())}` : ''
  const standing = state === 'open' ? null : `${desk.states[state]}${waited}`.trimEnd()
  const notes = [number, standing, assignee ?? department].filter(Boolean)
  return (
    <button
      type="button"
      onClick={onChoose}
      aria-current={isChosen || undefined}
      className={classes(
        'flex h-full w-full items-center gap-3 border-b border-line px-4 py-3 text-start -outline-offset-2 transition-colors',
        isChosen ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
    >
      <ContactAvatar clientId={clientId} id={jid} name={displayName} picture={conversation.picture} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3">
          <span dir="auto" className="truncate font-medium">
            {displayName ?? readable(jid)}
            {notes.length > 0 && (
              <span
                className={classes(
                  'ms-2 text-xs font-normal',
                  state === 'waiting' ? 'text-warn' : 'text-ink-soft',
                )}
              >
                {notes.join(' · ')}
              </span>
            )}
          </span>
          {lastMessage && (
            <span className="shrink-0 text-xs text-ink-soft">{dates.ago(toIso(lastMessage.timestamp))}</span>
          )}
        </span>
        <span className="mt-0.5 flex items-center justify-between gap-3">
          <span dir="auto" className="min-w-0 flex-1 truncate text-[0.8125rem] text-ink-soft">
            {lastMessage?.fromMe && `${text.you}: `}
            {lastMessage && lineOf(lastMessage)}
          </span>
          <Activity clientId={clientId} jid={jid} />
          {labels.length > 0 && (
            <Part>
              <LabelChips names={labels} />
            </Part>
          )}
          {isAttended && (
            <Part>
              <Faces clientId={clientId} jid={jid} />
            </Part>
          )}
          {unreadCount > 0 && (
            <span className="shrink-0 rounded-full bg-accent px-2 text-xs leading-5 font-semibold text-on-accent">
              <span aria-hidden>{unreadCount}</span>
              <span className="sr-only">{text.unread(unreadCount)}</span>
            </span>
          )}
        </span>
      </span>
    </button>
  )
}

const ROW_PX = 73
const OVERSCAN = 8

/** Only the rows that are seen are on the page; the next page is read when its first row comes near. */
function Rows({ list, conversations, numbers, chosen, onChoose }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: conversations.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    getItemKey: (index) => {
      const one = conversations[index]
      return one ? `${one.clientId} ${one.jid}` : index
    },
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
                  number={numbers?.get(conversation.clientId) ?? null}
                  isChosen={conversation.jid === chosen.jid && conversation.clientId === chosen.clientId}
                  onChoose={() => onChoose(conversation)}
                />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

function useConversations(clientId: string | undefined, search: string, narrowing: Narrowing) {
  return useInfiniteQuery({
    ...conversationPages(clientId, search, narrowing),
    refetchInterval: useLookAgain(LOOK_AGAIN_MS),
    placeholderData: (before) => before,
  })
}

interface RowsProps {
  list: ReturnType<typeof useConversations>
  conversations: readonly Conversation[]
  numbers: ReadonlyMap<string, string | null> | null
  chosen: ConversationListProps['chosen']
  onChoose: (chosen: Conversation) => void
}

const CHOICES = [undefined, ...SHOWN_CONVERSATIONS] as const

/** Which conversations are listed, with how many there are where that says something. */
function ShowSelect({
  clientId,
  show,
  label,
  department,
  onShow,
}: Pick<ConversationListProps, 'clientId' | 'show' | 'label' | 'department' | 'onShow'>) {
  const text = useDeskText()
  const counts: Partial<Record<Shown, number>> = useCounts(clientId, label, department) ?? {}
  const nameOf = (one: Shown | undefined): string => {
    const name = text.shown[one ?? 'all']
    const count = one && counts[one]
    return count ? text.counted(name, count) : name
  }
  return (
    <Select
      aria-label={text.show}
      value={show ?? ''}
      onChange={(event) => onShow(CHOICES.find((one) => one === event.target.value))}
    >
      {CHOICES.map((one) => (
        <option key={one ?? ''} value={one ?? ''}>
          {nameOf(one)}
        </option>
      ))}
    </Select>
  )
}

/** Why there are none; where there is nothing at all yet, the next step. */
function NoConversations({ isSearched, isNarrowed }: { isSearched: boolean; isNarrowed: boolean }) {
  const { chat: text } = useText()
  const desk = useDeskText()
  if (isSearched || isNarrowed) {
    return (
      <EmptyState icon={MessagesSquare} title={isSearched ? text.nothingFound : desk.nothing}>
        {null}
      </EmptyState>
    )
  }
  const begin = (
    <Suspense>
      <BeginLink />
    </Suspense>
  )
  return (
    <EmptyState icon={MessagesSquare} title={text.empty} action={begin}>
      {text.emptyBody}
    </EmptyState>
  )
}

/** The conversations of one number or of all, most recent first. */
export function ConversationList({
  clients,
  clientId,
  show,
  label,
  department,
  chosen,
  onClient,
  onShow,
  onLabel,
  onDepartment,
  onChoose,
  onApprovals,
}: ConversationListProps) {
  const { chat: text } = useText()
  const desk = useDeskText()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const list = useConversations(clientId, search, { show, label, department })
  const numbers = clientId === undefined ? new Map(clients.map(({ id, name }) => [id, name])) : null
  const conversations = list.data?.pages.flatMap((page) => page.conversations) ?? []
  return (
    <>
      <div className="space-y-2 border-b border-line p-3">
        <Select
          aria-label={text.client}
          value={clientId ?? ''}
          onChange={(event) => onClient(event.target.value || undefined)}
        >
          {(clients.length > 1 || clientId === undefined) && <option value="">{desk.allNumbers}</option>}
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
        <ShowSelect clientId={clientId} show={show} label={label} department={department} onShow={onShow} />
        <Part>
          <LabelFilter clientId={clientId} label={label} onLabel={onLabel} />
          <DepartmentFilter department={department} onDepartment={onDepartment} />
          <QueueButton onOpen={onApprovals} />
        </Part>
      </div>
      {list.isPending && <LoadingRows />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && conversations.length === 0 && (
        <NoConversations isSearched={search !== ''} isNarrowed={Boolean(show ?? label ?? department)} />
      )}
      {conversations.length > 0 && (
        <Rows
          list={list}
          conversations={conversations}
          numbers={numbers}
          chosen={chosen}
          onChoose={onChoose}
        />
      )}
    </>
  )
}
