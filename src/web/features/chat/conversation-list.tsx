import { useInfiniteQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { queries } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Input, Select } from '../../ui/field.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { type Conversation, LOOK_AGAIN_MS, toIso, useMessageLine } from './chat-data.ts'

interface ConversationListProps {
  clients: readonly { id: string; name: string | null }[]
  clientId: string
  chosen: string | undefined
  onClient: (clientId: string) => void
  onChoose: (jid: string) => void
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
        'block w-full border-b border-line px-4 py-3 text-left -outline-offset-2 transition-colors',
        isChosen ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className="truncate font-medium">{displayName ?? jid}</span>
        {lastMessage && (
          <span className="shrink-0 text-xs text-ink-soft">{dates.ago(toIso(lastMessage.timestamp))}</span>
        )}
      </span>
      <span className="mt-0.5 flex items-center justify-between gap-3">
        <span className="truncate text-[0.8125rem] text-ink-soft">
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

/** The conversations of one client, most recent first. */
export function ConversationList({ clients, clientId, chosen, onClient, onChoose }: ConversationListProps) {
  const { chat: text, runs } = useText()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const list = useInfiniteQuery(
    queries.chat.listConversations.infiniteOptions({
      input: (cursor: string | undefined) => ({
        clientId,
        ...(search && { search }),
        ...(cursor && { cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      refetchInterval: LOOK_AGAIN_MS,
      placeholderData: (before) => before,
    }),
  )
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
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {list.isPending && <LoadingRows />}
        {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && conversations.length === 0 && (
          <EmptyState icon={MessagesSquare} title={search ? text.nothingFound : text.empty}>
            {search ? null : text.emptyBody}
          </EmptyState>
        )}
        {conversations.map((conversation) => (
          <Entry
            key={conversation.jid}
            conversation={conversation}
            isChosen={conversation.jid === chosen}
            onChoose={() => onChoose(conversation.jid)}
          />
        ))}
        {list.hasNextPage && (
          <div className="p-3 text-center">
            <Button variant="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {runs.more}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}
