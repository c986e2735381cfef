import {
  type ConvertContext,
  type Converted,
  type Converter,
  convertTo,
  convertToNodes,
  newNode,
  stubFor,
} from '../converted.ts'
import { objectOf, textOf } from '../document.ts'
import { readExpression } from '../expression.ts'
import { note, type TypebotNote } from '../notes.ts'

const MOMENT_OF_DAY =
  "{% assign hour = now | date: '%H' | plus: 0 %}{% if hour < 12 %}morning{% elsif hour < 18 %}afternoon{% else %}evening{% endif %}"

/** Values by their names over there, as templates, with what is different. */
const VALUES: Readonly<Record<string, { value: string; note?: TypebotNote }>> = {
  Now: { value: '{{ now }}' },
  Today: { value: '{{ now }}' },
  'Phone number': { value: '{{ contact.phone }}' },
  'Contact name': { value: '{{ contact.name }}' },
  'User ID': { value: '{{ contact.jid }}', note: note('CONTACT_ADDRESS') },
  'Result ID': { value: '{{ contact.jid }}', note: note('CONTACT_ADDRESS') },
  'Environment name': { value: 'whatsapp' },
  'Device type': { value: 'mobile', note: note('ALWAYS_MOBILE') },
  'Random ID': {
    value: "{{ contact.jid }}-{{ now | date: '%s' }}",
    note: note('NO_CHANCE'),
  },
  'Moment of the day': { value: MOMENT_OF_DAY, note: note('FLOW_TIME_ZONE') },
}

const DAYS: Readonly<Record<string, number>> = { Yesterday: -86_400_000, Tomorrow: 86_400_000 }

export const SCRIPT_NOTE = note('SCRIPT_COMPUTES')
const ZONE_NOTE = note('MOMENT_IN_UTC')
const INSERTED = /\{\{[^{}]+\}\}/g

/** A variable that is set: by a text, a sum, a known value, a list operation or a script. */
export const setVariable: Converter = (block, context) => {
  const { options } = block
  const { variables } = context
  const name = variables.find(options.variableId)
  if (name === undefined) return convertToNodes([])
  const type = textOf(options.type) || 'Custom'
  const zone = textOf(options.timeZone) === '' ? [] : [ZONE_NOTE]
  const known = VALUES[type]
  if (known) return assign(name, { value: known.value }, [known.note ?? null, ...zone])
  const shift = DAYS[type]
  if (shift !== undefined) {
    return compute(name, `return new Date(Date.parse(now) + ${shift}).toISOString()`, zone)
  }
  switch (type) {
    case 'Empty':
      return assign(name, { op: 'unset' })
    case 'Transcript':
      return convertToNodes([], [note('TRANSCRIPT_READ')])
    case 'Append value(s)':
      return assign(name, { op: 'append', value: variables.text(options.item), as: 'string' })
    case 'Pop':
    case 'Shift':
      return takeItem(name, type, variables.find(options.saveItemInVariableId))
    case 'Map item with same index':
      return mapItem(name, objectOf(options.mapListItemParams), context)
    case 'Custom':
      return custom(name, options, context)
    default:
      return stubFor(block, note('NO_VALUE', { name: type }))
  }
}

function assign(
  name: string,
  item: Record<string, unknown>,
  notes: readonly (TypebotNote | null)[] = [],
): Converted {
  return convertTo('set', { assign: [{ var: name, ...item }] }, notes)
}

function compute(name: string, source: string, notes: readonly (TypebotNote | null)[] = []): Converted {
  return convertTo('code', { source, saveAs: name }, notes)
}

