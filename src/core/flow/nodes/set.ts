import { z } from 'zod'
import { findTextExcess, MAX_JSON_DEPTH, MAX_JSON_PARTS, parseJsonText } from '../../json-safety.ts'
import { toNumber, toText } from '../expressions/conditions.ts'
import { addExactly } from '../expressions/formula/decimal.ts'
import { parseNumberText } from '../expressions/numbers.ts'
import { parseDateText } from '../expressions/time/dates.ts'
import { findingText } from '../findings.ts'
import { MAX_FORMULA_CHARS } from '../limits.ts'
import { type Computed, toValueErrorCode, type ValueProblem, valueProblem } from '../value-problem.ts'
import type { ContactFieldWrite } from './fields/host-uses.ts'
import { variableName } from './fields/text-field.ts'
import {
  commonFields,
  defineNode,
  fail,
  type HandleSpec,
  NEXT,
  OUT,
  type StepContext,
  type StepResult,
  type TextField,
} from './node-type.ts'

const assignSchema = z
  .strictObject({
    scope: z.enum(['run', 'contact']).default('run'),
    var: variableName,
    op: z.enum(['set', 'compute', 'unset', 'increment', 'append', 'remove']).default('set'),
    value: z.unknown().optional(),
    formula: z
      .string()
      .max(MAX_FORMULA_CHARS, findingText('TEXT_TOO_LONG', { most: MAX_FORMULA_CHARS }))
      .optional(),
    as: z.enum(['auto', 'string', 'number', 'boolean', 'date', 'json']).default('auto'),
  })
  .refine(
    (item) => item.op !== 'increment' || item.value === undefined || isAmount(item.value),
    findingText('NO_AMOUNT'),
  )
  .refine((item) => item.op !== 'compute' || Boolean(item.formula?.trim()), {
    message: findingText('FORMULA_MISSING'),
    path: ['formula'],
  })
type Assign = z.output<typeof assignSchema>

const schema = z.strictObject({
  ...commonFields,
  assign: z.array(assignSchema).min(1, findingText('ASSIGNMENTS_MISSING')).max(50),
})

/** The way out of a value that cannot be had. */
const ERROR: HandleSpec = { id: 'error', label: 'error', optional: true, unconnected: 'fail' }

/** Changes variables of the run or fields of the contact. */
export const set = defineNode({
  type: 'set',
  group: 'logic',
  schema,
  docs: {
    summary:
      'Sets, computes, removes, counts or collects variables of the run or fields of the contact; `error` when a value cannot be had.',
    sample: {
      assign: [
        { var: 'tries', op: 'increment' },
        { var: 'total', op: 'compute', formula: 'round(vars.price * vars.count, 2)' },
        { scope: 'contact', var: 'city', value: '{{ vars.city }}' },
      ],
    },
  },
  hasInput: true,
  waits: false,
  handles: (data) => (data.assign.some(mayFail) ? [OUT, ERROR] : [OUT]),
  texts: (data) =>
    data.assign.flatMap(({ op, value, formula }, index): TextField[] => {
      if (op === 'compute') {
        return [{ path: `assign.${index}.formula`, text: formula ?? '', kind: 'formula' }]
      }
      return typeof value === 'string'
        ? [{ path: `assign.${index}.value`, text: value, kind: 'template' }]
        : []
    }),
  writes: (data) => data.assign.filter((item) => item.scope === 'run').map((item) => item.var),
  writesFields: (data) =>
    data.assign.flatMap((item, index) =>
      item.scope === 'contact' && item.op !== 'unset' ? [toFieldWrite(item, `assign.${index}`)] : [],
    ),
  execute: (data, step) => {
    for (const [index, item] of data.assign.entries()) {
      const failure = apply(item, index, step)
      if (failure) return failure
    }
    return NEXT
  },
})

function isAmount(value: unknown): boolean {
  return toNumber(value) !== null || (typeof value === 'string' && value.includes('{{'))
}

