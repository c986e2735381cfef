import { z } from 'zod'
import {
  CONTACT_FIELD_TYPES,
  MAX_CONTACT_FIELD_CHARS,
  MAX_FIELD_CHOICES,
} from '../../core/contact/contact-fields.ts'
import { problemText } from '../../core/input/input-problem.ts'
import { FILTER_OPS, MAX_TABLE_COLUMNS, MAX_TABLE_UNIQUES, TABLE_NAME } from '../../core/tables.ts'
import { defineOperation } from '../operation.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')
const MAX_ROWS_AT_ONCE = 500
const MAX_OFFSET = 1_000_000

const name = z.string().regex(TABLE_NAME, problemText('NO_NAME'))

const Column = z.strictObject({
  name,
  type: z.enum(CONTACT_FIELD_TYPES),
  choices: z
    .array(z.string().trim().min(1).max(100))
    .max(MAX_FIELD_CHOICES)
    .default([])
    .describe('Of a choice: what may be chosen.'),
  isRequired: z.boolean().default(false).describe('A row without a value here is refused.'),
})

const Table = z.object({
  name: z.string(),
  description: z.string().nullable(),
  columns: z.array(Column),
  unique: z.array(z.array(z.string())),
  rows: z.int(),
  sizeBytes: z.number(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

const value = z.union([z.string().max(MAX_CONTACT_FIELD_CHARS), z.number(), z.boolean(), z.null()], {
  error: problemText('NO_FIELD_VALUE', { most: MAX_CONTACT_FIELD_CHARS }),
})
const values = z.record(name, value).describe('Values by the names of columns; null is no value.')
const Row = z.looseObject({ id: z.string() }).describe('Its values by the names of columns.')

/** A table as people define it, and as a flow brings it along. */
export const TableDefinition = z.strictObject({
  name: name.describe('As `table` nodes name it.'),
  description: z.string().trim().max(500).nullable().default(null),
  columns: z.array(Column).min(1).max(MAX_TABLE_COLUMNS),
  unique: z
    .array(z.array(name).min(1).max(10))
    .max(MAX_TABLE_UNIQUES)
    .default([])
    .describe('Groups of columns whose values together may be there once, so that a slot is given once.'),
})

/** Small tables that people keep for their flows, and their rows. */
export const tables = {
  list: defineOperation({
    name: 'tables.list',
    summary: 'List the caller’s tables for flows by name',
    scope: 'flows:read',
    reach: 'account',
    effect: 'reads',
    extension: true,
    input: z.strictObject({}),
    output: z.array(Table),
  }),
  set: defineOperation({
    name: 'tables.set',
    summary: 'Make a table for flows, or change its columns and what is unique in it',
    description:
      'The type of a column stays while there are rows; values of a column that is left out are kept and not shown. Rows that break a new unique group refuse it.',
    scope: 'flows:write',
    reach: 'account',
    effect: 'writes',
    extension: true,
    input: TableDefinition,
    output: Table,
  }),
  delete: defineOperation({
    name: 'tables.delete',
    summary: 'Delete a table with all its rows; flows that use it leave by error there',
    scope: 'flows:write',
    reach: 'account',
    effect: 'destroys',
    extension: true,
    input: z.strictObject({ name }),
    output: z.object({ success: z.boolean() }),
  }),
  rows: {
    list: defineOperation({
      name: 'tables.rows.list',
      summary: 'Read rows of a table',
      scope: 'flows:read',
      reach: 'account',
      effect: 'reads',
      extension: true,
      input: z.strictObject({
        table: name,
        where: z
          .array(z.strictObject({ column: name, op: z.enum(FILTER_OPS).default('eq'), value }))
          .max(10)
          .default([])
          .describe(
            'All of them hold. Texts are compared without case; null is no value; `id` is the row’s id.',
          ),
        orderBy: name.optional().describe('Left out: in the order in which they were added.'),
        descending: z.boolean().default(false),
        offset: z.int().min(0).max(MAX_OFFSET).default(0),
        limit: z.int().min(1).max(500).default(100),
      }),
      output: z.object({ rows: z.array(Row), total: z.int() }),
    }),
    add: defineOperation({
      name: 'tables.rows.add',
      summary: 'Add rows to a table, all or none',
      scope: 'flows:write',
      reach: 'account',
      effect: 'writes',
      audited: false,
      extension: true,
      input: z.strictObject({ table: name, rows: z.array(values).min(1).max(MAX_ROWS_AT_ONCE) }),
      output: z.object({ rows: z.array(Row) }),
    }),
    update: defineOperation({
      name: 'tables.rows.update',
      summary: 'Change a row of a table',
      description: 'Only the columns named change.',
      scope: 'flows:write',
      reach: 'account',
      effect: 'writes',
      audited: false,
      extension: true,
      input: z.strictObject({ table: name, id: z.guid(), values }),
      output: Row,
    }),
    delete: defineOperation({
      name: 'tables.rows.delete',
      summary: 'Delete rows of a table',
      scope: 'flows:write',
      reach: 'account',
      effect: 'destroys',
      audited: false,
      extension: true,
      input: z.strictObject({ table: name, ids: z.array(z.guid()).min(1).max(MAX_ROWS_AT_ONCE) }),
      output: z.object({ deleted: z.int() }),
    }),
  },
}
