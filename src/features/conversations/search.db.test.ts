import { beforeAll, describe, expect, it } from 'vitest'
import { type ChatBench, createChatBench } from '../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { at } from '../../../test/support/network-events.ts'

const database = useTestDatabase()
const ANA = at('491511111111@s.whatsapp.net')
const BEN = at('491522222222@s.whatsapp.net')
const MANY = 45_000

let bench: ChatBench

/** A long conversation in which one in a thousand messages speaks of a parcel, and a short one. */
beforeAll(async () => {
  bench = await createChatBench(database())
  await database().pool.query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin, revoked_at)
     select $1, $2, 'a' || n, n % 2 = 0, 1700000000 + n / 3, 'text',
       case when n % 1000 = 0 then 'Your PARCEL number ' || n when n % 7 = 0 then null else 'something else ' || n end,
       'READ', 'contact', null
     from generate_series(1, ${MANY}) n`,
    [bench.clientId, ANA],
  )
  await database().pool.query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
     values ($1, $2, 'b1', false, 1700000000, 'text', 'a parcel for Ben: 100% wool_', 'READ', 'contact'),
       ($1, $2, 'b2', false, 1700000001, 'reaction', 'parcel', 'READ', 'contact'),
       ($1, $2, 'b3', false, 1700000002, 'text', 'Você é da São João? Ligue (11) 98765-4321', 'READ', 'contact')`,
    [bench.clientId, BEN],
  )
  return () => bench.close()
})

const search = (text: string, extra: { jid?: typeof ANA; cursor?: string; limit?: number } = {}) =>
  bench.chat.handlers.searchMessages(
    { clientId: bench.clientId, jid: ANA, text, limit: 10, ...extra },
    bench.ctx(),
  )

describe('searching a conversation', () => {
  it('finds each message with the text once, newest first, page by page to the beginning', async () => {
    const found: string[] = []
    let cursor: string | null = null
    let pages = 0
    do {
      const page: Awaited<ReturnType<typeof search>> = await search('parcel', cursor ? { cursor } : {})
      found.push(...page.messages.map(({ id }) => id))
      cursor = page.nextCursor
      pages += 1
    } while (cursor)
    expect(found).toEqual(Array.from({ length: MANY / 1000 }, (_, i) => `a${MANY - i * 1000}`))
    expect(pages).toBeLessThan(10)
  })

  it('looks at a bounded number of messages in one call, and goes on from there', async () => {
    const none = await search('never written')
    expect(none.messages).toEqual([])
    expect(none.nextCursor).not.toBeNull()
  })

  it('takes the text as it is, and keeps to its conversation and to what is shown in it', async () => {
    expect((await search('100% WOOL_', { jid: BEN })).messages.map(({ id }) => id)).toEqual(['b1'])
    expect((await search('parcel', { jid: BEN })).messages.map(({ id }) => id)).toEqual(['b1'])
    expect((await search('%', { jid: BEN })).messages).toHaveLength(1)
    expect((await search('wool.', { jid: BEN })).nextCursor).toBeNull()
  })

  it.each(['voce e da sao joao', 'SÃO', '+11 98765 4321', '11987654321'])(
    'finds %j whatever its accents, case and spaces in numbers',
    async (typed) => {
      expect((await search(typed, { jid: BEN })).messages.map(({ id }) => id)).toEqual(['b3'])
    },
  )
})
