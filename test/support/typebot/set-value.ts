import type { BotValue } from './bot.ts'
import type { BotVariables } from './variables.ts'

const DAY_MS = 86_400_000

/** What is read of the world around a bot. */
interface ReadWorld {
  now: () => number
  contact: { name: string; phone: string }
}

interface Setting {
  options: Record<string, unknown>
  current: BotValue
  variables: BotVariables
  world: ReadWorld
}

const moment = (world: ReadWorld, shift: number) => new Date(world.now() + shift).toISOString()

/** What each kind of value stores. */
const VALUES: Readonly<Record<string, (setting: Setting) => unknown>> = {
  Custom: ({ options, variables }) => evaluate(String(options.expressionToEvaluate ?? ''), variables),
  Empty: () => null,
  Now: ({ world }) => moment(world, 0),
  Today: ({ world }) => moment(world, 0),
  Yesterday: ({ world }) => moment(world, -DAY_MS),
  Tomorrow: ({ world }) => moment(world, DAY_MS),
  'Contact name': ({ world }) => world.contact.name,
  'Phone number': ({ world }) => world.contact.phone,
  'Environment name': () => 'whatsapp',
  'Append value(s)': ({ options, current, variables }) => [...toList(current), variables.text(options.item)],
  Pop: (setting) => takeFrom(setting, -1),
  Shift: (setting) => takeFrom(setting, 0),
  'Map item with same index': mapItem,
  'Moment of the day': ({ world }) => {
    const hour = new Date(world.now()).getUTCHours()
    if (hour < 12) return 'morning'
    return hour < 18 ? 'afternoon' : 'evening'
  },
}

/** What a `Set variable` block stores. */
export function setValue(options: Record<string, unknown>, variables: BotVariables, world: ReadWorld): void {
  const type = String(options.type ?? 'Custom')
  const current = variables.get(options.variableId)
  const value =
    VALUES[type]?.({ options, current, variables, world }) ?? (type in VALUES ? null : `<${type}>`)
  variables.set(options.variableId, value)
}

function toList(value: BotValue): (string | null)[] {
  return value === undefined || value === null ? [] : [value].flat()
}

/** Takes the last or the first item of a list, into a variable of its own; what is no list becomes an empty one. */
function takeFrom({ options, current, variables }: Setting, at: number): unknown {
  if (current === undefined || current === null) return null
  variables.set(options.saveItemInVariableId, toList(current).at(at))
  if (!Array.isArray(current)) return []
  return at === 0 ? current.slice(1) : current.slice(0, -1)
}

function mapItem({ options, variables }: Setting): unknown {
  const params = (options.mapListItemParams ?? {}) as Record<string, string>
  const item = variables.get(params.baseItemVariableId)
  const list = variables.get(params.baseListVariableId)
  const target = variables.get(params.targetListVariableId)
  const index = Array.isArray(list) && typeof item === 'string' ? list.indexOf(item) : -1
  return index >= 0 && Array.isArray(target) ? target[index] : null
}

/** An expression is a script; one that fails is a text, one that is a variable alone is its text. */
function evaluate(expression: string, variables: BotVariables): unknown {
  if (expression === '') return null
  if (/^\{\{[^{}]+\}\}$/.test(expression)) return variables.text(expression)
  if (!Number.isNaN(Number(expression)) && /0[^.].+/.test(expression)) return expression
  const result = variables.run(/return /.test(expression) ? expression : `return ${expression}`)
  return 'error' in result ? variables.text(expression) : result.output
}
