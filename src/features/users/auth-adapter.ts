import {
  type CleanedWhere,
  type CustomAdapter,
  createAdapterFactory,
  type WhereOperator,
} from 'better-auth/adapters'
import type { Pool } from 'pg'

/** What the sign-in library keeps of people: its own tables, and no others. */
const TABLES = new Set(['user', 'session', 'account', 'verification'])

/**
 * What the library's own parts compare with. Comparing parts of a text, or without regard to case, is asked for only by
 * plugins of it which are not used here.
 */
const COMPARISONS: Partial<Record<WhereOperator, (column: string, value: string) => string>> = {
  eq: (column, value) => `${column} = ${value}`,
  ne: (column, value) => `${column} <> ${value}`,
  lt: (column, value) => `${column} < ${value}`,
  lte: (column, value) => `${column} <= ${value}`,
  gt: (column, value) => `${column} > ${value}`,
  gte: (column, value) => `${column} >= ${value}`,
  in: (column, value) => `${column} = any(${value})`,
  not_in: (column, value) => `${column} <> all(${value})`,
}

/** The values of a statement; answers the place of each, `$1` and so on. */
type Place = (value: unknown) => string

/** `emailVerified` is the column "email_verified". The names come from the library; one that could be anything else is refused. */
function toColumn(field: string): string {
  if (!/^[a-zA-Z]+$/.test(field)) throw new Error(`${JSON.stringify(field)} is no field of an account`)
  return `"${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`
}

const toField = (column: string): string => column.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase())

function toTable(model: string): string {
  if (!TABLES.has(model)) throw new Error(`${JSON.stringify(model)} is no table of the sign-in library`)
  return `"${model}"`
}

function buildComparison({ field, operator = 'eq', value, mode }: CleanedWhere, place: Place): string {
  const column = toColumn(field)
  if (value === null && operator === 'eq') return `${column} is null`
  if (value === null && operator === 'ne') return `${column} is not null`
  const compare = COMPARISONS[operator]
  if (!compare || mode === 'insensitive')
    throw new Error(`auth-adapter.ts has no comparison ${operator} ${mode ?? ''} for ${field}`)
  return compare(column, place(value))
}

/** All that are joined by `AND` hold, and of those joined by `OR` at least one. */
function buildWhere(where: readonly CleanedWhere[], place: Place): string {
  const all = where.filter(({ connector }) => connector !== 'OR').map((part) => buildComparison(part, place))
  const any = where.filter(({ connector }) => connector === 'OR').map((part) => buildComparison(part, place))
  if (any.length > 0) all.push(`(${any.join(' or ')})`)
  return all.length === 0 ? '' : `where ${all.join(' and ')}`
}

/** Of rows that are changed or removed: never all there are. */
function buildTarget(where: readonly CleanedWhere[], place: Place): string {
  if (where.length === 0) throw new Error('rows of accounts are not changed or removed without saying which')
  return buildWhere(where, place)
}

const buildAssignments = (values: object, place: Place): string =>
  Object.entries(values)
    .map(([field, value]) => `${toColumn(field)} = ${place(value)}`)
    .join(', ')

/** Answers the rows by the library's names of the fields, and how many there were or were changed. */
async function run(pool: Pick<Pool, 'query'>, build: (place: Place) => string) {
  const values: unknown[] = []
  const text = build((value) => `$${values.push(value)}`)
  const { rows, rowCount } = await pool.query<Record<string, unknown>>(text, values)
  const named = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [toField(column), value])),
  )
  return { rows: named, count: rowCount ?? 0 }
}

function createAdapter(pool: Pick<Pool, 'query'>): CustomAdapter {
  const find = async <T>(build: (place: Place) => string) => (await run(pool, build)).rows as T[]
  const change = async (build: (place: Place) => string) => (await run(pool, build)).count

  return {
    async create<T extends object>({ model, data }: { model: string; data: T }) {
      const [made] = await find<T>((place) => {
        const columns = Object.keys(data).map(toColumn).join(', ')
        const values = Object.values(data).map(place).join(', ')
        return `insert into ${toTable(model)} (${columns}) values (${values}) returning *`
      })
      if (!made) throw new Error(`a row of ${model} was not stored`)
      return made
    },
    async findOne<T>({ model, where }: { model: string; where: CleanedWhere[] }) {
      const [found] = await find<T>(
        (place) => `select * from ${toTable(model)} ${buildWhere(where, place)} limit 1`,
      )
      return found ?? null
    },
    findMany: ({ model, where = [], limit, offset = 0, sortBy }) =>
      find((place) => {
        const direction = sortBy?.direction === 'desc' ? 'desc' : 'asc'
        const order = sortBy ? `order by ${toColumn(sortBy.field)} ${direction}` : ''
        const rows = `select * from ${toTable(model)} ${buildWhere(where, place)} ${order}`
        return `${rows} limit ${place(limit)} offset ${place(offset)}`
      }),
    async count({ model, where = [] }) {
      const [found] = await find<{ count: number }>(
        (place) => `select count(*)::int as count from ${toTable(model)} ${buildWhere(where, place)}`,
      )
      return found?.count ?? 0
    },
    async update<T>({ model, where, update }: { model: string; where: CleanedWhere[]; update: T }) {
      const [changed] = await find<T>(
        (place) =>
          `update ${toTable(model)} set ${buildAssignments(update as object, place)} ${buildTarget(where, place)} returning *`,
      )
      return changed ?? null
    },
    updateMany: ({ model, where, update }) =>
      change(
        (place) =>
          `update ${toTable(model)} set ${buildAssignments(update, place)} ${buildTarget(where, place)}`,
      ),
    async delete({ model, where }) {
      await change((place) => `delete from ${toTable(model)} ${buildTarget(where, place)}`)
    },
    deleteMany: ({ model, where }) =>
      change((place) => `delete from ${toTable(model)} ${buildTarget(where, place)}`),
    consumeOne: <T>({ model, where }: { model: string; where: CleanedWhere[] }) =>
      consumeOne<T>(pool, model, where),
  }
}

/**
 * Removes a row that may be used once, and answers it to one caller. Made of the calls above, as the library would, it
 * compares all of the row, and never finds again one whose times are finer than a date of JavaScript.
 */
async function consumeOne<T>(pool: Pick<Pool, 'query'>, model: string, where: CleanedWhere[]) {
  const table = toTable(model)
  const { rows } = await run(
    pool,
    (place) =>
      `delete from ${table} where id = (select id from ${table} ${buildTarget(where, place)} limit 1) returning *`,
  )
  return (rows[0] as T | undefined) ?? null
}

/**
 * The tables of people as the sign-in library (better-auth 1.7) reads and writes them, over the pool. The query builder
 * that it brings for PostgreSQL would be a quarter of all modules of a start, for four tables.
 */
export const createAuthAdapter = (pool: Pick<Pool, 'query'>) =>
  createAdapterFactory({
    config: { adapterId: 'parley', adapterName: 'Parley' },
    adapter: () => createAdapter(pool),
  })
