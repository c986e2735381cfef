import { z } from 'zod'
import type { StepAction } from '../decision.ts'
import { CONDITION_OPS, TYPE_NAMES, testCondition, toText, UNARY_OPS } from '../expressions/conditions.ts'
import { finding, findingText } from '../findings.ts'
import { commonFields, defineNode, type NodeProblem, type StepContext, type TextField } from './node-type.ts'

/** A run's history keeps no more of a value, and no more rows of one look at a node, than these. */
const MAX_NOTED_CHARS = 200
const MAX_NOTED_ROWS = 50

const rowSchema = z.strictObject({
  left: z.unknown().optional(),
  op: z.enum(CONDITION_OPS),
  right: z.unknown().optional(),
})
type Row = z.output<typeof rowSchema>

const caseSchema = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, findingText('NO_CASE_ID')),
  label: z.string().max(200).optional(),
  all: z.array(rowSchema).min(1).optional(),
  any: z.array(rowSchema).min(1).optional(),
  expr: z.string().min(1).max(2_000).optional(),
})
type Case = z.output<typeof caseSchema>

const schema = z.strictObject({
  ...commonFields,
  cases: z.array(caseSchema).min(1, findingText('CASES_MISSING')).max(50),
})

/** Follows the first case that holds, else `else`. */
export const condition = defineNode({
  type: 'condition',
  group: 'logic',
  schema,
  docs: {
    summary:
      'Follows the first case whose rows hold (all or any of them), or whose expression is true; else `else`.',
    sample: {
      cases: [{ id: 'adult', label: 'Adult', all: [{ left: '{{ vars.age }}', op: 'gte', right: 18 }] }],
    },
  },
  hasInput: true,
  waits: false,
  handles: (data) => [
    ...data.cases.map((item) => ({
      id: `case:${item.id}`,
      label: item.label ?? item.id,
      optional: false,
      unconnected: 'complete' as const,
    })),
    { id: 'else', label: 'else', optional: false, unconnected: 'complete' },
  ],
  texts: (data) => data.cases.flatMap((item, index) => caseTexts(item, `cases.${index}`)),
  check: (data) => checkCases(data.cases),
  execute: (data, step) => {
    const trial = { step, noted: 0 }
    const match = data.cases.find((item) => holds(item, trial))
    return match
      ? { kind: 'follow', handle: `case:${match.id}`, outcome: 'case' }
      : { kind: 'follow', handle: 'else', outcome: 'else' }
  },
})

/** A look at the cases of a node. */
interface Trial {
  readonly step: StepContext
  /** Rows that the history has so far. */
  noted: number
}

function holds(item: Case, trial: Trial): boolean {
  if (item.expr !== undefined) {
    const value = trial.step.evaluateExpression(item.expr)
    return noted(trial, { left: item.expr, op: 'expr', right: toNote(value), holds: isTruthy(value) })
  }
  if (item.any) return item.any.some((row) => testRow(row, trial))
  return item.all?.every((row) => testRow(row, trial)) ?? false
}

function isTruthy(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false
}

function testRow(row: Row, trial: Trial): boolean {
  const { step } = trial
  const left = evaluateSide(row.left, step)
  const right = evaluateSide(row.right, step)
  const pattern = row.op === 'matches' ? step.pattern(toText(right)) : null
  const { tags } = step.contact
  const holds = testCondition(row.op, { left, right, pattern, tags })
  const compared = row.op === 'has_tag' && row.left === undefined ? tags : left
  return noted(trial, { left: toNote(compared), op: row.op, right: toNote(right), holds })
}

/** Leaves the values in the run's history, and answers whether the row holds. */
function noted(trial: Trial, compared: Omit<Extract<StepAction, { k: 'compare' }>, 'k'>): boolean {
  trial.noted += 1
  if (trial.noted <= MAX_NOTED_ROWS) trial.step.note({ k: 'compare', ...compared })
  return compared.holds
}

/** A value as the history tells it; what is absent is empty. */
function toNote(value: unknown): string {
  const text = toText(value)
  return text.length > MAX_NOTED_CHARS ? `${text.slice(0, MAX_NOTED_CHARS)}…` : text
}

function evaluateSide(side: unknown, step: StepContext): unknown {
  if (typeof side === 'string') return step.evaluate(side)
  return Array.isArray(side) ? side.map((item) => evaluateSide(item, step)) : side
}

function caseTexts(item: Case, path: string): TextField[] {
  const fields: TextField[] =
    item.expr === undefined ? [] : [{ path: `${path}.expr`, text: item.expr, kind: 'expression' }]
  for (const key of ['all', 'any'] as const) {
    for (const [index, row] of (item[key] ?? []).entries()) {
      const at = `${path}.${key}.${index}`
      if (typeof row.left === 'string') fields.push({ path: `${at}.left`, text: row.left, kind: 'template' })
      if (typeof row.right === 'string') fields.push(rightField(row.op, row.right, `${at}.right`))
    }
  }
  return fields
}

function rightField(op: string, text: string, path: string): TextField {
  const isFixedPattern = op === 'matches' && !text.includes('{{')
  return { path, text, kind: isFixedPattern ? 'pattern' : 'template' }
}

function checkCases(cases: readonly Case[]): NodeProblem[] {
  const problems: NodeProblem[] = []
  const ids = new Set<string>()
  for (const [index, item] of cases.entries()) {
    const path = `cases.${index}`
    if (ids.has(item.id)) problems.push({ path: `${path}.id`, ...finding('USED_TWICE', { id: item.id }) })
    ids.add(item.id)
    const forms = [item.all, item.any, item.expr].filter((form) => form !== undefined).length
    if (forms !== 1) problems.push({ path, ...finding('CASE_FORMS') })
    for (const row of [...(item.all ?? []), ...(item.any ?? [])]) problems.push(...checkRow(row, path))
  }
  return problems
}

function checkRow(row: Row, path: string): NodeProblem[] {
  const problems: NodeProblem[] = []
  if (row.left === undefined && row.op !== 'has_tag') {
    problems.push({ path, ...finding('ROW_WITHOUT_LEFT', { op: row.op }) })
  }
  if (row.right === undefined && !UNARY_OPS.includes(row.op)) {
    problems.push({ path, ...finding('ROW_WITHOUT_RIGHT', { op: row.op }) })
  }
  if (row.op === 'is_type' && !TYPE_NAMES.some((name) => name === row.right)) {
    problems.push({ path, ...finding('NO_TYPE_TO_COMPARE', { types: TYPE_NAMES.join(', ') }) })
  }
  return problems
}
