import {
  incrementValue,
  listUniqueKeys,
  MAX_FOUND_ROWS,
  type RowFilter,
  type RowValues,
  type TableAnswer,
  type TableCall,
  type TableColumn,
  TableError,
  type TableRow,
  type TableShape,
  toFilters,
  toRowValues,
} from '../../tables.ts'
import { addExactly } from '../expressions/formula/decimal.ts'

interface SimulatedTable extends TableShape {
  rows: TableRow[]
}

/** A table as a case describes it. */
export function toTableShape({
  columns,
  unique,
}: {
  columns: Readonly<Record<string, TableColumn['type']>>
  unique: readonly (readonly string[])[]
}): TableShape {
  const all = Object.entries(columns).map(([name, type]) => ({ name, type, choices: [], isRequired: false }))
  return { columns: all, unique }
}

/** Tables in memory, by the rules of the stored ones; `test/db/flow-cases` plays the same cases on both. */
export class SimulatedTables {
  readonly #tables = new Map<string, SimulatedTable>()
  #rows = 0

  define(name: string, shape: TableShape, rows: readonly RowValues[] = []): void {
    this.#tables.set(name, { ...shape, rows: [] })
    for (const values of rows) this.run({ table: name, operation: 'add', values })
  }

  /** Throws a `TableError` where the call cannot be carried out. */
  run(call: TableCall): TableAnswer {
    const table = this.#tables.get(call.table)
    if (!table) throw new TableError('TABLE_MISSING', call.table)
    switch (call.operation) {
      case 'add':
        return this.#add(table, call.values)
      case 'find':
        return answer(this.#find(table, call))
      case 'remove': {
        const found = select(table, call.where)
        table.rows = table.rows.filter((row) => !found.includes(row))
        return answer(found)
      }
      case 'update':
        return change(table, call.where, ({ id: _id, ...values }) => toRowValues(table, call.values, values))
      case 'increment':
        return change(table, call.where, ({ id: _id, ...values }) => increment(table, values, call))
    }
  }

  #add(table: SimulatedTable, given: RowValues): TableAnswer {
    const values = toRowValues(table, given)
    if (isTaken(table.rows, table, values)) return { outcome: 'taken', rows: [] }
    this.#rows += 1
    const row = { ...values, id: `00000000-0000-4000-8000-${String(this.#rows).padStart(12, '0')}` }
    table.rows.push(row)
    return { outcome: 'ok', rows: [row] }
  }

  #find(table: SimulatedTable, call: Extract<TableCall, { operation: 'find' }>): TableRow[] {
    const { orderBy, isDescending, limit } = call
    const found = select(table, call.where)
    if (orderBy !== null) {
      toFilters(table, [{ column: orderBy, op: 'eq', value: null }])
      found.sort((a, b) => (isDescending ? -1 : 1) * compare(a[orderBy], b[orderBy]))
    }
    return found.slice(0, Math.min(limit, MAX_FOUND_ROWS))
  }
}

const answer = (rows: TableRow[]): TableAnswer => ({ outcome: rows.length === 0 ? 'empty' : 'ok', rows })

function increment(
  table: SimulatedTable,
  values: RowValues,
  { column, by, floor }: Extract<TableCall, { operation: 'increment' }>,
): RowValues | null {
  toRowValues(
    { ...table, columns: table.columns.map((one) => ({ ...one, isRequired: false })) },
    { [column]: by },
  )
  const sum = incrementValue(values[column], by, floor, addExactly)
  return sum === null ? null : { ...values, [column]: sum }
}

/** Changes all rows that are found, or none. */
function change(
  table: SimulatedTable,
  where: readonly RowFilter[],
  make: (row: TableRow) => RowValues | null,
): TableAnswer {
  const found = select(table, where)
  const changed: TableRow[] = []
  for (const row of found) {
    const values = make(row)
    if (values === null) return { outcome: 'short', rows: [] }
    changed.push({ ...values, id: row.id })
  }
  const byId = new Map(changed.map((row) => [row.id, row]))
  const rows = table.rows.map((row) => byId.get(row.id) ?? row)
  const isDouble = changed.some((row) =>
    isTaken(
      rows.filter((other) => other !== row),
      table,
      row,
    ),
  )
  if (isDouble) return { outcome: 'taken', rows: [] }
  table.rows = rows
  return answer(changed)
}

function isTaken(rows: readonly TableRow[], shape: TableShape, values: RowValues): boolean {
  const keys = listUniqueKeys(shape, values).map(({ name, key }) => `${name} ${key}`)
  return rows.some((row) =>
    listUniqueKeys(shape, row).some(({ name, key }) => keys.includes(`${name} ${key}`)),
  )
}

function select(table: SimulatedTable, where: readonly RowFilter[]): TableRow[] {
  const filters = toFilters(table, where)
  return table.rows.filter((row) => filters.every(({ column, op, value }) => fits(row[column], op, value)))
}

function fits(held: unknown, op: RowFilter['op'], value: unknown): boolean {
  if (value === null) return op === 'eq' ? held === undefined : op === 'neq' && held !== undefined
  if (held === undefined) return false
  const order = compare(held, value)
  switch (op) {
    case 'eq':
      return order === 0
    case 'neq':
      return order !== 0
    case 'lt':
      return order < 0
    case 'lte':
      return order <= 0
    case 'gt':
      return order > 0
    case 'gte':
      return order >= 0
    case 'contains':
      return String(held).toLowerCase().includes(String(value).toLowerCase())
  }
}

/** Numbers by size, all else as texts without case; nothing comes last. */
function compare(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [String(a).toLowerCase(), String(b).toLowerCase()]
  return left === right ? 0 : left < right ? -1 : 1
}
