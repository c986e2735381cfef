import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChatNetwork, eventually, startChatNetwork } from '../../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { readRefusal } from '../../../../test/support/refusals.ts'
import type { Address } from '../../../core/addresses.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900600'
const ANA = '447700900601'
const BEN = '447700900602'
const CARL = '447700900603'
const jidOf = (number: string) => `${number}@s.whatsapp.net` as Address

let world: ChatNetwork
let clientId: string
beforeAll(async () => {
  world = await startChatNetwork(database(), ACCOUNT, {}, (sandbox) =>
    sandbox.phone(ACCOUNT).setBlocked(CARL, true),
  )
  ;({ clientId } = world)
  for (const number of [ANA, BEN]) world.sandbox.contact(number)
})
afterAll(() => world.close())

const operations = () => world.chat.contactHandlers
const listed = async () =>
  (await operations().listBlocked({ clientId }, world.ctx)).blocked.map(({ jid }) => jid)
const block = (number: string) => operations().block({ clientId, contactJid: jidOf(number) }, world.ctx)
const unblock = (number: string) => operations().unblock({ clientId, contactJid: jidOf(number) }, world.ctx)
const awaitList = (jids: string[]) =>
  eventually('the list', async () => JSON.stringify(await listed()) === JSON.stringify(jids))

it('has whom the account blocked before it was linked, who is no news and no contact, and tells when they may write again', async () => {
  await awaitList([jidOf(CARL)])
  expect(await operations().listBlocked({ clientId }, world.ctx)).toMatchObject({
    blocked: [{ phoneNumber: `+${CARL}`, name: null }],
  })
  await world.sandbox.phone(ACCOUNT).setBlocked(CARL, false)
  await awaitList([])
  const { rows } = await database().pool.query(
    'select name, data from event_log where client_id = $1 and chat = $2',
    [clientId, jidOf(CARL)],
  )
  expect(rows).toEqual([{ name: 'contact.updated', data: { jid: jidOf(CARL), isBlocked: false } }])
})

it('blocks somebody, who then neither reaches the account nor is reached by it, until it lets them write again', async () => {
  const ana = world.sandbox.contact(ANA)
  expect(await block(ANA)).toEqual({ success: true })
  await awaitList([jidOf(ANA)])
  await ana.sendText(ACCOUNT, 'from who is blocked')
  const sent = await world.send({ text: 'to who is blocked' }, jidOf(ANA))
  expect(sent).toMatchObject({ type: 'error', error: expect.stringContaining('may not write to this chat') })
  expect(await unblock(ANA)).toEqual({ success: true })
  await awaitList([])
  await ana.sendText(ACCOUNT, 'from who may write')
  await world.shows(jidOf(ANA), ({ text }) => text === 'from who may write')
  expect((await world.page(jidOf(ANA))).map(({ text }) => text)).not.toContain('from who is blocked')
})

it('follows what is done at the phone, and tells of each change once', async () => {
  const phone = world.sandbox.phone(ACCOUNT)
  await phone.setBlocked(BEN, true)
  await awaitList([jidOf(BEN)])
  await block(BEN)
  await phone.setBlocked(BEN, false)
  await awaitList([])
  const { rows } = await database().pool.query(
    `select data from event_log where client_id = $1 and chat = $2 and data ? 'isBlocked' order by seq`,
    [clientId, jidOf(BEN)],
  )
  expect(rows.map(({ data }) => data)).toEqual([
    { jid: jidOf(BEN), isBlocked: true },
    { jid: jidOf(BEN), isBlocked: false },
  ])
})

it('tells why somebody cannot be blocked', async () => {
  const refusalOf = async (refused: Promise<unknown>) => {
    const { code, data } = await readRefusal(refused)
    return [code, (data as { reason?: string }).reason]
  }
  world.sandbox.contact('447700900609').setRegistered(false)
  expect(await refusalOf(block('447700900609'))).toEqual(['UNPROCESSABLE_CONTENT', 'RECIPIENT_NOT_FOUND'])
  const group = { clientId, contactJid: '120363000000000001@g.us' as Address }
  expect(await refusalOf(operations().block(group, world.ctx))).toEqual(['BAD_REQUEST', 'NOT_A_PERSON'])
  const stop = world.sandbox.intercept((stanza) =>
    stanza.attrs.xmlns === 'blocklist' && stanza.attrs.type === 'set'
      ? {
          tag: 'iq',
          attrs: { id: stanza.attrs.id ?? '', type: 'error', from: '@s.whatsapp.net' },
          content: [{ tag: 'error', attrs: { code: '429', text: 'rate-overlimit' } }],
        }
      : undefined,
  )
  expect(await refusalOf(block(ANA))).toEqual(['UNPROCESSABLE_CONTENT', 'ACCOUNT_REFUSED'])
  stop()
  await world.network.connection.close()
  expect(await refusalOf(block(ANA))).toEqual(['GATEWAY_TIMEOUT', 'NETWORK_NOT_ANSWERING'])
})
