import type { QueryClient } from '@tanstack/react-query'
import { SHOWN_CONVERSATIONS } from '../../../contract/conversations/conversation-states.ts'
import { queries } from '../../app/api.ts'

/** The inbox's part of the address. */
export interface InboxChoice {
  client?: string
  chat?: string
  /** The list at the left is that of answers that wait for approval. */
  approvals?: true
  /** The conversations of all numbers are listed; `client` is then whose the chosen one is. */
  all?: true
  show?: Shown
  /** Only conversations with this label. */
  label?: string
  /** Only conversations of this department. */
  department?: string
}

/** Which conversations a list shows; without one all. */
export type Shown = (typeof SHOWN_CONVERSATIONS)[number]

const isShown = (value: unknown): value is Shown =>
  (SHOWN_CONVERSATIONS as readonly unknown[]).includes(value)

export const parseInboxChoice = (search: Record<string, unknown>): InboxChoice => ({
  ...(typeof search.client === 'string' && { client: search.client }),
  ...(typeof search.chat === 'string' && { chat: search.chat }),
  ...(search.approvals === true && { approvals: true as const }),
  ...(search.all === true && { all: true as const }),
  ...(isShown(search.show) && { show: search.show }),
  ...(typeof search.label === 'string' && { label: search.label }),
  ...(typeof search.department === 'string' && { department: search.department }),
})

/** The client whose inbox opens where none is named: the one that was written with last, else the first of the list. */
export function pickClient(
  clients: readonly { id: string; lastActivityAt: string | null }[],
): string | undefined {
  const [latest] = clients.toSorted((a, b) =>
    (b.lastActivityAt ?? '').localeCompare(a.lastActivityAt ?? '', 'en'),
  )
  return latest?.id
}

/** Which of the conversations are listed. */
export interface Narrowing {
  show?: Shown | undefined
  label?: string | undefined
  department?: string | undefined
}

/** The conversations of a client or of all, page by page. */
export const conversationPages = (
  clientId: string | undefined,
  search: string,
  { show, label, department }: Narrowing = {},
) =>
  queries.chat.listConversations.infiniteOptions({
    input: (cursor: string | undefined) => ({
      ...(clientId !== undefined && { clientId }),
      ...(show && { show }),
      ...(label && { labelId: label }),
      ...(department && { departmentId: department }),
      ...(search && { search }),
      ...(cursor && { cursor }),
    }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })

/** The messages of a conversation, page by page. */
export const messagePages = (clientId: string, jid: string) =>
  queries.chat.listMessages.infiniteOptions({
    input: (cursor: string | undefined) => ({ clientId, jid, ...(cursor && { cursor }) }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })

/** What is starred in it on WhatsApp, page by page. */
export const starredPages = (clientId: string, jid: string) =>
  queries.chat.listMessages.infiniteOptions({
    input: (cursor: string | undefined) => ({ clientId, jid, starred: true, ...(cursor && { cursor }) }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })

export const starredKey = (clientId: string, jid: string) =>
  queries.chat.listMessages.key({ input: { clientId, jid, starred: true } })

/** What was done with a conversation, page by page. */
export const entryPages = (clientId: string, jid: string) =>
  queries.chat.listEntries.infiniteOptions({
    input: (cursor: string | undefined) => ({ clientId, jid, ...(cursor && { cursor }) }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })

/**
 * Asks for what the inbox shows first, before the page itself is there and before it is known who is signed in: nothing of
 * it needs the other. What fails is asked for again by the page.
 */
export async function askForInbox(
  client: QueryClient,
  { client: named, chat: jid, all, ...narrowing }: InboxChoice,
): Promise<void> {
  const clients = client.fetchQuery(queries.clients.list.queryOptions({ input: {} })).catch(() => [])
  const clientId = named ?? pickClient(await clients)
  if (clientId === undefined) return
  await Promise.all([
    clients,
    client.prefetchInfiniteQuery(conversationPages(all ? undefined : clientId, '', narrowing)),
    jid && client.prefetchInfiniteQuery(messagePages(clientId, jid)),
  ])
}
