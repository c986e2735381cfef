import { addExactly } from '../../core/flow/index.ts'
import {
  incrementValue,
  listUniqueKeys,
  MAX_FOUND_ROWS,
  MAX_ROW_BYTES,
  ROW_ID,
  type RowFilter,
  type RowValues,
  TABLE_LIMITS,
  type TableAnswer,
  type TableCall,
  TableError,
  type TableRow,
  toFilters,
  toRowValues,
} from '../../core/tables.ts'
import { toJsonText } from '../../db/json-text.ts'
import type { Executor, Transaction } from '../../db/transaction.ts'
import {
  COUNT_ROWS,
  DELETE_ROWS,
  FIND_ROWS,
  FREE_KEYS,
  INSERT_ROW,
  LOCK_TABLE,
  READ_TABLE,
  READ_USE,
  TAKE_KEYS,
  type TableRecord,
  toTableRow,
  UPDATE_ROW,
} from './store.ts'

/** A call that must leave no trace: the transaction is rolled back, and this is what it answers. */
export class RolledBack extends Error {
  override readonly name = 'RolledBack'
  readonly answer: TableAnswer

  constructor(outcome: 'taken' | 'short') {
    super(outcome)
    this.answer = { outcome, rows: [] }
  }
}

/** Rows that one change may touch. */
const MAX_CHANGED_ROWS = 1_000

export const sizeOf = (values: RowValues): number => Buffer.byteLength(toJsonText(values))

/**
 * Carries out a call of a flow in the transaction of the caller, who stores the answer with it. Throws `RolledBack` where nothing may
 * stay of it, and a `TableError` where it cannot be carried out at all.
 */
export async function runTableCall(tx: Transaction, userId: string, call: TableCall): Promise<TableAnswer> {
  if (call.operation === 'find') {
    const table = await requireTable(tx, userId, call.table)
    const { where, orderBy, isDescending, limit } = call
    const page = { orderBy, isDescending, offset: 0, limit: Math.min(limit, MAX_FOUND_ROWS) }
    return answer(await findRows(tx, table, where, page))
  }
  const table = await lockTable(tx, userId, call.table)
  switch (call.operation) {
    case 'add':
      return answer([await addRow(tx, userId, table, call.values)])
    case 'remove': {
      const found = await findAll(tx, table, call.where)
      await removeRows(
        tx,
        table,
        found.map(({ id }) => id),
      )
      return answer(found)
    }
    case 'update':
      return answer(await changeRows(tx, table, call.where, (row) => toRowValues(table, call.values, row)))
    case 'increment': {
      const { column, by, floor } = call
      const numbers = { ...table, columns: table.columns.map((one) => ({ ...one, isRequired: false })) }
      toRowValues(numbers, { [column]: by })
      return answer(
        await changeRows(tx, table, call.where, (row) => {
          const sum = incrementValue(row[column], by, floor, addExactly)
          if (sum === null) throw new RolledBack('short')
          return { ...row, [column]: sum }
        }),
      )
    }
  }
}

const answer = (rows: TableRow[]): TableAnswer => ({ outcome: rows.length === 0 ? 'empty' : 'ok', rows })

export async function requireTable(db: Executor, userId: string, name: string): Promise<TableRecord> {
  const table = await db.queryOne(READ_TABLE, [userId, name])
  if (!table) throw new TableError('TABLE_MISSING', name)
  return table
}

export async function lockTable(tx: Transaction, userId: string, name: string): Promise<TableRecord> {
  const table = await tx.queryOne(LOCK_TABLE, [userId, name])
  if (!table) throw new TableError('TABLE_MISSING', name)
  return table
}

export interface RowPage {
  orderBy: string | null
  isDescending: boolean
  offset: number
  limit: number
}

export async function findRows(
  db: Executor,
  table: TableRecord,
  where: readonly RowFilter[],
  { orderBy, isDescending, offset, limit }: RowPage,
): Promise<TableRow[]> {
  const column = table.columns.find(({ name }) => name === orderBy)
  if (orderBy !== null && !column) throw new TableError('COLUMN_MISSING', orderBy)
  const filters = toJsonText(toFilters(table, where))
  const order = [orderBy, column?.type ?? 'text', isDescending]
  return (await db.query(FIND_ROWS, [table.id, filters, ...order, offset, limit])).map(toTableRow)
}

async function findAll(
  tx: Transaction,
  table: TableRecord,
  where: readonly RowFilter[],
): Promise<TableRow[]> {
  const page = { orderBy: null, isDescending: false, offset: 0, limit: MAX_CHANGED_ROWS + 1 }
  const found = await findRows(tx, table, where, page)
  if (found.length > MAX_CHANGED_ROWS) throw new TableError('ROWS_TOO_MANY', table.name)
  return found
}

/** A new row of a table that is held, within the limits of its owner's plan. */
export async function addRow(
  tx: Transaction,
  userId: string,
  table: TableRecord,
  given: RowValues,
): Promise<TableRow> {
  const values = toRowValues(table, given)
  const bytes = requireSize(values)
  const use = await tx.queryOne(READ_USE, [userId])
  const limits = TABLE_LIMITS[use?.plan ?? 'free']
  if ((use?.rows ?? 0) >= limits.rows) throw new TableError('LIMIT_ROWS', table.name)
  if ((use?.bytes ?? 0) + bytes > limits.bytes) throw new TableError('LIMIT_BYTES', table.name)
  const row = await tx.queryOne(INSERT_ROW, [table.id, toJsonText(values)])
  if (!row) throw new Error('a row was not written')
  await takeKeys(tx, table, row.id, values)
  await tx.query(COUNT_ROWS, [table.id, 1, bytes])
  return { ...values, id: row.id }
}

export async function removeRows(
  tx: Transaction,
  table: TableRecord,
  ids: readonly string[],
): Promise<number> {
  const gone = await tx.query(DELETE_ROWS, [table.id, ids])
  const bytes = gone.reduce((sum, { held }) => sum + sizeOf(held), 0)
  await tx.query(COUNT_ROWS, [table.id, -gone.length, -bytes])
  return gone.length
}

/** Changes all rows that are found, or none. What two of them trade is free in between. */
export async function changeRows(
  tx: Transaction,
  table: TableRecord,
  where: readonly RowFilter[],
  make: (values: RowValues) => RowValues,
): Promise<TableRow[]> {
  const found = await findAll(tx, table, where)
  const changed = found.map(({ [ROW_ID]: id, ...before }) => ({ id, before, values: make(before) }))
  await tx.query(FREE_KEYS, [found.map(({ id }) => id)])
  for (const { id, values } of changed) {
    requireSize(values)
    await tx.query(UPDATE_ROW, [id, toJsonText(values)])
    await takeKeys(tx, table, id, values)
  }
  const grown = changed.reduce((sum, { before, values }) => sum + sizeOf(values) - sizeOf(before), 0)
  await tx.query(COUNT_ROWS, [table.id, 0, grown])
  return changed.map(({ id, values }) => ({ ...values, id }))
}

export async function takeKeys(
  tx: Transaction,
  table: TableRecord,
  rowId: string,
  values: RowValues,
): Promise<void> {
  const keys = listUniqueKeys(table, values)
  if (keys.length === 0) return
  const taken = await tx.query(TAKE_KEYS, [table.id, rowId, toJsonText(keys)])
  if (taken.length < keys.length) throw new RolledBack('taken')
}

function requireSize(values: RowValues): number {
  const bytes = sizeOf(values)
  if (bytes > MAX_ROW_BYTES) throw new TableError('ROW_TOO_LARGE', String(bytes))
  return bytes
}
