import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queries } from '../app/api.ts'
import { createUpdater } from './updates.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a failed proxy makes the pool and the ways of clients be read anew, and nothing else', async () => {
  const client = new QueryClient()
  const keys: (readonly unknown[])[] = [
    queries.proxies.list.queryKey({ input: {} }),
    queries.clients.getProxy.queryKey({ input: { id: 'a' } }),
    queries.webhooks.list.queryKey({ input: {} }),
  ]
  for (const key of keys) client.setQueryData(key, [])
  const updater = createUpdater(client)
  updater.note({ id: '1', name: 'proxy.failed', clientId: null, data: {}, createdAt: '2026-01-01T00:00:00Z' })
  await vi.advanceTimersByTimeAsync(1_000)
  updater.close()
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, false])
  client.clear()
})

test('other labels of a conversation make labels and counts be read anew, and contacts not', async () => {
  const client = new QueryClient()
  const keys: (readonly unknown[])[] = [
    queries.labels.list.queryKey({ input: {} }),
    queries.chat.countLabelled.queryKey({ input: {} }),
    queries.contacts.get.queryKey({ input: { clientId: 'a', contactJid: 'b' } }),
  ]
  for (const key of keys) client.setQueryData(key, [])
  const updater = createUpdater(client)
  const data = { jid: 'b', labels: [{ id: 'l', name: 'Urgent' }] }
  updater.note({ id: '1', name: 'contact.updated', clientId: 'a', data, createdAt: '2026-01-01T00:00:00Z' })
  await vi.advanceTimersByTimeAsync(2_000)
  updater.close()
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, false])
  client.clear()
})

test('an answer to something makes the statuses and who saw them be read anew, as it may be to one of those', async () => {
  const client = new QueryClient()
  const keys: (readonly unknown[])[] = [
    queries.status.list.queryKey({ input: { clientId: 'a' } }),
    queries.status.listViewers.queryKey({ input: { clientId: 'a', id: 's' } }),
  ]
  const isRead = async (quotedId: string | null) => {
    for (const key of keys) client.setQueryData(key, [])
    const updater = createUpdater(client)
    const at = { id: '1', clientId: 'a', createdAt: '2026-01-01T00:00:00Z' }
    updater.note({ ...at, name: 'message.received', data: { jid: 'b', id: 'm', quotedId } })
    await vi.advanceTimersByTimeAsync(500)
    updater.close()
    return keys.map((key) => client.getQueryState(key)?.isInvalidated)
  }
  expect(await isRead(null)).toEqual([false, false])
  expect(await isRead('s')).toEqual([true, true])
  client.clear()
})

test('a department that somebody adds is read by every open page, and what else a workspace shares is not read again', async () => {
  const client = new QueryClient()
  const keys: (readonly unknown[])[] = [
    queries.departments.list.queryKey({ input: {} }),
    queries.replies.list.queryKey({ input: {} }),
    queries.workspaces.members.list.queryKey({ input: {} }),
  ]
  const isRead = async (part: string) => {
    for (const key of keys) client.setQueryData(key, [])
    const updater = createUpdater(client)
    const at = { id: '1', clientId: null, createdAt: '2026-01-01T00:00:00Z' }
    updater.note({ ...at, name: 'workspace.updated', data: { part } })
    await vi.advanceTimersByTimeAsync(500)
    updater.close()
    return keys.map((key) => client.getQueryState(key)?.isInvalidated)
  }
  expect(await isRead('departments')).toEqual([true, false, false])
  expect(await isRead('replies')).toEqual([false, true, false])
  expect(await isRead('members')).toEqual([true, false, true])
  client.clear()
})

test('what was done with a conversation has its record read again, and the counts, and no other conversation', async () => {
  const client = new QueryClient()
  const of = (jid: string) => queries.chat.listEntries.queryKey({ input: { clientId: 'a', jid } })
  const keys: (readonly unknown[])[] = [
    of('ana'),
    queries.chat.countConversations.queryKey({ input: {} }),
    queries.notifications.waiting.queryKey({ input: {} }),
    of('ben'),
    queries.chat.getConversation.queryKey({ input: { clientId: 'a', jid: 'ana' } }),
  ]
  for (const key of keys) client.setQueryData(key, [])
  const updater = createUpdater(client)
  const data = { jid: 'ana', entryId: 'e', kind: 'note', change: 'added' }
  updater.note({
    id: '1',
    name: 'conversation.entry',
    clientId: 'a',
    data,
    createdAt: '2026-01-01T00:00:00Z',
  })
  await vi.advanceTimersByTimeAsync(2_500)
  updater.close()
  const isRead = keys.map((key) => client.getQueryState(key)?.isInvalidated)
  expect(isRead).toEqual([true, true, true, false, false])
  client.clear()
})

test('what flows do is read again for the contact of the run alone, beside lists of runs', async () => {
  const client = new QueryClient()
  const current = (contactJid: string) =>
    queries.flows.states.current.queryKey({ input: { clientId: 'a', contactJid } })
  const keys: (readonly unknown[])[] = [
    current('ana'),
    queries.flows.states.list.queryKey({ input: {} }),
    current('ben'),
  ]
  for (const key of keys) client.setQueryData(key, [])
  const updater = createUpdater(client)
  const data = { flowStateId: 's', flowId: 'f', contactJid: 'ana', state: 'completed' }
  updater.note({
    id: '1',
    name: 'flow.state.changed',
    clientId: 'a',
    data,
    createdAt: '2026-01-01T00:00:00Z',
  })
  await vi.advanceTimersByTimeAsync(500)
  updater.close()
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, false])
  client.clear()
})
