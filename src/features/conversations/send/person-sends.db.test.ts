import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ChatBench, createChatBench } from '../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import type { Address } from '../../../core/addresses.ts'
import type { SendOutcome } from '../../../core/conversation/send-outcome.ts'
import type { WrittenByPerson } from '../records/send-command.ts'

const database = useTestDatabase()
const ANA = '491511111111@s.whatsapp.net' as Address
const soon = { timeout: 90_000, interval: 20 }
const never = () => new Promise<SendOutcome>(() => {})

let bench: ChatBench
/** What flows were told a person wrote. */
let notices: [chat: string, written: WrittenByPerson][]
/** Why they cannot be told, while they cannot. */
let trouble: Error | null

beforeEach(async () => {
  notices = []
  trouble = null
  bench = await createChatBench(database(), {
    async personWrote(_, chat, written) {
      if (trouble) throw trouble
      notices.push([chat, written])
    },
  })
})
afterEach(() => bench.close())

function send(text: string, asHuman = true) {
  const input = { clientId: bench.clientId, target: ANA, message: { text }, asHuman }
  return bench.chat.handlers.sendMessage(input, bench.ctx())
}

/** Messages whose flows are still to be told. */
async function countLeft(): Promise<number> {
  const text = 'select count(*)::int as n from person_send where client_id = $1'
  return (await database().pool.query<{ n: number }>(text, [bench.clientId])).rows[0]!.n
}

const written = (text: string): [string, WrittenByPerson] => [
  ANA,
  { eventId: expect.stringMatching(/^inbox:/), text, source: 'api' },
]

it('what a person wrote is told to flows when it is sent, and nothing of it stays', async () => {
  await send('I am on it')
  await send('said by a program', false)
  expect(notices).toEqual([written('I am on it')])
  expect(await countLeft()).toBe(0)
})

it('a crash between the hand-over and the outcome leaves nothing untold: the next owner tells it once', async () => {
  bench.connection.answer = never
  void send('I am on it')
  await expect.poll(() => bench.connection.sent.length, soon).toBe(1)
  expect(notices).toEqual([])
  await bench.crashAndRestart()
  await expect.poll(() => notices, soon).toEqual([written('I am on it')])
  await expect.poll(countLeft, soon).toBe(0)
  await bench.crashAndRestart()
  await send('still here')
  expect(notices.map(([, { text }]) => text)).toEqual(['I am on it', 'still here'])
})

it('a crash after the outcome was stored and before flows were told loses as little', async () => {
  trouble = new Error('the database is away')
  expect(await send('I am on it')).toMatchObject({ type: 'success' })
  expect(await countLeft()).toBe(1)
  trouble = null
  await bench.crashAndRestart()
  await expect.poll(() => notices, soon).toEqual([written('I am on it')])
  await expect.poll(countLeft, soon).toBe(0)
})

it('what was not sent did not happen: not when it was refused, and not after a crash either', async () => {
  bench.connection.answer = () => ({ kind: 'refused', code: 'REFUSED_479', rawCode: 479, message: 'no' })
  expect(await send('refused')).toMatchObject({ type: 'error' })
  expect(await countLeft()).toBe(0)
  bench.connection.answer = () => ({ kind: 'not_sent', reason: 'not_connected' })
  await expect(send('not handed over')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect(await countLeft()).toBe(0)

  // As it stands when the process dies after the refusal was stored.
  await database().pool.query(
    `with m as (
       insert into message (client_id, chat, id, from_me, at_sec, type, text, status, error, origin)
       values ($1, $2, 'DEAD', true, 1, 'text', 'refused', 'ERROR', 'REFUSED_479: no', 'api') returning id)
     insert into person_send (client_id, message_id, event_id, text, source)
     select $1, id, 'inbox:DEAD', 'refused', 'api' from m union all select $1, 'GONE', 'inbox:GONE', 'gone', 'api'`,
    [bench.clientId, ANA],
  )
  await bench.crashAndRestart()
  await expect.poll(countLeft, soon).toBe(0)
  expect(notices).toEqual([])
})

it('a chat is not taken over a day late', async () => {
  bench.connection.answer = never
  void send('yesterday')
  await expect.poll(countLeft, soon).toBe(1)
  await database().pool.query(`update person_send set created_at = now() - interval '25 hours'`)
  await bench.crashAndRestart()
  await expect.poll(countLeft, soon).toBe(0)
  expect(notices).toEqual([])
})
