import { type ConvertContext, type Converter, convertTo, stubFor } from './converted.ts'
import { listOf, numberOf, objectOf, type TypebotItem, textOf } from './document.ts'
import { toOptionId } from './inputs.ts'
import { setVariable } from './set-variable.ts'

/** Comparisons by their names over there, with ours; those that say no are turned around. */
const OPERATORS: Readonly<Record<string, { op: string; negated?: true }>> = {
  'Equal to': { op: 'eq' },
  'Not equal': { op: 'neq' },
  Contains: { op: 'contains' },
  'Does not contain': { op: 'contains', negated: true },
  'Greater than': { op: 'gt' },
  'Less than': { op: 'lt' },
  'Greater or equal to': { op: 'gte' },
  'Less or equal to': { op: 'lte' },
  'Is set': { op: 'is_set' },
  'Is empty': { op: 'is_empty' },
  'Starts with': { op: 'starts_with' },
  'Ends with': { op: 'ends_with' },
  'Matches regex': { op: 'matches' },
  'Does not match regex': { op: 'matches', negated: true },
}

interface Case {
  data: Record<string, unknown>
  note: string
}

function toCase(item: TypebotItem, { variables }: ConvertContext): Case {
  const { comparisons, logicalOperator } = objectOf(item.content)
  const rows = listOf(comparisons).map(({ variableId, comparisonOperator, value }) => {
    const { op, negated = false } = OPERATORS[textOf(comparisonOperator)] ?? { op: 'is_set' }
    return {
      name: variables.find(variableId) ?? 'none',
      op,
      negated,
      right: toPattern(op, variables.text(value)),
    }
  })
  const id = toOptionId(item.id)
  const isAny = logicalOperator === 'OR'
  if (rows.length === 0) {
    const note = 'a condition without comparisons never holds'
    return { data: { id, all: [{ left: '', op: 'is_set' }] }, note }
  }
  if (rows.some((row) => row.negated)) return toExpressionCase(id, rows, isAny)
  const plain = rows.map(({ name, op, right }) => {
    const left = `{{ vars.${name} }}`
    return op.startsWith('is_') ? { left, op } : { left, op, right }
  })
  return { data: isAny ? { id, any: plain } : { id, all: plain }, note: '' }
}

interface Row {
  name: string
  op: string
  negated: boolean
  right: string
}

/** A case in which something must not hold, as an expression; what no expression can say never holds. */
function toExpressionCase(id: string, rows: readonly Row[], isAny: boolean): Case {
  const parts = rows.map(toExpression)
  if (parts.includes(null)) {
    const note =
      'a comparison that says "does not match", or compares with a variable, has to be written anew'
    return { data: { id, all: [{ left: '', op: 'is_set' }] }, note }
  }
  const note = 'compares with case and accents'
  return { data: { id, expr: parts.join(isAny ? ' or ' : ' and ') }, note }
}

const SIGNS: Readonly<Record<string, string>> = {
  eq: '==',
  neq: '!=',
  gt: '>',
  lt: '<',
  gte: '>=',
  lte: '<=',
  contains: 'contains',
}

function toExpression({ name, op, negated, right }: Row): string | null {
  if (op === 'is_set') return `vars.${name} != blank`
  if (op === 'is_empty') return `vars.${name} == blank`
  const sign = SIGNS[op]
  if (sign === undefined || /["{}]/.test(right)) return null
  return `${negated ? 'not ' : ''}vars.${name} ${sign} "${right}"`
}

/** Patterns over there may be written as `/pattern/flags`. */
function toPattern(op: string, value: string): string {
  return op === 'matches' ? value.replace(/^\/([\s\S]*)\/[a-z]*$/, '$1') : value
}

const condition: Converter = (block, context) => {
  if (block.items.length === 0)
    return { status: 'changed', note: 'a condition without cases', nodes: [], exits: [] }
  const cases = block.items.map((item) => toCase(item, context))
  const notes = cases.flatMap(({ note }) => (note === '' ? [] : [note]))
  const converted = convertTo('condition', { cases: cases.map(({ data }) => data) }, notes, ['else'])
  return {
    ...converted,
    items: block.items.map((item) => ({ itemId: item.id, handle: `case:${toOptionId(item.id)}` })),
  }
}

const abTest: Converter = (block) => {
  const percent = Math.min(100, Math.max(0, numberOf(block.options.aPercent) ?? 50))
  const weight = (value: number) => Math.max(value, 0.001)
  const arms = block.items.slice(0, 2).map((item, index) => ({
    id: index === 0 ? 'a' : 'b',
    weight: weight(index === 0 ? percent : 100 - percent),
    itemId: item.id,
  }))
  if (arms.length < 2) return stubFor(block, 'the test has no two arms')
  const data = { arms: arms.map(({ id, weight: share }) => ({ id, weight: share })), sticky: false }
  const items = arms.map(({ id, itemId }) => ({ itemId, handle: `arm:${id}` }))
  return { ...convertTo('split', data, [], []), items }
}

const wait: Converter = (block) => {
  const seconds = numberOf(block.options.secondsToWaitFor)
  if (seconds === undefined) return stubFor(block, 'the time to wait is no plain number')
  return convertTo('delay', { seconds: Math.max(1, seconds) }, seconds < 1 ? ['waits a whole second'] : [])
}

const jump: Converter = (block) => {
  const groupId = textOf(block.options.groupId)
  if (groupId === '') return stubFor(block, 'the jump leads nowhere')
  const blockId = textOf(block.options.blockId)
  return {
    status: 'exact',
    nodes: [{ type: 'goto', data: {} }],
    exits: [],
    jump: { groupId, ...(blockId === '' ? {} : { blockId }) },
  }
}

const link: Converter = (block, context) => {
  const { typebotId, groupId } = block.options
  if (typebotId === 'current' && textOf(groupId) !== '') return jump(block, context)
  if (textOf(typebotId) === '') return stubFor(block, 'the link names no bot')
  const note = 'import the linked bot too, then choose it here; inputs and outputs have to be named'
  return convertTo('subflow', { flowId: textOf(typebotId) }, [note], ['done'])
}

const redirect: Converter = (block, { variables }) => {
  const url = variables.text(block.options.url)
  return url === ''
    ? stubFor(block, 'the redirect has no address')
    : convertTo('send.text', { text: url }, ['sent as a link'])
}

const script: Converter = (block, { variables }) => {
  const source = variables.script(textOf(block.options.content))
  if (source.trim() === '') return { status: 'exact', nodes: [], exits: [] }
  return convertTo('code', { source }, ['runs in a sandbox without page, network or setVariable'], ['ok'])
}

const listen: Converter = (block, { variables }) => {
  const [mapping] = listOf(block.options.responseVariableMapping)
  const data = { saveAs: variables.find(mapping?.variableId) }
  return convertTo('ask', data, ['waits until the run is resumed by the API with a text'], ['reply'])
}

export const LOGIC: Readonly<Record<string, Converter>> = {
  Condition: condition,
  'Set variable': setVariable,
  'AB test': abTest,
  Wait: wait,
  Jump: jump,
  'Typebot link': link,
  Redirect: redirect,
  Code: script,
  webhook: listen,
  Return: () => ({ status: 'exact', nodes: [{ type: 'end', data: {} }], exits: [] }),
  Loop: (block) => stubFor(block, 'draw the loop with a counter, a condition and a goto'),
}
