import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatNetwork, startChatNetwork } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { testConnector } from '../../../test/support/network-client.ts'
import type { Address } from '../../core/addresses.ts'
import type { NetworkConnection } from '../../network/port.ts'
import { type ChatActParts, performChatAct } from './chat-acts.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900710'
const ANA = '447700900711'
const JID = `${ANA}@s.whatsapp.net` as Address

let world: ChatNetwork

beforeAll(async () => {
  world = await startChatNetwork(database(), ACCOUNT)
})
afterAll(() => world.close())

function act(
  action: 'archive' | 'label',
  value: string | null,
  connection: NetworkConnection | null = world.network.connection,
): Promise<void> {
  const { sender, chat, clientId } = world
  const readNewestMessage = (of: Address) => chat.readNewestMessage(clientId, of)
  const completeKeys: ChatActParts['completeKeys'] = (keys, by) => chat.completeKeys(clientId, keys, by)
  const parts = { connection, sender, connector: testConnector(), readNewestMessage, completeKeys }
  return performChatAct(parts, { contactJid: JID, action, value, messageId: null })
}
const archivedOnPhone = () =>
  world.sandbox
    .phone(ACCOUNT)
    .appState('regular_low')
    .get(JSON.stringify(['archive', JID]))?.archiveChatAction
const synchronized = () => expect.poll(() => act('archive', 'false').then(String, String)).toBe('undefined')

test('a flow archives the chat up to the newest stored message of either side, and brings it back', async () => {
  await synchronized()
  const inbound = await world.sandbox.contact(ANA).sendText(ACCOUNT, 'hello')
  await world.shows(JID, ({ id }) => id === inbound)
  await act('archive', null)
  expect(archivedOnPhone()).toMatchObject({
    archived: true,
    messageRange: { messages: [{ key: { id: inbound, fromMe: false } }] },
  })
  const { res } = await world.send({ text: 'good bye' }, JID)
  await world.shows(JID, ({ id, status }) => id === res?.key.id && status !== 'PENDING')
  await act('archive', 'true')
  expect(archivedOnPhone()?.messageRange?.messages?.[0]?.key).toMatchObject({ id: res?.key.id, fromMe: true })
  await act('archive', 'false')
  expect(archivedOnPhone()?.archived).toBe(false)
})

test('a flow labels the chat; a name that came out empty labels nothing', async () => {
  await synchronized()
  await act('label', '  ')
  await act('label', 'Lead')
  await act('label', 'Lead')
  const held = [...world.sandbox.phone(ACCOUNT).appState('regular').keys()]
  expect(held).toEqual(['["label_edit","1"]', JSON.stringify(['label_jid', '1', JID])])
})

test('without a connection nothing is archived and the reason is told', async () => {
  await expect(act('archive', null, null)).rejects.toThrow('the client is not connected')
})
