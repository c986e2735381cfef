import { z } from 'zod'
import { parseJsonText } from '../../json-safety.ts'
import { toNumber, toText } from '../expressions/conditions.ts'
import { parseNumberText } from '../expressions/numbers.ts'
import { parseDateText } from '../expressions/time/dates.ts'
import { findingText } from '../findings.ts'
import { variableName } from './fields/text-field.ts'
import { commonFields, defineNode, NEXT, type StepContext, type StepResult } from './node-type.ts'

const assignSchema = z
  .strictObject({
    scope: z.enum(['run', 'contact']).default('run'),
    var: variableName,
    op: z.enum(['set', 'unset', 'increment', 'append', 'remove']).default('set'),
    value: z.unknown().optional(),
    as: z.enum(['auto', 'string', 'number', 'boolean', 'date', 'json']).default('auto'),
  })
  .refine(
    (item) => item.op !== 'increment' || item.value === undefined || isAmount(item.value),
    findingText('NO_AMOUNT'),
  )
type Assign = z.output<typeof assignSchema>

const schema = z.strictObject({
  ...commonFields,
  assign: z.array(assignSchema).min(1, findingText('ASSIGNMENTS_MISSING')).max(50),
})

/** Changes variables of the run or fields of the contact. */
export const set = defineNode({
  type: 'set',
  group: 'logic',
  schema,
  docs: {
    summary: 'Sets, removes, counts or collects variables of the run or fields of the contact.',
    sample: {
      assign: [
        { var: 'tries', op: 'increment' },
        { scope: 'contact', var: 'city', value: '{{ vars.city }}' },
      ],
    },
  },
  hasInput: true,
  waits: false,
  handles: () => [{ id: 'out', label: 'next', optional: false, unconnected: 'complete' }],
  texts: (data) =>
    data.assign.flatMap((item, index) =>
      typeof item.value === 'string'
        ? [{ path: `assign.${index}.value`, text: item.value, kind: 'template' as const }]
        : [],
    ),
  writes: (data) => data.assign.filter((item) => item.scope === 'run').map((item) => item.var),
  execute: (data, step) => {
    for (const item of data.assign) {
      const failure = apply(item, step)
      if (failure) return failure
    }
    return NEXT
  },
})

function isAmount(value: unknown): boolean {
  return toNumber(value) !== null || (typeof value === 'string' && value.includes('{{'))
}

function apply(item: Assign, step: StepContext): StepResult | null {
  const current = item.scope === 'run' ? step.getVariable(item.var) : step.contact.fields[item.var]
  if (item.op === 'unset') {
    if (item.scope === 'run') step.unsetVariable(item.var)
    else step.setContactField(item.var, null)
    return null
  }
  const raw = typeof item.value === 'string' ? step.evaluate(item.value) : item.value
  const result = combine(item, current, raw, step.locale)
  if (!result.ok) return { kind: 'fail', message: `set ${item.var}: ${result.message}` }
  if (item.scope === 'run') step.setVariable(item.var, result.value)
  else step.setContactField(item.var, result.value)
  return null
}

type Combined = { ok: true; value: unknown } | { ok: false; message: string }

function combine(item: Assign, current: unknown, raw: unknown, locale: string): Combined {
  if (item.op === 'increment') return increment(current, raw)
  const converted = convert(item, raw, locale)
  if (!converted.ok || item.op === 'set') return converted
  const list = Array.isArray(current) ? current : current === undefined || current === null ? [] : [current]
  if (item.op === 'append') return { ok: true, value: [...list, converted.value] }
  return { ok: true, value: list.filter((entry) => toText(entry) !== toText(converted.value)) }
}

function increment(current: unknown, raw: unknown): Combined {
  const start = current === undefined || current === null || current === '' ? 0 : toNumber(current)
  const amount = raw === undefined ? 1 : toNumber(raw)
  if (start === null) return { ok: false, message: 'the variable does not hold a number' }
  return amount === null
    ? { ok: false, message: 'the amount is not a number' }
    : { ok: true, value: start + amount }
}

function convert(item: Assign, raw: unknown, locale: string): Combined {
  const text = toText(raw)
  switch (item.as) {
    case 'string':
      return { ok: true, value: text }
    case 'number':
      return orRefuse(
        typeof raw === 'number' ? raw : parseNumberText(text.trim(), locale),
        `"${text}" is not a number`,
      )
    case 'boolean':
      return { ok: true, value: !['', 'false', '0', 'no', 'null'].includes(text.trim().toLowerCase()) }
    case 'date':
      return orRefuse(
        /^\d{4}-\d{2}-\d{2}T/.test(text) ? text : parseDateText(text.trim(), locale),
        `"${text}" is not a date`,
      )
    case 'json':
      return parseJson(raw, text)
    default:
      return { ok: true, value: typeof raw === 'string' ? guessType(raw) : (raw ?? '') }
  }
}

function orRefuse(value: unknown, message: string): Combined {
  return value === null ? { ok: false, message } : { ok: true, value }
}

function parseJson(raw: unknown, text: string): Combined {
  if (typeof raw !== 'string') return { ok: true, value: raw ?? null }
  const parsed = parseJsonText(text)
  if (parsed.ok) return parsed
  return { ok: false, message: parsed.problem ?? 'the value is not valid JSON' }
}

/** `auto`: plain numbers and true/false get their type; everything with a leading zero, sign or blank stays text. */
function guessType(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/.test(text) ? Number(text) : text
}
