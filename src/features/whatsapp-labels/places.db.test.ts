import { beforeAll, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient } from '../../../test/support/fixtures.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import { listPlaces, PLACE_PAGES } from './places.ts'

const database = useTestDatabase()
const CHATS = 20_000
const ANA = '7@s.whatsapp.net'

let clientId: string
const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database().pool.query(text, values)).rows as Row[]

beforeAll(async () => {
  clientId = await insertClient(database().pool)
  await query(
    `insert into whatsapp_label (client_id, id, name, colour, is_active, is_fixed, is_deleted)
     select $1, n::text, 'Label ' || n, 1, true, false, n = 9 from generate_series(1, 9) n`,
    [clientId],
  )
  await query(
    `insert into whatsapp_labelled (client_id, label_id, chat)
     select $1, (n % 9 + 1)::text, n || '@s.whatsapp.net' from generate_series(1, ${CHATS}) n`,
    [clientId],
  )
  await query(
    `insert into whatsapp_labelled (client_id, label_id, chat, message_id)
     select $1, (n % 3 + 1)::text, $2, 'm' || n from generate_series(1, 500) n`,
    [clientId, ANA],
  )
  await query(
    `insert into whatsapp_labelled (client_id, label_id, chat, message_id)
     select $1, '8', $2, 'm' || n from generate_series(1, 300) n`,
    [clientId, ANA],
  )
  await query('analyze whatsapp_label, whatsapp_labelled')
})

async function readAll(wanted: { labelId?: string; chat?: string }, limit = 200) {
  const pages: number[] = []
  const found = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await listPlaces(database(), { clientId, ...wanted, cursor, limit })
    pages.push(page.places.length)
    for (const { jid, labelId, messageId } of page.places) found.add(`${jid} ${labelId} ${messageId}`)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return { pages, found }
}

const countOf = async (condition: string): Promise<number> => {
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from whatsapp_labelled where label_id <> '9' and ${condition}`,
  )
  return row?.count ?? 0
}

describe('places of labels of WhatsApp', () => {
  test.each([
    ['all', {}, 'true'],
    ['those of a chat', { chat: ANA }, `chat = '${ANA}'`],
    ['those of a label', { labelId: '2' }, `label_id = '2'`],
    ['those of a label in a chat', { labelId: '2', chat: ANA }, `label_id = '2' and chat = '${ANA}'`],
    ['a chat and its messages of a label', { labelId: '8', chat: ANA }, `label_id = '8' and chat = '${ANA}'`],
    ['none of a label that was deleted', { labelId: '9' }, 'false'],
  ])('%s are listed page by page, each once', async (_what, wanted, condition) => {
    const { pages, found } = await readAll(wanted)
    expect(found.size).toBe(await countOf(condition))
    expect(pages.reduce((sum, count) => sum + count, 0)).toBe(found.size)
    expect(pages.slice(0, -1).every((count) => count === 200)).toBe(true)
  })

  test.each([
    ['all', 'whatsapp_labelled_pk', []],
    ['ofChat', 'whatsapp_labelled_pk', [ANA]],
    ['ofLabel', 'whatsapp_labelled_by_label', ['2']],
    ['ofBoth', 'whatsapp_labelled', ['2', ANA]],
  ] as const)('a page of %s is a stretch of %s, whatever is asked for', async (page, index, asked) => {
    const { stated, open } = PLACE_PAGES[page]
    const connection = await database().pool.connect()
    try {
      // As it is planned once it has been asked for a few times.
      await connection.query(`set plan_cache_mode = force_generic_plan; prepare page as ${stated.text}`)
      const values = [clientId, ...asked, ...open.map(() => '1'), '201'].map((value) => `'${value}'`)
      const { rows } = await connection.query(`explain (format json) execute page (${values.join(', ')})`)
      const plan = JSON.stringify(rows)
      expect(plan).toMatch(new RegExp(`"Index Name":"${index}`))
      expect(plan).not.toMatch(/"Seq Scan","[^}]*"Relation Name":"whatsapp_labelled"/)
      expect(plan).not.toContain('"Node Type":"Sort"')
      const stretch = /"Relation Name":"whatsapp_labelled"[^{}]*?"Index Cond":"([^"]*(?:\\"[^"]*)*)"/.exec(
        plan,
      )?.[1]
      for (const part of [
        'client_id',
        ...(asked.length > 0 ? [page === 'ofChat' ? 'chat' : 'label_id'] : []),
      ])
        expect(stretch).toContain(part)
    } finally {
      await connection.query('deallocate all; reset plan_cache_mode')
      connection.release()
    }
  })

  test('a place that no page told is refused', async () => {
    const refused = await readRefusal(listPlaces(database(), { clientId, cursor: 'bm9uZQ', limit: 1 }))
    expect(refused.data).toMatchObject({ reason: 'PLACE_UNKNOWN' })
  })
})
