import { toFieldValue } from './contact/contact-field-value.ts'
import type { ContactFieldShape } from './contact/contact-fields.ts'

/** Names of tables and of their columns: those of variables. */
export const TABLE_NAME = /^[A-Za-z_]\w{0,63}$/
/** What every row has beside its columns. */
export const ROW_ID = 'id'

export const MAX_TABLE_COLUMNS = 50
export const MAX_TABLE_UNIQUES = 5
export const MAX_FOUND_ROWS = 100
export const MAX_ROW_BYTES = 16_384

/** How much of tables an account may have, by its plan. */
export const TABLE_LIMITS = {
  free: { tables: 20, rows: 10_000, bytes: 10_485_760 },
  pro: { tables: 200, rows: 200_000, bytes: 209_715_200 },
} as const

export interface TableColumn extends ContactFieldShape {
  name: string
  /** A row without a value here is refused. */
  isRequired: boolean
}

export interface TableShape {
  columns: readonly TableColumn[]
  /** Groups of columns whose values together are there once; a row that lacks one of them counts for none. */
  unique: readonly (readonly string[])[]
}

export type RowValues = Record<string, unknown>
export type TableRow = RowValues & { id: string }

export const FILTER_OPS = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'contains'] as const
export type FilterOp = (typeof FILTER_OPS)[number]

export interface RowFilter {
  column: string
  op: FilterOp
  /** Null: no value. */
  value: unknown
}

/** What a flow asks of a table. `find` and `remove` go by `where`; `update` and `increment` change every row that it finds. */
export type TableCall = { table: string } & (
  | {
      operation: 'find'
      where: readonly RowFilter[]
      orderBy: string | null
      isDescending: boolean
      limit: number
    }
  | { operation: 'add'; values: RowValues }
  | { operation: 'update'; where: readonly RowFilter[]; values: RowValues }
  | { operation: 'remove'; where: readonly RowFilter[] }
  /** Adds `by` to a number; nothing changes where that would take one of the rows below `floor`. */
  | { operation: 'increment'; where: readonly RowFilter[]; column: string; by: number; floor: number | null }
)

/** What came of a call: the rows found, added, changed or removed. Nothing was changed unless it is `ok`. */
export interface TableAnswer {
  outcome: 'ok' | 'empty' | 'taken' | 'short'
  rows: TableRow[]
}

export type TableErrorCode =
  | 'TABLE_MISSING'
  | 'COLUMN_MISSING'
  | 'VALUE_REFUSED'
  | 'ROW_TOO_LARGE'
  | 'ROWS_TOO_MANY'
  | 'LIMIT_ROWS'
  | 'LIMIT_BYTES'

/** Why a call could not be carried out, whatever is in the table. */
export class TableError extends Error {
  override readonly name = 'TableError'
  readonly code: TableErrorCode
  /** The column, or the table. */
  readonly about: string

  constructor(code: TableErrorCode, about: string) {
    super(`${code}: ${about}`)
    this.code = code
    this.about = about
  }
}

function requireColumn({ columns }: TableShape, name: string): TableColumn {
  const column = columns.find((one) => one.name === name)
  if (!column) throw new TableError('COLUMN_MISSING', name)
  return column
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Values as the columns hold them, those that are nothing left out. `kept` is what the row had before. */
export function toRowValues(shape: TableShape, given: RowValues, kept: RowValues = {}): RowValues {
  const values: RowValues = { ...kept }
  for (const [name, value] of Object.entries(given)) {
    const column = requireColumn(shape, name)
    delete values[name]
    if (isNothing(value)) continue
    const held = toFieldValue(column, value)
    if (held === undefined) throw new TableError('VALUE_REFUSED', name)
    values[name] = held
  }
  const lacking = shape.columns.find(({ name, isRequired }) => isRequired && values[name] === undefined)
  if (lacking) throw new TableError('VALUE_REFUSED', lacking.name)
  return values
}

/** Filters with their values as the columns hold them; a value that no row can hold finds nothing. */
export function toFilters(shape: TableShape, where: readonly RowFilter[]): (RowFilter & { type: string })[] {
  return where.map(({ column: name, op, value }) => {
    if (name === ROW_ID)
      return { column: name, type: 'text', op, value: isNothing(value) ? null : String(value) }
    const column = requireColumn(shape, name)
    if (isNothing(value)) return { column: name, type: column.type, op, value: null }
    const held = op === 'contains' ? String(value) : toFieldValue(column, value)
    if (held === undefined) throw new TableError('VALUE_REFUSED', name)
    return { column: name, type: op === 'contains' ? 'text' : column.type, op, value: held }
  })
}

/** What a row holds in each group of columns that is there once; texts count without case. */
export function listUniqueKeys({ unique }: TableShape, values: RowValues): { name: string; key: string }[] {
  return unique.flatMap((names) => {
    const held = names.map((name) => values[name])
    if (held.some((value) => value === undefined)) return []
    return [{ name: names.join(','), key: JSON.stringify(held).toLowerCase() }]
  })
}

/** The number that a row has after an increment, or null where it may not have it. */
export function incrementValue(
  value: unknown,
  by: number,
  floor: number | null,
  add: (a: number, b: number) => number,
): number | null {
  const sum = add(typeof value === 'number' ? value : 0, by)
  return floor !== null && sum < floor ? null : sum
}
