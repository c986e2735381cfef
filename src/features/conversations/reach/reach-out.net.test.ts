import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChatNetwork, eventually, startChatNetwork } from '../../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { testConnector } from '../../../../test/support/network-client.ts'
import type { Address } from '../../../core/addresses.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900460'
const FRIEND = '447700900461'
const STRANGER = '447700900462'
const toJid = (number: string) => `${number}@s.whatsapp.net` as Address

let world: ChatNetwork

beforeAll(async () => {
  world = await startChatNetwork(database(), ACCOUNT)
})
afterAll(() => world.close())

const query = async (sql: string, ...values: unknown[]) => (await database().pool.query(sql, values)).rows
const lockedUntil = async () => (await query('select reach_out_until as until from client'))[0].until

it('an account restricted by the network answers whom it knows, and strangers when it may again', async () => {
  await world.sandbox.contact(FRIEND).sendText(ACCOUNT, 'hello')
  await world.shows(toJid(FRIEND), ({ text }) => text === 'hello')
  const untilMs = Math.floor(Date.now() / 1000) * 1000 + 3_600_000
  world.sandbox.faults.set(ACCOUNT, { timeLockUntilMs: untilMs })
  await eventually('the restriction', lockedUntil)
  expect((await lockedUntil()).getTime()).toBe(untilMs)

  await expect(world.send({ text: 'cold' }, toJid(STRANGER))).rejects.toMatchObject({
    data: { reason: 'REACH_OUT_RESTRICTED', until: new Date(untilMs).toISOString() },
  })
  expect((await world.send({ text: 'warm' }, toJid(FRIEND))).type).toBe('success')
  for (const number of [STRANGER, FRIEND]) {
    await query(
      'insert into outbox (id, client_id, contact_jid, message_id, content) values ($1, $2, $3, $4, $5)',
      randomUUID(),
      world.clientId,
      toJid(number),
      testConnector().newMessageId(),
      { type: 'text', text: `flow to ${number}` },
    )
  }
  world.sender.wakeOutbox()
  await world.sandbox.contact(FRIEND).waitForMessage(({ text }) => text === `flow to ${FRIEND}`)
  await world.sandbox.allSeen()
  expect(world.sandbox.contact(STRANGER).inbox).toEqual([])

  world.sandbox.faults.clear(ACCOUNT)
  await world.sandbox.contact(STRANGER).waitForMessage(({ text }) => text === `flow to ${STRANGER}`)
  // Who waited is served at the network's word; that it is also written down may take a moment longer.
  await eventually('the end of the restriction', async () => (await lockedUntil()) === null)
})

it('an account that has begun nearly as many chats as it may answers whom it knows, and begins more when it may again', async () => {
  const cycleEndMs = Math.floor(Date.now() / 1000) * 1000 + 86_400_000
  const newcomers = [0, 1, 2].map((i) => `44770090047${i}`)
  world.sandbox.phone(ACCOUNT).limitNewChats({ total: 10, used: 8, cycleEndMs })
  const stored = async () =>
    (
      await query(
        'select new_chats_total as total, new_chats_used as used, new_chats_cycle_end as "end" from client',
      )
    )[0]
  await eventually('the limit', async () => (await stored()).total === 10)
  const [first = '', second = '', third = ''] = newcomers
  expect((await world.send({ text: 'the ninth' }, toJid(first))).type).toBe('success')
  await expect(world.send({ text: 'the tenth' }, toJid(second))).rejects.toMatchObject({
    data: { reason: 'NEW_CHAT_LIMIT', until: new Date(cycleEndMs).toISOString() },
  })
  expect((await world.send({ text: 'warm' }, toJid(FRIEND))).type).toBe('success')
  await eventually('the count', async () => (await stored()).used === 9)
  expect((await stored()).end.getTime()).toBe(cycleEndMs)
  await world.sandbox.allSeen()
  expect(world.sandbox.contact(second).inbox).toEqual([])
  world.sandbox.phone(ACCOUNT).limitNewChats(null)
  await eventually('the end of the limit', async () => (await stored()).total === null)
  expect((await world.send({ text: 'the tenth' }, toJid(second))).type).toBe('success')
  expect((await world.send({ text: 'one more' }, toJid(third))).type).toBe('success')
})
