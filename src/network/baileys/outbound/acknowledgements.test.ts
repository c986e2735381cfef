import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Address } from '../../../core/addresses.ts'
import type { NetworkEvent } from '../../port.ts'
import { Acknowledgements } from './acknowledgements.ts'

const chat = '201@s.whatsapp.net' as Address

function setUp() {
  const late: NetworkEvent[] = []
  let asked = 0
  let answer: () => Promise<void> = async () => {}
  const acknowledgements = new Acknowledgements({
    onLate: (event) => late.push(event),
    askRestriction: () => {
      asked += 1
      return answer()
    },
    now: () => 5_000,
  })
  return {
    acknowledgements,
    late,
    asked: () => asked,
    onAsk: (then: () => Promise<void>) => {
      answer = then
    },
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an acknowledgement settles the send with the time of the server, or ours when it names none', async () => {
  const { acknowledgements } = setUp()
  const one = acknowledgements.expect('A', chat, 1000)
  acknowledgements.handle({ id: 'A', t: '17' })
  expect(await one.outcome).toEqual({ kind: 'acked', atSec: 17 })
  const two = acknowledgements.expect('B', chat, 1000)
  acknowledgements.handle({ id: 'B' })
  expect(await two.outcome).toEqual({ kind: 'acked', atSec: 5 })
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  ['', true],
  ['inactive', true],
  ['read', true],
  ['played', true],
  ['retry', true],
  ['sender', true],
  ['server-error', false],
  ['hist_sync', false],
])('a receipt of type "%s" proves that the server has the message: %s', async (type, proves) => {
  const { acknowledgements, late } = setUp()
  const sent = ['A', 'B'].map((id) => acknowledgements.expect(id, chat, 1000))
  acknowledgements.handleReceipt({ id: 'A', t: '17', ...(type ? { type } : {}) }, ['B', 'never sent'])
  vi.advanceTimersByTime(1000)
  const outcomes = await Promise.all(sent.map(({ outcome }) => outcome))
  const expected = proves ? { kind: 'acked', atSec: 17 } : { kind: 'unknown', reason: 'ack_timeout' }
  expect(outcomes).toMatchObject([expected, expected])
  expect(late).toEqual([])
})

test('a word that comes too late is told as a receipt, once', async () => {
  const { acknowledgements, late } = setUp()
  const sent = acknowledgements.expect('A', chat, 1000)
  vi.advanceTimersByTime(1000)
  expect(await sent.outcome).toMatchObject({ kind: 'unknown', reason: 'ack_timeout' })
  acknowledgements.handle({ id: 'A', t: '17' })
  acknowledgements.handle({ id: 'A', t: '18' })
  acknowledgements.handle({ id: 'never sent', t: '18' })
  expect(late).toMatchObject([{ kind: 'receipt', receipt: { ids: ['A'], kind: 'server', chat, atSec: 17 } }])
})

test('a restriction is refused with its end, asked of the network once', async () => {
  const { acknowledgements, asked, onAsk } = setUp()
  onAsk(async () => acknowledgements.restrictedUntil(99_000))
  const first = acknowledgements.expect('A', chat, 1000)
  acknowledgements.handle({ id: 'A', error: '463' })
  expect(await first.outcome).toMatchObject({ kind: 'refused', code: '463', restrictedUntilMs: 99_000 })
  const second = acknowledgements.expect('B', chat, 1000)
  acknowledgements.handle({ id: 'B', error: '463' })
  expect(await second.outcome).toMatchObject({ restrictedUntilMs: 99_000 })
  expect(asked()).toBe(1)
})

test('a restriction whose end the network does not tell is refused all the same', async () => {
  const { acknowledgements, onAsk } = setUp()
  onAsk(() => new Promise(() => {}))
  const sent = acknowledgements.expect('A', chat, 60_000)
  acknowledgements.handle({ id: 'A', error: '463' })
  vi.advanceTimersByTime(3_000)
  const outcome = await sent.outcome
  expect(outcome).toMatchObject({ kind: 'refused', code: '463' })
  expect(outcome).not.toHaveProperty('restrictedUntilMs')
  expect(vi.getTimerCount()).toBe(0)
})

test('two sends under one id are both settled by its acknowledgement; a cancelled one is not', async () => {
  const { acknowledgements } = setUp()
  const [one, two, three] = [1, 2, 3].map(() => acknowledgements.expect('A', chat, 1000))
  three?.cancel()
  acknowledgements.handle({ id: 'A', t: '1' })
  expect(await Promise.all([one?.outcome, two?.outcome])).toMatchObject([
    { kind: 'acked' },
    { kind: 'acked' },
  ])
  expect(vi.getTimerCount()).toBe(0)
})

test('a lost connection leaves every waiting send unknown and no timer behind', async () => {
  const { acknowledgements } = setUp()
  const sent = acknowledgements.expect('A', chat, 1000)
  acknowledgements.connectionLost()
  expect(await sent.outcome).toMatchObject({ kind: 'unknown', reason: 'connection_lost' })
  expect(vi.getTimerCount()).toBe(0)
})
