import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import { api, queries } from '../../app/api.ts'
import { GatheredNews } from '../../live/gathered-news.ts'
import type { LiveEvent } from '../../live/live-stream.ts'
import { mergeNews } from '../../live/merge-news.ts'
import type { Conversation, InboxMessage } from './chat-data.ts'
import type { Shown } from './inbox-queries.ts'

interface ThreadPage {
  messages: InboxMessage[]
  nextCursor: string | null
}
interface ListPage {
  conversations: Conversation[]
  nextCursor: string | null
}
type Pages<Page> = InfiniteData<Page, string | undefined>

interface ThreadInput {
  clientId: string
  jid: string
  starred?: true
}
interface ListInput {
  /** Absent: all. */
  clientId?: string
  search?: string
  show?: Shown
  labelId?: string
  departmentId?: string
}

const NEWEST = 50

const same = (a: { id: string; fromMe: boolean }, b: { id: string; fromMe: boolean }): boolean =>
  a.id === b.id && a.fromMe === b.fromMe

/**
 * The newest page read again over what was there. Null when they do not meet: then more came than one page holds, and
 * everything has to be read anew.
 */
export function mergeNewest<Item>(
  known: readonly Item[],
  fresh: readonly Item[],
  isSame: (a: Item, b: Item) => boolean,
): Item[] | null {
  const rest = known.filter((item) => !fresh.some((one) => isSame(one, item)))
  return known.length > 0 && fresh.length > 0 && rest.length === known.length && fresh.length >= NEWEST
    ? null
    : [...fresh, ...rest]
}

/** What an event says of a message that is on the page; the rest of the message stays. */
export function patchMessage(message: InboxMessage, { name, data, createdAt }: LiveEvent): InboxMessage {
  switch (name) {
    case 'message.status':
      return {
        ...message,
        error: typeof data.error === 'string' ? data.error : null,
        failure: null,
        message: { ...message.message, status: data.status as InboxMessage['message']['status'] },
      }
    case 'message.reaction': {
      const { [String(data.by)]: _before, ...others } = message.reactions
      const reactions = data.reaction ? { ...others, [String(data.by)]: String(data.reaction) } : others
      return { ...message, reactions }
    }
    case 'message.vote':
      return { ...message, votes: { ...message.votes, [String(data.by)]: data.options as string[] } }
    case 'message.edited':
      return {
        ...message,
        editedAt: createdAt,
        message: { ...message.message, text: data.text as string | null },
      }
    case 'message.starred':
      return { ...message, message: { ...message.message, starred: data.starred === true } }
    default:
      return message
  }
}

const PATCHES: readonly string[] = [
  ...['message.status', 'message.reaction', 'message.vote', 'message.edited', 'message.starred'],
]

/** Puts the newest page over the pages that were read. Null where they do not meet. */
export function patchPages<
  Field extends string,
  Item,
  Page extends { nextCursor: string | null } & Record<Field, Item[]>,
>(
  { pages, pageParams }: Pages<Page>,
  fresh: Page,
  field: Field,
  isSame: (a: Item, b: Item) => boolean,
): Pages<Page> | null {
  const [first, ...others] = pages
  if (!first) return null
  const merged = mergeNewest<Item>(first[field], fresh[field], isSame)
  if (merged === null) return null
  const rest = others.map((page) => ({
    ...page,
    [field]: page[field].filter((one) => !fresh[field].some((item) => isSame(item, one))),
  }))
  return { pageParams, pages: [{ ...first, [field]: merged }, ...rest] }
}

function findThreads(client: QueryClient, clientId: string | null, jid: unknown): Query[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: queries.chat.listMessages.key() })
    .filter(({ queryKey }) => {
      const { input } = (queryKey[1] ?? {}) as { input?: ThreadInput }
      // What is starred is read anew as a whole.
      return input?.clientId === clientId && input?.jid === jid && !input?.starred
    })
}

/** Changes one message where it stands in what was read. */
function changeOne(
  client: QueryClient,
  { queryKey }: Query,
  meant: { id: string; fromMe: boolean },
  change: (one: InboxMessage) => InboxMessage,
): void {
  const changePage = (page: ThreadPage): ThreadPage => ({
    ...page,
    messages: page.messages.map((one) => (same(one.message, meant) ? change(one) : one)),
  })
  client.setQueryData<Pages<ThreadPage>>(
    queryKey,
    (known) => known && { ...known, pages: known.pages.map(changePage) },
  )
}

/** Shows a message as starred or not, wherever it was read. */
export function showStarred(client: QueryClient, meant: InboxMessage['message'], starred: boolean): void {
  for (const query of findThreads(client, meant.clientId, meant.jid))
    changeOne(client, query, meant, (one) => ({ ...one, message: { ...one.message, starred } }))
}

async function refreshThread(client: QueryClient, query: Query): Promise<void> {
  const { input } = query.queryKey[1] as { input: ThreadInput }
  await mergeNews<Pages<ThreadPage>, ThreadPage>(
    client,
    query,
    () => api.chat.listMessages({ clientId: input.clientId, jid: input.jid, limit: NEWEST }),
    (known, fresh) =>
      patchPages(known, fresh, 'messages', (a: InboxMessage, b: InboxMessage) => same(a.message, b.message)),
  )
}

