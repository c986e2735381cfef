import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChatBench, createChatBench } from '../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { noGroups } from '../../../test/support/fake-groups.ts'
import { at, textEvent } from '../../../test/support/network-events.ts'
import type { GroupInfo, NetworkEvent } from '../../network/port.ts'
import { GROUP_COMMAND } from '../groups/index.ts'

const database = useTestDatabase()
const GROUP = at('120363000000000001@g.us')
const BOB = { phone: at('447700900001@s.whatsapp.net'), lid: null }
let bench: ChatBench

beforeAll(async () => {
  bench = await createChatBench(database())
})
afterAll(() => bench.close())

async function apply(...events: NetworkEvent[]): Promise<void> {
  const client = { id: bench.clientId, userId: bench.userId, address: null, lid: null }
  const applied = await database().transaction((tx) => bench.chat.applyEvents(tx, client, events))
  applied.committed()
}

const renamed = (id: string, subject: string, atSec: number): NetworkEvent => ({
  kind: 'group',
  notice: { id, group: GROUP, by: BOB, atSec, news: [{ kind: 'subject', subject }] },
  journalId: null,
})

async function list(search?: string): Promise<[jid: string, name: string | null][]> {
  const input = { clientId: bench.clientId, limit: 10, ...(search ? { search } : {}) }
  const { conversations } = await bench.chat.handlers.listConversations(input, bench.ctx())
  return conversations.map(({ jid, displayName }) => [jid, displayName])
}
const subjectShown = async () =>
  (await bench.chat.handlers.getConversation({ clientId: bench.clientId, jid: GROUP }, bench.ctx())).subject

it('a group is listed, found and titled by what it is called once the network told that, and by its newest word', async () => {
  await apply(textEvent({ id: 'M1', from: BOB, group: GROUP, text: 'hello' }))
  expect(await list()).toEqual([[GROUP, null]])
  expect(await subjectShown()).toBeNull()
  await apply(renamed('n2', 'Neighbours', 1_700_000_200))
  expect(await list()).toEqual([[GROUP, 'Neighbours']])
  expect(await list('neighb')).toEqual([[GROUP, 'Neighbours']])
  expect(await list('strangers')).toEqual([])
  expect(await subjectShown()).toBe('Neighbours')
  await apply(renamed('n1', 'Street', 1_700_000_100))
  expect(await subjectShown()).toBe('Neighbours')
})

it('what the network answers of groups is kept, so that it is asked no more', async () => {
  const group: GroupInfo = {
    ...{ jid: GROUP, subject: 'All neighbours', description: null, creator: BOB, createdSec: 1, size: 2 },
    settings: { send: 'everyone', edit: 'everyone', add: 'admins', approval: false, expirationSec: 0 },
    members: [],
  }
  const connection = {
    ...bench.connection,
    groups: { ...noGroups, list: async () => ({ kind: 'answered' as const, value: [group] }) },
  }
  const runtime = {
    client: { id: bench.clientId, userId: bench.userId, address: null, lid: null },
    sender: bench.sender,
    connection: () => connection,
  }
  await bench.chat.handleCommand(runtime, { name: GROUP_COMMAND, input: { act: 'list', input: {} } } as never)
  expect(await subjectShown()).toBe('All neighbours')
})
