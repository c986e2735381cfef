import { beforeAll, describe, expect, it } from 'vitest'
import { type ChatBench, createChatBench } from '../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { at, person, textEvent } from '../../../test/support/network-events.ts'
import { Refusal } from '../../core/errors.ts'

const database = useTestDatabase()
const ana = person('491511111111', '7001')
const ANA = at('491511111111@s.whatsapp.net')
const TOTAL = 1_000

let bench: ChatBench

/** Ten messages share each second, so that only the order of arrival tells them apart. */
async function arrive(from: number, count: number) {
  const client = { id: bench.clientId, userId: bench.userId, address: null, lid: null }
  const events = Array.from({ length: count }, (_, i) =>
    textEvent({ id: `m${from + i}`, from: ana, atSec: 1_700_000_000 + Math.floor((from + i) / 10) }),
  )
  await database().transaction((tx) => bench.chat.applyEvents(tx, client, events))
}

beforeAll(async () => {
  bench = await createChatBench(database())
  await arrive(0, TOTAL)
  return () => bench.close()
})

const page = (extra: object) =>
  bench.chat.handlers.getConversationMessages(
    { clientId: bench.clientId, jid: ANA, limit: 50, direction: 'before', ...extra },
    bench.ctx(),
  )

const expected = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `m${to - 1 - i}`)

describe('a conversation', () => {
  it('is walked back without gap or repeat while new messages arrive', async () => {
    const seen: string[] = []
    let cursor: string | null | undefined
    let arrived = TOTAL
    do {
      const answer = await page({ limit: 37, ...(cursor ? { cursor } : {}) })
      seen.push(...answer.messages.map((m) => m.id))
      cursor = answer.nextCursor
      await arrive(arrived, 3)
      arrived += 3
    } while (cursor)
    expect(seen).toEqual(expected(0, TOTAL))
  })

  it('is walked forward from any message to the newest, each page newest first', async () => {
    const start = (await page({ limit: 200 })).messages.at(-1)!
    const total = Number(start.id.slice(1)) + 200
    const seen: string[] = []
    let cursor: string | null = start.cursor
    do {
      const answer = await page({ limit: 60, cursor, direction: 'after' })
      seen.unshift(...answer.messages.map((m) => m.id))
      cursor = answer.nextCursor
    } while (cursor)
    expect(seen).toEqual(expected(total - 199, total))
  })

  it('shows what arrives late where its time belongs, behind what has the same second', async () => {
    const client = { id: bench.clientId, userId: bench.userId, address: null, lid: null }
    const late = (id: string) => textEvent({ id, from: ana, atSec: 1_700_000_010 })
    await database().transaction((tx) => bench.chat.applyEvents(tx, client, [late('late1'), late('late2')]))
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const answer = await page({ limit: 41, ...(cursor ? { cursor } : {}) })
      seen.push(...answer.messages.map((m) => m.id))
      cursor = answer.nextCursor
    } while (cursor)
    const first = seen.indexOf('m110')
    expect(seen.slice(first, first + 4)).toEqual(['m110', 'late2', 'late1', 'm109'])
    await database().pool.query(`delete from message where id like 'late%'`)
  })

  it('is the same by every form of the address', async () => {
    const first = await page({ limit: 5 })
    expect(await page({ limit: 5, jid: at('7001@lid') })).toEqual(first)
    expect(new Set(first.messages.map((m) => m.jid))).toEqual(new Set([ANA]))
  })

  it('nobody had is empty', async () => {
    expect(await page({ jid: at('499999999@s.whatsapp.net') })).toEqual({ messages: [], nextCursor: null })
  })

  it('refuses a cursor it never gave', async () => {
    const refusal = await page({ cursor: 'abc' }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('is read from its index among other conversations, wherever the page is', async () => {
    await database().pool.query(
      `insert into message (client_id, chat, id, from_me, at_sec, type, status, origin)
       select $1, 'other' || n % 30, 'x' || n, false, 1700000000 + n, 'text', 'DELIVERY_ACK', 'contact'
       from generate_series(1, 3000) as n`,
      [bench.clientId],
    )
    await database().pool.query('analyze message')
    const { rows } = await database().pool.query(
      `explain (format json, costs off) select * from message where client_id = $1 and chat = $2
       and (at_sec, seq) < ($3, $4) and type not in ('reaction', 'edit', 'revoke')
       order by at_sec desc, seq desc limit 51`,
      [bench.clientId, ANA, 1_700_000_050, 500],
    )
    expect(JSON.stringify(rows)).toContain('"Index Name":"message_page"')
    expect(JSON.stringify(rows)).not.toContain('"Node Type":"Sort"')
  })
})
