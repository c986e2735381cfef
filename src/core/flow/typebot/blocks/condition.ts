import { type ConvertContext, type Converter, convertToNodes, newNode } from '../converted.ts'
import { listOf, objectOf, type TypebotItem, textOf } from '../document.ts'
import { note, type TypebotNote } from '../notes.ts'
import { hasMarks } from '../variable-kinds.ts'
import { toOptionId } from './ids.ts'
import { READ_TEXT } from './set-variable.ts'

/** Comparisons by their names over there, with ours and with how a script says them. */
const OPERATORS: Readonly<Record<string, { op?: string; script: string }>> = {
  'Equal to': { op: 'eq', script: 'isSet(left) && all(left, (one) => one === right)' },
  'Not equal': { op: 'neq', script: '!isSet(left) || all(left, (one) => one !== right)' },
  Contains: {
    op: 'contains',
    script:
      "right !== '' && (Array.isArray(left) ? left.map(text).includes(right) : low(left).includes(low(right)))",
  },
  'Does not contain': {
    script:
      "right === '' || (Array.isArray(left) ? !left.map(text).includes(right) : !low(left).includes(low(right)))",
  },
  'Greater than': { op: 'gt', script: 'isSet(left) && size(left) > size(right)' },
  'Less than': { op: 'lt', script: 'isSet(left) && size(left) < size(right)' },
  'Greater or equal to': { op: 'gte', script: 'isSet(left) && size(left) >= size(right)' },
  'Less or equal to': { op: 'lte', script: 'isSet(left) && size(left) <= size(right)' },
  'Is set': { op: 'is_set', script: 'isSet(left)' },
  'Is empty': { op: 'is_empty', script: '!isSet(left)' },
  'Starts with': {
    op: 'starts_with',
    script: "right !== '' && isSet(left) && all(left, (one) => low(one).startsWith(low(right)))",
  },
  'Ends with': {
    op: 'ends_with',
    script: "right !== '' && isSet(left) && all(left, (one) => low(one).endsWith(low(right)))",
  },
  'Matches regex': { op: 'matches', script: 'isSet(left) && matches(left, right)' },
  'Does not match regex': { script: 'isSet(left) && !matches(left, right)' },
}

/** What the scripts of comparisons use; only what is needed is written into a script. */
const HELPERS: Readonly<Record<string, string>> = {
  isSet: "const isSet = (given) => text(given) !== '' && text(given) !== '[]'",
  all: 'const all = (given, holds) => [given].flat().map(text).every(holds)',
  low: 'const low = (given) => text(given).toLowerCase().trim()',
  size: `const size = (given) => {
  if (Array.isArray(given)) return given.length
  const plain = text(given)
  const number = plain.startsWith('+') ? NaN : Number(plain)
  const moment = Date.parse(plain)
  return !Number.isNaN(number) ? number : Number.isNaN(moment) ? plain.length : moment
}`,
  matches: `const matches = (given, written) => {
  const [, pattern = written, flags = ''] = /^\\/(.+)\\/([gimuy]*)$/.exec(written) ?? []
  try {
    return new RegExp(pattern, flags).test(text(given))
  } catch {
    return false
  }
}`,
}

interface Comparison {
  variableId: unknown
  name: string
  operator: string
  value: string
}

/** What a condition is made of: conditions of blocks and of what is shown look the same. */
interface Condition {
  isAny: boolean
  comparisons: Comparison[]
  /** A comparison that says nothing never holds. */
  hasVoid: boolean
}

const NEVER = { left: '', op: 'is_set' }
const ALWAYS = { left: '', op: 'is_empty' }

function readCondition(content: unknown, { variables }: ConvertContext): Condition {
  const { comparisons, logicalOperator } = objectOf(content)
  const rows = listOf(comparisons)
  const found = rows.flatMap(({ variableId, comparisonOperator, value }) => {
    const name = variables.find(variableId)
    const operator = textOf(comparisonOperator)
    return name === undefined || !Object.hasOwn(OPERATORS, operator)
      ? []
      : [{ variableId, name, operator, value: textOf(value) }]
  })
  return {
    isAny: logicalOperator === 'OR',
    comparisons: found,
    hasVoid: found.length < rows.length || rows.length === 0,
  }
}

interface Row {
  row: Record<string, unknown>
  note: TypebotNote | null
}

const CASE_NOTE = note('FORM_FOLDED')
const ACCENT_NOTE = note('ACCENTS_FOLDED')
const ORDER_NOTE = note('NUMBERS_ORDERED')

/** A comparison as a row of ours; null for what only a script says as it was. */
function toRow(comparison: Comparison, context: ConvertContext): Row | null {
  const { variableId, name, operator, value } = comparison
  const { op } = OPERATORS[operator] ?? {}
  if (op === undefined || context.kinds.isList(variableId)) return null
  const left = `{{ vars.${name} }}`
  if (op === 'is_set' || op === 'is_empty') return { row: { left, op }, note: null }
  if (value === 'undefined' || value === 'null') return toNullRow(left, op)
  if (value === '') return { row: op === 'neq' ? ALWAYS : NEVER, note: null }
  if (value.includes('{{')) return null
  if (op === 'matches') return toPatternRow(left, value)
  return { row: { left, op, right: value }, note: noteOn(op, comparison, context) }
}

