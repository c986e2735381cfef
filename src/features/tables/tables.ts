import type { CallContext, Handlers, OwnerId } from '../../contract/handlers.ts'
import { refusal } from '../../core/errors.ts'
import type { ExchangeTable } from '../../core/flow/index.ts'
import {
  listUniqueKeys,
  MAX_FOUND_ROWS,
  type RowValues,
  TABLE_LIMITS,
  type TableAnswer,
  type TableCall,
  TableError,
  type TableRow,
  type TableShape,
  toFilters,
} from '../../core/tables.ts'
import type { Database } from '../../db/client.ts'
import { toJsonText } from '../../db/json-text.ts'
import type { Executor, Transaction } from '../../db/transaction.ts'
import {
  COUNT_FOUND,
  DELETE_TABLE,
  FIND_ROWS,
  FREE_ALL_KEYS,
  INSERT_TABLE,
  LIST_TABLES,
  READ_ALL_ROWS,
  READ_TABLE,
  READ_USE,
  type TableRecord,
  toTableRow,
  UPDATE_TABLE,
} from './store.ts'
import {
  addRow,
  findRows,
  lockTable,
  RolledBack,
  removeRows,
  requireTable,
  runTableCall,
  takeKeys,
} from './table-rows.ts'

type TableHandlers = Handlers['tables']
type SetInput = Parameters<TableHandlers['set']>[0]
type AddInput = Parameters<TableHandlers['rows']['add']>[0]

/** Rows whose keys are made anew in one step when what is unique changes. */
const KEY_BATCH = 1_000

