import { z } from 'zod'
import {
  FILTER_OPS,
  MAX_FOUND_ROWS,
  ROW_ID,
  TABLE_NAME,
  type TableAnswer,
  type TableCall,
} from '../../../tables.ts'
import { toNumber } from '../../expressions/conditions.ts'
import { finding, findingText } from '../../findings.ts'
import { toValueErrorCode, valueProblem } from '../../value-problem.ts'
import { variableName } from '../fields/text-field.ts'
import { evaluateValues, valueFields } from '../fields/value-field.ts'
import {
  commonFields,
  defineNode,
  fail,
  type HandleSpec,
  type NodeProblem,
  type StepContext,
  type StepResult,
} from '../node-type.ts'

export const TABLE_OPERATIONS = ['find', 'add', 'update', 'remove', 'increment'] as const
type Operation = (typeof TABLE_OPERATIONS)[number]

const columnName = z.string().regex(TABLE_NAME, findingText('NO_COLUMN_NAME'))

const schema = z.strictObject({
  ...commonFields,
  table: z.string().regex(TABLE_NAME, findingText('NO_TABLE_NAME')),
  operation: z.enum(TABLE_OPERATIONS).default('find'),
  where: z
    .array(
      z.strictObject({
        column: columnName,
        op: z.enum(FILTER_OPS).default('eq'),
        value: z.unknown().optional(),
      }),
    )
    .max(10)
    .default([]),
  values: z.record(columnName, z.unknown()).optional(),
  column: columnName.optional(),
  by: z.union([z.number(), z.string().max(500)]).default(1),
  floor: z.number().optional(),
  orderBy: columnName.optional(),
  descending: z.boolean().default(false),
  limit: z.number().int().min(1).max(MAX_FOUND_ROWS).default(20),
  saveAs: variableName.optional(),
})
type TableData = z.output<typeof schema>

const exit = (id: string, label: string, optional: boolean): HandleSpec => ({
  ...{ id, label, optional, unconnected: 'complete' as const },
})
const OK = exit('ok', 'ok', false)
const EMPTY = exit('empty', 'nothing found', true)
const TAKEN = exit('taken', 'taken', false)
const SHORT = exit('short', 'not enough', false)
const ERROR: HandleSpec = { id: 'error', label: 'error', optional: true, unconnected: 'fail' }

const EXITS: Readonly<Record<Operation, (data: TableData) => HandleSpec[]>> = {
  find: () => [OK, EMPTY],
  add: () => [OK, TAKEN],
  update: () => [OK, TAKEN, EMPTY],
  remove: () => [OK, EMPTY],
  increment: ({ floor }) => [OK, ...(floor === undefined ? [] : [SHORT]), EMPTY],
}

/** Reads or changes rows of a table that its owner keeps; a change and its answer are stored together, once. */
export const table = defineNode({
  type: 'table',
  group: 'action',
  schema,
  docs: {
    summary:
      'Finds, adds, changes, removes or counts rows of a table of the owner, such as stock or bookings; `taken` when a row with the same unique values is there, `short` when a count would fall below its floor.',
    sample: {
      table: 'slots',
      operation: 'add',
      values: { day: '{{ vars.day }}', time: '{{ vars.time }}', phone: '{{ contact.phone }}' },
      saveAs: 'slot',
    },
  },
  hasInput: true,
  waits: false,
  handles: (data) => [...EXITS[data.operation](data), ERROR],
  texts: (data) => [
    ...data.where.flatMap(({ value }, index) => valueFields(`where.${index}`, { value })),
    ...valueFields('values', data.values ?? {}),
    ...valueFields('', { by: data.by }).map((field) => ({ ...field, path: 'by' })),
  ],
  table: (data) => ({
    name: data.table,
    columns: [
      ...data.where.map(({ column }, index) => ({ column, path: `where.${index}.column` })),
      ...Object.keys(data.values ?? {}).map((column) => ({ column, path: `values.${column}` })),
      ...(data.operation === 'increment' && data.column ? [{ column: data.column, path: 'column' }] : []),
      ...(data.operation === 'find' && data.orderBy ? [{ column: data.orderBy, path: 'orderBy' }] : []),
    ].filter(({ column }) => column !== ROW_ID),
  }),
  check: checkTable,
  writes: (data) => (data.saveAs === undefined ? [] : [data.saveAs]),
  execute: (data, step) => {
    const call = toCall(data, step)
    if (call === null) {
      const problem = valueProblem('AMOUNT_NO_NUMBER')
      return {
        ...fail('NO_VALUE', { variable: data.column ?? '', problem }),
        code: toValueErrorCode(problem),
      }
    }
    return { kind: 'wait_effect', effect: { kind: 'table', effectId: step.newEffectId(), call } }
  },
  resume: (data, step, signal) => {
    if (signal.kind === 'effect_failed') {
      step.setNodeResult({ status: null, body: null, error: signal.error.code })
      return { kind: 'follow', handle: 'error', outcome: 'error' }
    }
    if (signal.kind !== 'effect') return fail('SIGNAL_UNEXPECTED', { type: 'table', signal: signal.kind })
    return take(data, step, signal.result.value as TableAnswer)
  },
})

function checkTable({ operation, where, values, column }: TableData): NodeProblem[] {
  const problems: NodeProblem[] = []
  const isWriting = operation === 'add' || operation === 'update'
  if (isWriting && Object.keys(values ?? {}).length === 0) {
    problems.push({ path: 'values', ...finding('ROW_VALUES_MISSING') })
  }
  if (operation === 'increment' && column === undefined) {
    problems.push({ path: 'column', ...finding('NO_COLUMN_NAME') })
  }
  // A change without a filter would be one of every row.
  if (operation !== 'find' && operation !== 'add' && where.length === 0) {
    problems.push({ path: 'where', ...finding('ROW_FILTER_MISSING') })
  }
  return problems
}

function toCall(data: TableData, step: StepContext): TableCall | null {
  const { table: name, operation } = data
  const where = data.where.map(({ column, op, value }) => ({
    ...{ column, op, value: (typeof value === 'string' ? step.evaluate(value) : value) ?? null },
  }))
  switch (operation) {
    case 'find': {
      const { orderBy = null, descending, limit } = data
      return { table: name, operation, where, orderBy, isDescending: descending, limit }
    }
    case 'add':
      return { table: name, operation, values: evaluateValues(data.values ?? {}, step) }
    case 'update':
      return { table: name, operation, where, values: evaluateValues(data.values ?? {}, step) }
    case 'remove':
      return { table: name, operation, where }
    case 'increment': {
      const by = toNumber(typeof data.by === 'string' ? step.evaluate(data.by) : data.by)
      return by === null
        ? null
        : { table: name, operation, where, column: data.column ?? '', by, floor: data.floor ?? null }
    }
  }
}

const OUTCOMES = { ok: 'ok', empty: 'else', taken: 'taken', short: 'short' } as const

/** A row that was added is kept as itself, rows that were found or changed as a list. */
function take(
  { operation, saveAs }: TableData,
  step: StepContext,
  { outcome, rows }: TableAnswer,
): StepResult {
  if (saveAs !== undefined && (outcome === 'ok' || operation === 'find')) {
    step.setVariable(saveAs, operation === 'add' ? rows[0] : rows)
  }
  return { kind: 'follow', handle: outcome, outcome: OUTCOMES[outcome] }
}