function toNullRow(left: string, op: string): Row | null {
  if (op === 'eq') return { row: { left, op: 'is_empty' }, note: null }
  return op === 'neq' ? { row: { left, op: 'is_set' }, note: null } : null
}

/** What our comparison takes for the same that was different over there, for what the variable can hold. */
function noteOn(
  op: string,
  { variableId, value }: Comparison,
  { kinds }: ConvertContext,
): TypebotNote | null {
  switch (op) {
    case 'eq':
    case 'neq':
      return kinds.comparesExactly(variableId, value) ? null : CASE_NOTE
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return kinds.isNumber(variableId) && !Number.isNaN(Number(value)) ? null : ORDER_NOTE
    default:
      return kinds.isPlain(variableId) && !hasMarks(value) ? null : ACCENT_NOTE
  }
}

/** RE2 knows no look-around and no back-references; a pattern that fits nothing would also fit what was never said. */
function toPatternRow(left: string, written: string): Row | null {
  const [, pattern = written, flags = ''] = /^\/([\s\S]+)\/([a-z]*)$/.exec(written) ?? []
  if (/\(\?[=!<]|\\[1-9k]/.test(pattern) || /[^i]/.test(flags)) return null
  try {
    if (new RegExp(pattern).test('')) return null
  } catch {
    return { row: NEVER, note: null }
  }
  const right = flags === 'i' ? pattern : `(?-i:${pattern})`
  return { row: { left, op: 'matches', right }, note: null }
}

/** The condition as an expression of a script that has {@link conditionHelpers} before it. */
export function toScriptCondition(content: unknown, context: ConvertContext): string {
  const { isAny, comparisons, hasVoid } = readCondition(content, context)
  const parts = comparisons.map(({ name, operator, value }) => {
    const right = value === 'undefined' || value === 'null' ? '""' : context.variables.literal(value)
    const whole = /^\{\{[^{}]+\}\}$/.test(value) ? context.variables.script(value) || right : right
    return `((left, right) => ${OPERATORS[operator]?.script ?? 'false'})(vars.${name}, ${wholeOrText(operator, whole, right)})`
  })
  if (hasVoid) parts.push('false')
  return parts.join(isAny ? ' || ' : ' && ')
}

/** Lists are compared by their length with lists; everything else with a text. */
function wholeOrText(operator: string, whole: string, text: string): string {
  return /^(Greater|Less)/.test(operator) ? whole : text
}

/** The helpers some scripts use, those they need themselves included. */
export function conditionHelpers(scripts: readonly string[]): string {
  const needed = Object.keys(HELPERS).filter((name) => scripts.some((script) => script.includes(`${name}(`)))
  return [READ_TEXT, ...needed.map((name) => HELPERS[name])].join('\n')
}

interface Case {
  data: Record<string, unknown>
  notes: (TypebotNote | null)[]
}

/** An item as a case of ours; null for what only a script says as it was. */
function toCase(item: TypebotItem, context: ConvertContext): Case | null {
  const { isAny, comparisons, hasVoid } = readCondition(item.content, context)
  const rows = comparisons.map((comparison) => toRow(comparison, context))
  if (rows.includes(null)) return null
  const found = rows.flatMap((row) => row ?? [])
  const all = [...found.map(({ row }) => row), ...(hasVoid ? [NEVER] : [])]
  return {
    data: { id: toOptionId(item.id), [isAny ? 'any' : 'all']: all },
    notes: found.map(({ note }) => note),
  }
}

/** A condition: the first item that holds, along its edge; one without an edge ends the bot. */
export const condition: Converter = (block, context) => {
  if (block.items.length === 0) return convertToNodes([])
  const exits = Object.fromEntries(
    block.items.map(({ id }) => [`case:${toOptionId(id)}`, { item: id, orElse: 'end' as const }]),
  )
  const cases = block.items.map((item) => toCase(item, context))
  const rows = cases.flatMap((item) => item ?? [])
  if (rows.length === cases.length) {
    const data = { cases: rows.map((item) => item.data) }
    return convertToNodes(
      [newNode('condition', data, exits)],
      rows.flatMap(({ notes }) => notes),
    )
  }
  const scripts = block.items.map((item) => toScriptCondition(item.content, context))
  const lines = scripts.map(
    (script, index) => `if (${script}) return ${JSON.stringify(toOptionId(block.items[index]?.id ?? ''))}`,
  )
  const found = context.variables.fresh('matched_case')
  const source = [conditionHelpers(scripts), ...lines, 'return null'].join('\n')
  const data = {
    cases: block.items.map(({ id }) => ({
      id: toOptionId(id),
      all: [{ left: `{{ vars.${found} }}`, op: 'eq', right: toOptionId(id) }],
    })),
  }
  return convertToNodes([newNode('code', { source, saveAs: found }), newNode('condition', data, exits)])
}