function toFieldWrite({ var: name, op, as, value }: Assign, path: string): ContactFieldWrite {
  if (op === 'append' || op === 'remove') return { name, path, as: 'json' }
  if (op === 'increment') return { name, path, as: 'number' }
  const isKnown = op === 'set' && !(typeof value === 'string' && /\{[{%]/.test(value))
  return { name, path, as, ...(isKnown && { value: value ?? '' }) }
}

/** Whether a value may turn out not to be what it has to be. */
function mayFail({ op, as, scope }: Assign): boolean {
  if (scope === 'contact' && op !== 'unset') return true
  return op === 'compute' || op === 'increment' || as === 'number' || as === 'date' || as === 'json'
}

function apply(item: Assign, index: number, step: StepContext): StepResult | null {
  const current = item.scope === 'run' ? step.getVariable(item.var) : step.contact.fields[item.var]
  if (item.op === 'unset') {
    if (item.scope === 'run') step.unsetVariable(item.var)
    else step.setContactField(item.var, null)
    return null
  }
  const read = item.op === 'compute' ? compute(item, index, step) : assign(item, current, step)
  const result = read.ok ? write(item, read.value, step) : read
  if (!result.ok) {
    const { problem } = result
    return { ...fail('NO_VALUE', { variable: item.var, problem }), code: toValueErrorCode(problem) }
  }
  return null
}

/** A defined field of the contact holds values of its type alone. */
function write({ scope, var: name }: Assign, value: unknown, step: StepContext): Computed {
  if (scope === 'contact') return step.setContactField(name, value)
  step.setVariable(name, value)
  return { ok: true, value }
}

/** The value of the formula, as the type that is asked for. */
function compute(item: Assign, index: number, step: StepContext): Computed {
  const computed = step.compute(item.formula ?? '', index)
  if (!computed.ok || item.as === 'auto') return computed
  return convert(item, computed.value, step.locale)
}

function assign(item: Assign, current: unknown, step: StepContext): Computed {
  const raw = typeof item.value === 'string' ? step.evaluate(item.value) : item.value
  return combine(item, current, raw, step.locale)
}

function combine(item: Assign, current: unknown, raw: unknown, locale: string): Computed {
  if (item.op === 'increment') return increment(current, raw)
  const converted = convert(item, raw, locale)
  if (!converted.ok || item.op === 'set') return converted
  const list = Array.isArray(current) ? current : current === undefined || current === null ? [] : [current]
  if (item.op === 'append') return { ok: true, value: [...list, converted.value] }
  return { ok: true, value: list.filter((entry) => toText(entry) !== toText(converted.value)) }
}

function increment(current: unknown, raw: unknown): Computed {
  const start = current === undefined || current === null || current === '' ? 0 : toNumber(current)
  const amount = raw === undefined ? 1 : toNumber(raw)
  if (start === null) return refuse(valueProblem('VARIABLE_NO_NUMBER'))
  if (amount === null) return refuse(valueProblem('AMOUNT_NO_NUMBER'))
  return { ok: true, value: addExactly(start, amount) }
}

function convert(item: Assign, raw: unknown, locale: string): Computed {
  const text = toText(raw)
  const shown = `"${text}"`
  switch (item.as) {
    case 'string':
      return { ok: true, value: text }
    case 'number':
      return orRefuse(
        typeof raw === 'number' ? raw : parseNumberText(text.trim(), locale),
        valueProblem('NO_NUMBER', { shown }),
      )
    case 'boolean':
      return { ok: true, value: !['', 'false', '0', 'no', 'null'].includes(text.trim().toLowerCase()) }
    case 'date':
      return orRefuse(
        /^\d{4}-\d{2}-\d{2}T/.test(text) ? text : parseDateText(text.trim(), locale),
        valueProblem('NO_DATE', { shown }),
      )
    case 'json':
      return parseJson(raw, text)
    default:
      return { ok: true, value: typeof raw === 'string' ? guessType(raw) : (raw ?? '') }
  }
}

const refuse = (problem: ValueProblem): Computed => ({ ok: false, problem })

function orRefuse(value: unknown, problem: ValueProblem): Computed {
  return value === null ? refuse(problem) : { ok: true, value }
}

function parseJson(raw: unknown, text: string): Computed {
  if (typeof raw !== 'string') return { ok: true, value: raw ?? null }
  const excess = findTextExcess(text)
  if (excess === 'depth') return refuse(valueProblem('JSON_TOO_DEEP', { most: MAX_JSON_DEPTH }))
  if (excess === 'parts') return refuse(valueProblem('JSON_TOO_WIDE', { most: MAX_JSON_PARTS }))
  const parsed = parseJsonText(text)
  return parsed.ok ? parsed : refuse(valueProblem('NO_JSON'))
}

/** `auto`: plain numbers and true/false get their type; everything with a leading zero, sign or blank stays text. */
function guessType(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/.test(text) ? Number(text) : text
}
