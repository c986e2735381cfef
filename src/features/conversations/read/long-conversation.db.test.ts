import { beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { insertClient } from '../../../../test/support/fixtures.ts'
import { type Position, parseCursor, toCursor } from './cursor.ts'
import { readPage } from './pages.ts'

const database = useTestDatabase({ poolSize: 8 })
const TOTAL = 100_000
const CHAT = '491511111111@s.whatsapp.net'
const FIRST_SEC = 1_700_000_000
/** So many share a second, and only the order of their arrival tells them apart. */
const PER_SECOND = 7

let clientId: string
beforeAll(async () => {
  clientId = await insertClient(database().pool)
  await database().pool.query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
     select $1, $2, 'm' || n, n % 3 = 0, $3 + n / $4, 'text', 'text ' || n, 'READ', 'history'
     from generate_series(0, $5 - 1) n order by n`,
    [clientId, CHAT, FIRST_SEC, PER_SECOND, TOTAL],
  )
  await database().pool.query('analyze message')
}, 120_000)

async function store(id: string, atSec: number): Promise<void> {
  await database().pool.query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
     values ($1, $2, $3, false, $4, 'text', $3, 'READ', 'history')`,
    [clientId, CHAT, id, atSec],
  )
}

/** Stores new and late messages beside a walk, as fast as it can; answers how many once it is told to end. */
function storeAlongside(name: string) {
  let isOver = false
  const work = (async () => {
    let count = 0
    for (; !isOver; count += 2) {
      const late = FIRST_SEC + ((count * 7919) % Math.floor(TOTAL / PER_SECOND))
      await Promise.all([store(`${name}new${count}`, FIRST_SEC + TOTAL), store(`${name}any${count}`, late)])
    }
    return count
  })()
  return {
    end: () => {
      isOver = true
      return work
    },
  }
}

const isOlder = (a: Position, b: Position) => a.atSec < b.atSec || (a.atSec === b.atSec && a.seq < b.seq)

interface Walk {
  ids: string[]
  /** Stored late, further on in the direction of the walk than it had come: they have to show up. */
  awaited: string[]
  /** Stored late where the walk had already been. */
  passed: string[]
}

/** One page in the order of the walk, after checking that each message lies further on than the one before. */
async function readOn(direction: 'before' | 'after', from: Position | null) {
  const page = await readPage(database(), { clientId, chat: CHAT, from, direction, limit: 200 })
  const messages = direction === 'before' ? page.messages : page.messages.toReversed()
  const places = messages.map(({ cursor }) => parseCursor(cursor)!)
  // One comparison for the page: an `expect` for each of 300,000 messages takes longer than to read them.
  const isFurtherOn = (place: Position, at: number): boolean => {
    const earlier = at === 0 ? from : places[at - 1]!
    return earlier === null || (direction === 'before' ? isOlder(place, earlier) : isOlder(earlier, place))
  }
  expect(places.filter((place, at) => !isFurtherOn(place, at))).toEqual([])
  const next = page.nextCursor === null ? null : parseCursor(page.nextCursor)!
  if (next) expect(toCursor(next)).toBe(messages.at(-1)?.cursor)
  return { ids: messages.map(({ id }) => id), next }
}

/** Walks page by page, with a late message stored on either side of each place it comes to. */
async function walk(direction: 'before' | 'after'): Promise<Walk> {
  const seen: Walk = { ids: [], awaited: [], passed: [] }
  const ahead = direction === 'before' ? -1 : 1
  let at: Position | null = null
  for (let n = 0; ; n += 1) {
    const { ids, next } = await readOn(direction, at)
    seen.ids.push(...ids)
    if (next === null) return seen
    at = next
    if (n % 10 !== 0) continue
    await store(`${direction}-awaited-${n}`, at.atSec + ahead * 50)
    await store(`${direction}-passed-${n}`, at.atSec - ahead)
    seen.awaited.push(`${direction}-awaited-${n}`)
    seen.passed.push(`${direction}-passed-${n}`)
  }
}

async function walkOnly(direction: 'before' | 'after'): Promise<{ ids: string[] }> {
  const ids: string[] = []
  let at: Position | null = null
  do {
    const page = await readOn(direction, at)
    ids.push(...page.ids)
    at = page.next
  } while (at)
  return { ids }
}

const expected = Array.from({ length: TOTAL }, (_, n) => `m${n}`)

describe('a conversation of 100,000 messages, with new and late ones stored all the while', () => {
  it.each(['before', 'after'] as const)(
    'walked %s shows each message there was once and in order, and late ones exactly where they are still ahead',
    async (direction) => {
      const others = storeAlongside(direction)
      const { ids, awaited, passed } = await walk(direction)
      expect(await others.end()).toBeGreaterThan(10)
      expect(new Set(ids).size).toBe(ids.length)
      const theirs = ids.filter((id) => /^m\d+$/.test(id))
      expect(theirs).toEqual(direction === 'before' ? expected.toReversed() : expected)
      const shown = new Set(ids)
      expect(awaited.length).toBeGreaterThan(10)
      // The very last one may lie beyond the end of what there was.
      expect(awaited.slice(0, -1).filter((id) => !shown.has(id))).toEqual([])
      expect(passed.filter((id) => shown.has(id))).toEqual([])
    },
    120_000,
  )

  it('is the same walked either way once nothing is stored any more', async () => {
    const { ids: there } = await walkOnly('before')
    const { ids: back } = await walkOnly('after')
    expect(back.toReversed()).toEqual(there)
    const { rows } = await database().pool.query<{ n: number }>(
      'select count(*)::int as n from message where client_id = $1',
      [clientId],
    )
    expect(there).toHaveLength(rows[0]!.n)
  }, 120_000)
})
