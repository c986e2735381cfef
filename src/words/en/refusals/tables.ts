import type { TableRefusals } from '../../../core/refusal-reasons.ts'
import type { Sentences } from '../../sentences.ts'

const ofRow = (row: number | null): string => (row === null ? '' : ` (row ${row})`)

/** Why a table or a row of it cannot be what was asked for. */
export const tables: Sentences<TableRefusals> = {
  NO_SUCH_TABLE: ({ name }) => `There is no table "${name}". List the tables to see their names.`,
  NO_SUCH_COLUMN: ({ name }) => `The table has no column "${name}".`,
  NO_SUCH_ROW: ({ table }) => `The table "${table}" has no such row.`,
  TOO_MANY_TABLES: ({ most }) => `There are ${most} tables already; delete one that is not needed.`,
  COLUMN_TWICE: ({ name }) => `"${name}" cannot be the name of another column.`,
  COLUMN_CHOICES: ({ name }) => `Name at least one choice of the column "${name}".`,
  COLUMN_TYPE_STAYS: ({ name }) =>
    `The column "${name}" has another type, and there are rows. Delete them first, or make another column.`,
  COLUMN_VALUE: ({ name, row }) =>
    `The column "${name}" does not take this value, or needs one${ofRow(row)}.`,
  ROW_TAKEN: ({ row, columns }) =>
    `A row with the same values is there already${columns === '' ? '' : ` in ${columns}`}${ofRow(row)}.`,
  ROW_SIZE: 'The row is larger than 16 KiB.',
  ROWS_AT_ONCE: ({ most }) => `At most ${most} rows may change at once.`,
  TABLE_LIMIT: ({ what }) =>
    what === 'rows'
      ? 'The rows that this plan allows are used up; delete some that are not needed.'
      : 'The space that this plan allows for tables is used up; delete rows that are not needed.',
}