function custom(name: string, options: Record<string, unknown>, context: ConvertContext): Converted {
  const { variables, kinds } = context
  const expression = textOf(options.expressionToEvaluate)
  const read = readExpression(expression)
  switch (read.kind) {
    case 'empty':
      return assign(name, { op: 'unset' })
    case 'number':
      return assign(name, { value: read.value })
    case 'text':
      return assign(name, { value: variables.text(expression) })
    case 'single': {
      const isList = variables.idsIn(expression).some((id) => kinds.isList(id))
      return assign(name, { value: variables.text(expression) }, [isList ? note('LIST_COPIED') : null])
    }
    case 'sum':
      if (variables.findByName(read.name) === name && kinds.isNumber(options.variableId)) {
        const counts = kinds.hasStart(options.variableId) ? null : note('COUNTS_FROM_ZERO')
        return assign(name, { op: 'increment', value: read.amount }, [counts])
      }
  }
  const isNumeric = variables.idsIn(expression).every((id) => kinds.isNumber(id))
  const formula = isNumeric ? toFormula(expression, context) : null
  if (formula !== null) {
    const node = newNode('set', { assign: [{ var: name, op: 'compute', formula }] }, { error: 'onward' })
    return convertToNodes([node], [note('DECIMALS')])
  }
  const isPure = !/\b(fetch|setVariable|window|document|Date|Math\.random)\b/.test(expression)
  return compute(name, toScript(expression, context), isNumeric && isPure ? [] : [SCRIPT_NOTE])
}

/** An expression of numbers alone as a formula; null for everything else. */
function toFormula(expression: string, { variables }: ConvertContext): string | null {
  const rest = expression.replace(INSERTED, '0').replace(/\bMath\.(?:floor|ceil|abs|min|max)\(/g, '(')
  if (
    !/[-+*/]|Math/.test(expression) ||
    !/^[\d\s.,+\-*/()]+$/.test(rest) ||
    /\*\*|\/\/|\/\*|[-+]\s*[-+]/.test(rest)
  )
    return null
  return variables
    .script(expression)
    .replace(/\bMath\./g, '')
    .trim()
}

/** The expression as a script; what fails is taken as a text, as it was. */
function toScript(expression: string, { variables, kinds }: ConvertContext): string {
  const isNumeric = variables.idsIn(expression).every((id) => kinds.isNumber(id))
  const body = variables.script(expression, (own) => (isNumeric ? `vars.${own}` : `value(vars.${own})`))
  return [
    ...(isNumeric ? [] : [READ_VALUE]),
    READ_TEXT,
    'try {',
    /\breturn /.test(body) ? body : `return (${body}\n)`,
    '} catch {',
    `return ${variables.literal(expression)}`,
    '}',
  ].join('\n')
}

/** Texts that are numbers, true or false are read as such, as scripts did over there. */
export const READ_VALUE = `const value = (given) => {
  if (typeof given !== 'string' || given === '' || /^(0[^.]|\\+)/.test(given)) return given
  const words = { true: true, false: false, null: null, undefined: undefined }
  if (Object.hasOwn(words, given)) return words[given]
  return Number.isNaN(Number(given)) ? given : Number(given)
}`

export const READ_TEXT =
  "const text = (given) => (typeof given === 'object' && given !== null ? JSON.stringify(given) : String(given ?? ''))"

function takeItem(list: string, type: 'Pop' | 'Shift', item: string | undefined): Converted {
  const cut = type === 'Pop' ? 'slice(0, -1)' : 'slice(1)'
  const source = `const list = vars.${list} ?? null\nreturn Array.isArray(list) ? list.${cut} : list && []`
  const rest = newNode('code', { source, saveAs: list })
  if (item === undefined) return convertToNodes([rest])
  const at = type === 'Pop' ? '-1' : '0'
  const take = `const list = vars.${list} ?? null\nif (list === null) return vars.${item}\nreturn [list].flat().at(${at})`
  return convertToNodes([newNode('code', { source: take, saveAs: item }), rest])
}

function mapItem(name: string, options: Record<string, unknown>, { variables }: ConvertContext): Converted {
  const { baseItemVariableId, baseListVariableId, targetListVariableId } = options
  const read = (id: unknown) => {
    const own = variables.find(id)
    return own === undefined ? 'null' : `vars.${own}`
  }
  const source = [
    `const [list, item, target] = [${[baseListVariableId, baseItemVariableId, targetListVariableId].map(read).join(', ')}]`,
    'if (!Array.isArray(list) || !Array.isArray(target) || !item) return null',
    'const index = list.map(String).indexOf(String(item))',
    'return index < 0 ? null : target[index]',
  ].join('\n')
  return compute(name, source)
}
