import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queries } from '../../app/api.ts'
import type { LiveEvent } from '../../live/live-stream.ts'
import { createConversationUpdater } from './conversation-updates.ts'
import { conversationPages, messagePages } from './inbox-queries.ts'

const ANSWER = { conversations: [{ clientId: 'a', jid: '491512345678@s.whatsapp.net' }], nextCursor: null }
const JID = '491512345678@s.whatsapp.net'
let client: QueryClient
let asked: string[]

beforeEach(() => {
  client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  asked = []
  vi.stubGlobal('location', new URL('http://127.0.0.1'))
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(await request.text())
    return Response.json(ANSWER)
  })
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

const written = (id: string): LiveEvent => ({
  ...{ id, name: 'message.received', clientId: 'a', createdAt: '2026-01-01T00:00:00Z' },
  data: { jid: '491512345678@s.whatsapp.net', id, fromMe: false },
})
const fill = (queryKey: readonly unknown[], data: unknown) => {
  client.setQueryData(queryKey, data as never)
  new QueryObserver(client, { queryKey, queryFn: () => data }).subscribe(() => undefined)
}

test('a list that is shown is read again though another form of it is kept beside, and again for what comes later', async () => {
  const pages = conversationPages('a', '').queryKey
  fill(queries.chat.listConversations.queryKey({ input: { clientId: 'a', limit: 20 } }), ANSWER)
  fill(pages, { pages: [{ conversations: [], nextCursor: null }], pageParams: [undefined] })
  const updater = createConversationUpdater(client)
  updater.note([written('1')])
  await expect.poll(() => client.getQueryData(pages)?.pages[0]?.conversations).toHaveLength(1)
  const before = asked.length
  updater.note([written('2')])
  await expect.poll(() => asked.length).toBeGreaterThan(before)
})

test('a list that nobody sees is read again when somebody looks at it, and not before', async () => {
  const pages = conversationPages('a', '').queryKey
  client.setQueryData(pages, { pages: [{ conversations: [], nextCursor: null }], pageParams: [undefined] })
  createConversationUpdater(client).note([written('1')])
  await expect.poll(() => client.getQueryState(pages)?.isInvalidated).toBe(true)
  expect(asked).toEqual([])
})

test('messages that were deleted here leave the open conversation at once, and their conversation its list', async () => {
  const message = (id: string, timestamp: number, starred: boolean) => ({
    message: { ...{ id, fromMe: false, timestamp, status: 'READ', starred } },
  })
  const thread = messagePages('a', JID).queryKey
  const list = conversationPages('a', '').queryKey
  const messages = [message('new', 20, false), message('old', 10, false), message('star', 9, true)]
  client.setQueryData(thread, { pages: [{ messages, nextCursor: null }], pageParams: [undefined] } as never)
  fill(list, {
    pages: [{ conversations: [{ clientId: 'a', jid: 'x' }], nextCursor: null }],
    pageParams: [undefined],
  })
  const data = { jid: JID, timestamp: 30, change: 'deleted_here', upTo: 10, keptStarred: true }
  createConversationUpdater(client).note([{ ...written('1'), name: 'chat.updated', data }])
  const left = () =>
    (client.getQueryData(thread) as { pages: { messages: typeof messages }[] }).pages[0]?.messages
  await expect.poll(() => left()?.map(({ message: { id } }) => id)).toEqual(['new', 'star'])
  expect(client.getQueryState(thread)?.isInvalidated).toBe(true)
  await expect.poll(() => client.getQueryState(list)?.dataUpdateCount).toBeGreaterThan(1)
})