const toTable = ({ id: _id, bytes, createdAt, updatedAt, ...table }: TableRecord) => ({
  ...table,
  sizeBytes: bytes,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

/** Small tables that people keep for their flows: stock, slots, bookings. */
export class Tables {
  readonly handlers: TableHandlers
  readonly #db: Database

  constructor({ db }: { db: Database }) {
    this.#db = db
    this.handlers = {
      list: async (_, { owner }) => (await db.query(LIST_TABLES, [owner])).map(toTable),
      set: (input, ctx) => refused(() => this.#set(input, ctx)),
      async delete({ name }, { owner }) {
        const gone = await db.queryOne(DELETE_TABLE, [owner, name])
        if (!gone) throw refusal('NOT_FOUND', 'NO_SUCH_TABLE', { name })
        return { success: true }
      },
      rows: {
        list: (input, { owner }) =>
          refused(async () => {
            const table = await requireTable(db, owner, input.table)
            const filters = toJsonText(toFilters(table, input.where))
            const { orderBy = null, descending, offset, limit } = input
            const found = await findRows(db, table, input.where, {
              orderBy,
              isDescending: descending,
              offset,
              limit,
            })
            const counted = await db.queryOne(COUNT_FOUND, [table.id, filters])
            return { rows: found, total: counted?.count ?? 0 }
          }),
        add: (input, { owner }) => refused(() => db.transaction((tx) => addAll(tx, owner, input))),
        update: ({ table: name, id, values }, { owner }) =>
          refused(() =>
            db.transaction(async (tx) => {
              const table = await lockTable(tx, owner, name)
              const call = { table: name, operation: 'update', where: [byId(id)], values } as const
              const { rows } = await runTableCall(tx, owner, call)
              const [row] = rows
              if (!row) throw refusal('NOT_FOUND', 'NO_SUCH_ROW', { table: table.name })
              return row
            }),
          ),
        delete: ({ table: name, ids }, { owner }) =>
          refused(() =>
            db.transaction(async (tx) => {
              const table = await lockTable(tx, owner, name)
              return { deleted: await removeRows(tx, table, ids) }
            }),
          ),
      },
    }
  }

  /** Carries out a call of a flow in the caller's transaction; see `runTableCall`. */
  run(tx: Transaction, userId: string, call: TableCall): Promise<TableAnswer> {
    return runTableCall(tx, userId, call)
  }

  /** A person's tables by name, for checks of flows and as they travel with them. */
  async readDefinitions(db: Executor, userId: string): Promise<ReadonlyMap<string, ExchangeTable>> {
    return new Map((await db.query(LIST_TABLES, [userId])).map((table) => [table.name, table]))
  }

  /** What is in a table, by the names of its columns; null where there is none of the name. */
  async readAllRows(
    db: Executor,
    owner: OwnerId,
    name: string,
    limit: number,
  ): Promise<Record<string, unknown>[] | null> {
    const rows = await db.query(READ_ALL_ROWS, [owner, name, limit])
    if (rows.length > 0) return rows.map(({ held }) => held)
    return (await db.queryOne(READ_TABLE, [owner, name])) ? [] : null
  }

  /** One that a flow came with, where there is none of the name; false: the plan has room for no more, or it is none. */
  async make(
    tx: Executor,
    owner: OwnerId,
    { name, description, columns, unique }: ExchangeTable,
  ): Promise<boolean> {
    if (findBadShape({ columns, unique }) !== null) return false
    const use = await tx.queryOne(READ_USE, [owner])
    if ((use?.tables ?? 0) >= TABLE_LIMITS[use?.plan ?? 'free'].tables) return false
    const values = [description, toJsonText(columns), toJsonText(unique)]
    return (await tx.queryOne(INSERT_TABLE, [owner, name, ...values])) !== undefined
  }

  async #set(input: SetInput, { owner }: CallContext) {
    const { name } = input
    checkShape(input)
    await this.#db.transaction(async (tx) => {
      const use = await tx.queryOne(READ_USE, [owner])
      const most = TABLE_LIMITS[use?.plan ?? 'free'].tables
      const values = [input.description, toJsonText(input.columns), toJsonText(input.unique)]
      const made =
        (use?.tables ?? 0) < most ? await tx.queryOne(INSERT_TABLE, [owner, name, ...values]) : undefined
      if (made) return
      const table = await findOrRefuse(tx, owner, name, most)
      refuseOtherTypes(table, input)
      await tx.query(UPDATE_TABLE, [table.id, ...values])
      await takeAllKeys(tx, { ...table, ...input })
    })
    return toTable(await requireTable(this.#db, owner, name))
  }
}

const byId = (id: string) => ({ column: 'id', op: 'eq', value: id }) as const

async function findOrRefuse(
  tx: Transaction,
  owner: OwnerId,
  name: string,
  most: number,
): Promise<TableRecord> {
  try {
    return await lockTable(tx, owner, name)
  } catch (error) {
    if (error instanceof TableError) throw refusal('CONFLICT', 'TOO_MANY_TABLES', { most })
    throw error
  }
}

function checkShape(input: SetInput): void {
  const bad = findBadShape(input)
  if (bad) throw bad
}

/** Columns that are named once, choices that there are, and unique groups of columns of the table. */
function findBadShape({ columns, unique }: TableShape) {
  const names = columns.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at || name === 'id')
  if (twice !== undefined) return refusal('BAD_REQUEST', 'COLUMN_TWICE', { name: twice }, { path: 'columns' })
  const empty = columns.find(({ type, choices }) => type === 'choice' && choices.length === 0)
  if (empty) return refusal('BAD_REQUEST', 'COLUMN_CHOICES', { name: empty.name }, { path: 'columns' })
  const unknown = unique.flat().find((name) => !names.includes(name))
  if (unknown !== undefined)
    return refusal('BAD_REQUEST', 'NO_SUCH_COLUMN', { name: unknown }, { path: 'unique' })
  return null
}

/** What rows hold stays what it is: a column of another type is another column. */
function refuseOtherTypes(table: TableRecord, { columns }: SetInput): void {
  if (table.rows === 0) return
  const changed = columns.find(({ name, type }) => {
    const before = table.columns.find((one) => one.name === name)
    return before !== undefined && before.type !== type
  })
  if (changed) throw refusal('CONFLICT', 'COLUMN_TYPE_STAYS', { name: changed.name })
}

/** The keys of all rows anew. */
async function takeAllKeys(tx: Transaction, table: TableRecord): Promise<void> {
  await tx.query(FREE_ALL_KEYS, [table.id])
  if (table.unique.length === 0) return
  for (let offset = 0; offset < table.rows; offset += KEY_BATCH) {
    const rows = await tx.query(FIND_ROWS, [table.id, '[]', null, 'text', false, offset, KEY_BATCH])
    for (const { id, ...values } of rows.map(toTableRow)) await takeKeys(tx, table, id, values)
  }
}

/** All rows, or none. */
async function addAll(tx: Transaction, owner: OwnerId, { table: name, rows }: AddInput) {
  const table = await lockTable(tx, owner, name)
  const added: TableRow[] = []
  for (const [at, values] of rows.entries()) {
    try {
      added.push(await addRow(tx, owner, table, values))
    } catch (error) {
      if (error instanceof RolledBack)
        throw refusal('CONFLICT', 'ROW_TAKEN', { row: at + 1, columns: namesOf(table, values) })
      if (error instanceof TableError) throw toRefusal(error, at + 1)
      throw error
    }
  }
  return { rows: added }
}

const namesOf = (table: TableShape, values: RowValues): string =>
  listUniqueKeys(table, values)
    .map(({ name }) => name)
    .join('; ')

/** What a caller cannot do, as a refusal. */
async function refused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TableError) throw toRefusal(error, null)
    if (error instanceof RolledBack) throw refusal('CONFLICT', 'ROW_TAKEN', { row: null, columns: '' })
    throw error
  }
}

function toRefusal({ code, about }: TableError, row: number | null) {
  switch (code) {
    case 'TABLE_MISSING':
      return refusal('NOT_FOUND', 'NO_SUCH_TABLE', { name: about })
    case 'COLUMN_MISSING':
      return refusal('BAD_REQUEST', 'NO_SUCH_COLUMN', { name: about })
    case 'VALUE_REFUSED':
      return refusal('BAD_REQUEST', 'COLUMN_VALUE', { name: about, row })
    case 'ROW_TOO_LARGE':
      return refusal('BAD_REQUEST', 'ROW_SIZE', {})
    case 'ROWS_TOO_MANY':
      return refusal('BAD_REQUEST', 'ROWS_AT_ONCE', { most: MAX_FOUND_ROWS })
    default:
      return refusal('CONFLICT', 'TABLE_LIMIT', { what: code === 'LIMIT_ROWS' ? 'rows' : 'bytes' })
  }
}
