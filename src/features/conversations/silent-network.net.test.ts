import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatNetwork, startChatNetwork } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { testConnector } from '../../../test/support/network-client.ts'
import { awaitState } from '../../../test/support/service-process.ts'
import type { Address } from '../../core/addresses.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900140'
const ANA = '447700900241'
const BEN = '447700900242'
const jidOf = (number: string): Address => `${number}@s.whatsapp.net` as Address

const connector = testConnector(undefined, undefined, 200)
let world: ChatNetwork
/** Ends the pauses before another attempt, which are seconds long, once the clock was moved on. */
const pauses = new Set<() => void>()
let aheadMs = 0
const nowMs = () => Date.now() + aheadMs
const clock = { nowMs, now: () => new Date(nowMs()) }

beforeAll(async () => {
  const sleep = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      pauses.add(resolve)
      setTimeout(resolve, ms).unref()
      if (signal.aborted) reject(signal.reason)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  world = await startChatNetwork(database(), ACCOUNT, { sleep, clock }, undefined, connector)
})
afterAll(() => world.close())

/** Until it is stopped, the network answers no question who is on it and with which devices. */
function keepSilent() {
  let asked = 0
  const stop = world.sandbox.intercept(({ attrs }) => {
    if (attrs.xmlns !== 'usync') return undefined
    asked += 1
    return 'drop'
  })
  return { stop, asked: () => asked }
}

test('a network that does not answer makes nobody unknown: what a flow sends waits, and what is called is refused', async () => {
  const id = await world.sandbox.contact(ANA).sendText(ACCOUNT, 'hello')
  await world.shows(jidOf(ANA), (message) => message.id === id)
  const silent = keepSilent()
  const messageId = connector.newMessageId()
  await database().pool.query(
    'insert into outbox (id, client_id, contact_jid, message_id, content) values ($1, $2, $3, $4, $5)',
    [randomUUID(), world.clientId, jidOf(ANA), messageId, { type: 'text', text: 'of a flow' }],
  )
  world.sender.wakeOutbox()
  const row = () =>
    database().pool.query('select status, error, attempts from outbox where message_id = $1', [messageId])
  await expect
    .poll(async () => (await row()).rows[0])
    .toMatchObject({ status: 'pending', error: expect.stringMatching(/^NO_ANSWER: /), attempts: 0 })

  for (const number of [ANA, BEN]) {
    await expect(world.send({ text: 'called' }, jidOf(number))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      data: { reason: 'CLIENT_NOT_CONNECTED' },
    })
  }
  expect(silent.asked()).toBeGreaterThan(0)
  silent.stop()

  for (const number of [ANA, BEN]) {
    // The network has a fifth of a second here, which a busy machine may need by itself; who is refused has sent nothing.
    const answered = await awaitState('an answer to the call', () =>
      world.send({ text: 'called again' }, jidOf(number)).catch(() => null),
    )
    expect(answered.res?.status).toMatch(/_ACK$/)
  }
  aheadMs = 60_000
  for (const end of pauses) end()
  await world.sandbox.contact(ANA).waitForMessage(({ text }) => text === 'of a flow')
  await world.sandbox.allSeen()
  expect(world.sandbox.contact(ANA).inbox.filter(({ text }) => text === 'of a flow')).toHaveLength(1)
})
