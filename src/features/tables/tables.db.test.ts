import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { callContextOf } from '../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertUser } from '../../../test/support/fixtures.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import type { CallContext } from '../../contract/handlers.ts'
import type { TableAnswer, TableCall } from '../../core/tables.ts'
import { RolledBack, Tables } from './index.ts'

const database = useTestDatabase()
let tables: Tables
let me: CallContext

const text = (name: string, isRequired = false) => ({ name, type: 'text' as const, choices: [], isRequired })
const number = (name: string) => ({ name, type: 'number' as const, choices: [], isRequired: false })

beforeEach(async () => {
  tables = new Tables({ db: database() })
  me = callContextOf(await insertUser(database().pool))
})

const make = (name: string, unique: string[][] = []) => {
  const columns = [text('slot', true), text('who'), number('left')]
  return tables.handlers.set({ name, description: null, columns, unique }, me)
}
const add = (table: string, ...rows: Record<string, string | number | null>[]) =>
  tables.handlers.rows.add({ table, rows }, me)
const list = async (table: string) => {
  const page = { where: [], descending: false, offset: 0, limit: 500 }
  return await tables.handlers.rows.list({ table, ...page }, me)
}

/** As an effect carries it out: what may leave no trace is rolled back. */
async function run(call: TableCall): Promise<TableAnswer['outcome']> {
  try {
    return (await database().transaction((tx) => tables.run(tx, me.owner, call))).outcome
  } catch (error) {
    if (error instanceof RolledBack) return error.answer.outcome
    throw error
  }
}

describe('tables', () => {
  test('fifty who book ten slots at once get one each, and nobody another’s', async () => {
    await make('slots', [['slot']])
    const book = (person: number) =>
      run({
        table: 'slots',
        operation: 'add',
        values: { slot: `slot ${person % 10}`, who: `person ${person}` },
      })
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, person) => book(person)))
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(10)
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(40)
    const { rows, total } = await list('slots')
    expect([total, new Set(rows.map(({ slot }) => slot)).size]).toEqual([10, 10])
  })

  test('twenty who take from a stock of seven leave nothing, and none of them takes what is not there', async () => {
    await make('stock')
    await add('stock', { slot: 'tea', left: 7 })
    const take = () =>
      run({
        ...{ table: 'stock', operation: 'increment' as const, column: 'left', by: -1, floor: 0 },
        where: [{ column: 'slot', op: 'eq', value: 'Tea' }],
      })
    const outcomes = await Promise.all(Array.from({ length: 20 }, take))
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(7)
    expect(outcomes.filter((outcome) => outcome === 'short')).toHaveLength(13)
    expect((await list('stock')).rows).toMatchObject([{ left: 0 }])
  })

  test('a unique key holds by itself, should two writers ever come past the lock', async () => {
    await make('slots', [['slot']])
    const { rows } = await add('slots', { slot: 'nine' })
    const copy = randomUUID()
    const { pool } = database()
    await pool.query(
      'insert into data_row (id, table_id, held) select $1, table_id, held from data_row where id = $2',
      [copy, rows[0]?.id],
    )
    await expect(
      pool.query(
        `insert into data_row_key (table_id, name, key, row_id)
         select table_id, name, key, $1 from data_row_key where row_id = $2`,
        [copy, rows[0]?.id],
      ),
    ).rejects.toThrow(/data_row_key_table_id_name_key_pk/)
  })

  test('rows are added all or none, changed, counted and deleted, and their slots are free again', async () => {
    await make('slots', [['slot']])
    await add('slots', { slot: 'nine', who: 'Ana' })
    const refused = await readRefusal(add('slots', { slot: 'ten' }, { slot: 'NINE' }))
    expect(refused).toMatchObject({ code: 'CONFLICT', data: { reason: 'ROW_TAKEN' } })
    expect((await list('slots')).total).toBe(1)
    const { rows } = await add('slots', { slot: 'ten' })
    const id = rows[0]?.id ?? ''
    await tables.handlers.rows.update({ table: 'slots', id, values: { who: 'Bia' } }, me)
    expect((await list('slots')).rows).toMatchObject([{ slot: 'nine' }, { slot: 'ten', who: 'Bia' }])
    const busy = await readRefusal(
      tables.handlers.rows.update({ table: 'slots', id, values: { slot: 'nine' } }, me),
    )
    expect(busy).toMatchObject({ data: { reason: 'ROW_TAKEN' } })
    expect(await tables.handlers.rows.delete({ table: 'slots', ids: [id] }, me)).toEqual({ deleted: 1 })
    await add('slots', { slot: 'ten' })
    const [table] = await tables.handlers.list({}, me)
    const { rows: kept } = await list('slots')
    const sizes = kept.map(({ id: _id, ...values }) => Buffer.byteLength(JSON.stringify(values)))
    expect(table).toMatchObject({ rows: 2, sizeBytes: sizes.reduce((sum, size) => sum + size, 0) })
    expect(kept).toHaveLength(2)
  })

  test('values are of the type of their column, and a required one is there', async () => {
    await make('slots')
    expect(await readRefusal(add('slots', { who: 'Ana' }))).toMatchObject({
      data: { reason: 'COLUMN_VALUE' },
    })
    expect(await readRefusal(add('slots', { slot: 'a', left: 'few' }))).toMatchObject({
      data: { reason: 'COLUMN_VALUE' },
    })
    expect(await readRefusal(add('slots', { slot: 'a', size: 1 }))).toMatchObject({
      data: { reason: 'NO_SUCH_COLUMN' },
    })
    const { rows } = await add('slots', { slot: 'a', left: '2.5' })
    expect(rows).toMatchObject([{ slot: 'a', left: 2.5 }])
  })

  test('what is unique may change as long as the rows allow it, and the type of a column while there are none', async () => {
    await make('slots')
    await add('slots', { slot: 'nine' }, { slot: 'Nine' })
    expect(await readRefusal(make('slots', [['slot']]))).toMatchObject({ data: { reason: 'ROW_TAKEN' } })
    const columns = [number('slot')]
    const changed = tables.handlers.set({ name: 'slots', description: null, columns, unique: [] }, me)
    expect(await readRefusal(changed)).toMatchObject({ data: { reason: 'COLUMN_TYPE_STAYS' } })
    await make('slots', [['slot', 'who']])
    await tables.handlers.delete({ name: 'slots' }, me)
    expect(await tables.handlers.list({}, me)).toEqual([])
  })

  test('the rows of a plan end', async () => {
    await make('slots')
    await database().pool.query('update data_table set row_count = 10000 where user_id = $1', [me.owner])
    expect(await readRefusal(add('slots', { slot: 'a' }))).toMatchObject({ data: { reason: 'TABLE_LIMIT' } })
    await database().pool.query(`update "user" set plan = 'pro' where id = $1`, [me.owner])
    await add('slots', { slot: 'a' })
    await database().pool.query('update data_table set bytes = 209715200 where user_id = $1', [me.owner])
    expect(await readRefusal(add('slots', { slot: 'b' }))).toMatchObject({ data: { reason: 'TABLE_LIMIT' } })
  })
})