/** The messages that are known of a conversation, the newest first; null while it was never read. */
export function readThread(client: QueryClient, clientId: string, jid: string): InboxMessage[] | null {
  const read = findThreads(client, clientId, jid).flatMap(
    ({ queryKey }) => client.getQueryData<Pages<ThreadPage>>(queryKey) ?? [],
  )
  if (read.length === 0) return null
  return read.flatMap(({ pages }) => pages.flatMap(({ messages }) => messages))
}

/** The messages of the account itself which are known of a conversation. */
export const readOwnMessages = (client: QueryClient, clientId: string, jid: string): InboxMessage[] =>
  (readThread(client, clientId, jid) ?? []).filter(({ message }) => message.fromMe)

const isDeletedHere = ({ name, data }: LiveEvent): boolean =>
  name === 'chat.updated' && data.change === 'deleted_here'

/** Empties what was read of a conversation of messages that were deleted here, and has it read anew. */
async function dropDeleted(client: QueryClient, { clientId, data }: LiveEvent): Promise<void> {
  const isGone = ({ message }: InboxMessage): boolean =>
    message.timestamp <= Number(data.upTo) &&
    message.status !== 'PENDING' &&
    !(data.keptStarred === true && message.starred)
  for (const { queryKey } of findThreads(client, clientId, data.jid)) {
    client.setQueryData<Pages<ThreadPage>>(queryKey, (known) => {
      const dropIn = (page: ThreadPage) => ({
        ...page,
        messages: page.messages.filter((one) => !isGone(one)),
      })
      return known && { ...known, pages: known.pages.map(dropIn) }
    })
    await client.invalidateQueries({ queryKey, exact: true })
  }
}

/** Reads the newest messages of a conversation over those that were read. */
export async function patchThread(client: QueryClient, clientId: string, jid: string): Promise<void> {
  await Promise.all(findThreads(client, clientId, jid).map((query) => refreshThread(client, query)))
}

/** Only lists page by page have their beginning read alone. */
const isByPages = ({ queryKey }: Query): boolean => (queryKey[1] as { type?: string }).type === 'infinite'

/** Reads the beginning of each list that is shown again, where something of its numbers came. */
async function refreshLists(client: QueryClient, events: readonly LiveEvent[]): Promise<void> {
  const clients = new Set(events.map(({ clientId }) => clientId))
  const lists = client.getQueryCache().findAll({ queryKey: queries.chat.listConversations.key() })
  for (const query of lists) {
    const { input } = query.queryKey[1] as { input: ListInput }
    if (input.clientId !== undefined && !clients.has(input.clientId)) continue
    const isNarrowed = (input.show ?? input.labelId ?? input.departmentId) !== undefined
    const mayLose = isNarrowed || events.some(isDeletedHere)
    if (mayLose || !query.isActive() || !isByPages(query)) {
      // What is no longer as the list says has to leave the list, so it is read as it is; what nobody sees, once somebody does.
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true })
      continue
    }
    await mergeNews<Pages<ListPage>, ListPage>(
      client,
      query,
      () => api.chat.listConversations({ ...input, limit: NEWEST }),
      (known, fresh) =>
        patchPages(
          known,
          fresh,
          'conversations',
          (a: Conversation, b: Conversation) => a.jid === b.jid && a.clientId === b.clientId,
        ),
    )
  }
}

/** What changes where a conversation stands, or whether it is in a list. */
const OF_LISTS: readonly string[] = ['contact.updated', 'chat.updated', 'group.updated']

/** It may name who looks at the page. */
export const isNote = ({ name, data }: LiveEvent): boolean =>
  name === 'conversation.entry' && data.kind === 'note'

/** Lists are long to read and many change them: they are read again so often at most. */
const LIST_PAUSE_MS = 250

/** Mends the lists and conversations that were read when messages come or change. */
export function createConversationUpdater(client: QueryClient) {
  // An open conversation does not wait for lists.
  const ofThreads = new GatheredNews<LiveEvent>(mendThreads)
  const ofLists = new GatheredNews<LiveEvent>((events) => refreshLists(client, events), LIST_PAUSE_MS)

  async function mendThreads(events: readonly LiveEvent[]): Promise<void> {
    const toRefresh = new Set<Query>()
    for (const event of events) {
      if (isDeletedHere(event)) {
        await dropDeleted(client, event)
        continue
      }
      for (const query of findThreads(client, event.clientId, event.data.jid)) {
        // What is being read may be older than the event: it is read again then instead of patched.
        const isEnough = PATCHES.includes(event.name) && query.state.fetchStatus === 'idle'
        if (isEnough)
          changeOne(client, query, event.data as { id: string; fromMe: boolean }, (one) =>
            patchMessage(one, event),
          )
        else toRefresh.add(query)
      }
    }
    for (const query of toRefresh) await refreshThread(client, query)
  }

  return {
    /** One batch after the other: an older answer never comes over a newer one. */
    note(events: readonly LiveEvent[]): void {
      const ofMessages = events.filter((event) => event.name.startsWith('message.') || isDeletedHere(event))
      ofThreads.note(ofMessages)
      ofLists.note(
        events.filter(
          (event) => ofMessages.includes(event) || OF_LISTS.includes(event.name) || isNote(event),
        ),
      )
    },
  }
}
