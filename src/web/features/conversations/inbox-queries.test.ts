import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queries } from '../../app/api.ts'
import { askForInbox, conversationPages, messagePages, pickClient } from './inbox-queries.ts'

const JID = '491512345678@s.whatsapp.net'
const CLIENTS = queries.clients.list.queryKey({ input: {} })
let client: QueryClient

beforeEach(() => {
  client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
})
afterEach(() => client.clear())

const isAsked = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.fetchStatus === 'fetching'

test('the inbox opens with the client that was written with last, else with the first', () => {
  const client = (id: string, lastActivityAt: string | null) => ({ id, lastActivityAt })
  const quiet = client('quiet', null)
  const old = client('old', '2026-11-01T10:00:00.000Z')
  const busy = client('busy', '2026-11-22T10:00:00.000Z')
  expect(pickClient([quiet, old, busy])).toBe('busy')
  expect(pickClient([quiet, client('other', null)])).toBe('quiet')
  expect(pickClient([])).toBeUndefined()
})

describe('the first questions of the inbox', () => {
  test('are all asked before any is answered', async () => {
    const done = askForInbox(client, { client: 'second', chat: JID })
    const asked = [CLIENTS, conversationPages('second', '').queryKey, messagePages('second', JID).queryKey]
    expect(asked.map(isAsked)).toEqual([true, true, true])
    // Nobody answers here; the page would ask again.
    await expect(done).resolves.toBeUndefined()
  })

  test('are about the first client when the address names none, and about no messages without a conversation', async () => {
    client.setQueryData(CLIENTS, [{ id: 'first' }, { id: 'second' }] as never)
    await askForInbox(client, {})
    expect(client.getQueryState(conversationPages('first', '').queryKey)).toBeDefined()
    expect(client.getQueryCache().findAll({ queryKey: queries.chat.listMessages.key() })).toEqual([])
  })

  test('are none where there is no client', async () => {
    client.setQueryData(CLIENTS, [])
    await askForInbox(client, {})
    expect(client.getQueryCache().getAll()).toHaveLength(1)
  })
})
