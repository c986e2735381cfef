import { type Converted, type Converter, convertTo, stubFor } from './converted.ts'
import { objectOf, textOf } from './document.ts'
import type { VariableNames } from './variables.ts'

const DAY_SEC = 86_400
const day = (offset: number) => `{{ now | date: '%s' | plus: ${offset} | date: '%Y-%m-%d' }}`
const MOMENT_OF_DAY =
  "{% assign hour = now | date: '%H' | plus: 0 %}{% if hour < 6 %}night{% elsif hour < 12 %}morning{% elsif hour < 18 %}afternoon{% else %}evening{% endif %}"

/** Values by their names over there, as templates, with what is different. */
const VALUES: Readonly<Record<string, { value: string; note?: string }>> = {
  Now: { value: '{{ now }}' },
  Today: { value: day(0), note: 'a date as YYYY-MM-DD' },
  Yesterday: { value: day(-DAY_SEC), note: 'a date as YYYY-MM-DD' },
  Tomorrow: { value: day(DAY_SEC), note: 'a date as YYYY-MM-DD' },
  'Phone number': { value: '{{ contact.phone }}' },
  'Contact name': { value: '{{ contact.name }}' },
  'User ID': { value: '{{ contact.jid }}', note: "the contact's address" },
  'Result ID': { value: '{{ contact.jid }}', note: "the contact's address" },
  'Environment name': { value: 'whatsapp' },
  'Random ID': {
    value: "{{ contact.jid }}-{{ now | date: '%s' }}",
    note: 'contact and time instead of chance',
  },
  'Moment of the day': { value: MOMENT_OF_DAY },
}

/** A variable that is set: by a text, a known value, a list operation or a script. */
export const setVariable: Converter = (block, { variables }) => {
  const { options } = block
  const name = variables.find(options.variableId)
  const type = textOf(options.type) || 'Custom'
  if (name === undefined) return stubFor(block, 'no variable is chosen')
  const assign = (item: Record<string, unknown>, note?: string) =>
    convertTo('set', { assign: [{ var: name, ...item }] }, note === undefined ? [] : [note])
  const known = VALUES[type]
  if (known) return assign({ value: known.value }, known.note)
  switch (type) {
    case 'Empty':
      return assign({ op: 'unset' })
    case 'Append value(s)':
      return assign({ op: 'append', value: variables.text(options.item) })
    case 'Pop':
    case 'Shift':
      return takeItem(name, type, variables.find(options.saveItemInVariableId))
    case 'Map item with same index':
      return mapItem(name, objectOf(options.mapListItemParams), variables)
    case 'Custom':
      return custom(name, textOf(options.expressionToEvaluate), options.isCode === true, variables)
    default:
      return stubFor(block, `the value "${type}" is not available`)
  }
}

function custom(name: string, expression: string, isCode: boolean, variables: VariableNames): Converted {
  if (!isCode) {
    const value = variables.text(expression)
    return convertTo('set', { assign: [{ var: name, value }] })
  }
  const source = variables.script(expression)
  const body = /\breturn\b/.test(source) ? source : `return (${source})`
  return convertTo('code', { source: body, saveAs: name }, ['runs in a sandbox'], ['ok'])
}

function takeItem(list: string, type: 'Pop' | 'Shift', item: string | undefined): Converted {
  const source = `const list = [...(vars.${list} ?? [])]\nlist.${type.toLowerCase()}()\nreturn list`
  const cut = convertTo('code', { source, saveAs: list }, ['runs in a sandbox'], ['ok'])
  if (item === undefined) return cut
  const value = `{{ vars.${list} | ${type === 'Pop' ? 'last' : 'first'} }}`
  return { ...cut, nodes: [{ type: 'set', data: { assign: [{ var: item, value }] } }, ...cut.nodes] }
}

function mapItem(name: string, options: Record<string, unknown>, variables: VariableNames): Converted {
  const { baseItemVariableId, baseListVariableId, targetListVariableId } = options
  const read = (id: unknown) => `vars.${variables.find(id) ?? 'none'}`
  const source = `return (${read(targetListVariableId)} ?? [])[(${read(baseListVariableId)} ?? []).indexOf(${read(baseItemVariableId)})] ?? null`
  return convertTo('code', { source, saveAs: name }, ['runs in a sandbox'], ['ok'])
}
