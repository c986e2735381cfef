import type { ConvertContext } from '../converted.ts'
import { objectOf, type TypebotBlock, type TypebotItem } from '../document.ts'
import { conditionHelpers, toScriptCondition } from './condition.ts'
import { toOptionId } from './ids.ts'

/** One thing to choose. */
export interface Choice {
  item: TypebotItem
  /** As the bot has it. */
  label: string
  /** What is stored in place of the label, when the bot says so. */
  value: string
}

/** A script that answers what there is to choose now: `items`, each with id, label and value, and their `text`. */
export function listScript(block: TypebotBlock, found: readonly Choice[], context: ConvertContext): string {
  const { variables } = context
  const conditions: string[] = []
  const items = found.map(({ item, label, value }) => {
    const { isEnabled, condition } = objectOf(item.displayCondition)
    const isShown = isEnabled === true && condition ? toScriptCondition(condition, context) : 'true'
    conditions.push(isShown)
    const named = value === '' ? 'null' : variables.literal(value)
    return `  { id: ${JSON.stringify(toOptionId(item.id))}, label: ${variables.literal(label)}, value: ${named}, isShown: ${isShown} },`
  })
  const fixed = ['[', ...items, ']'].join('\n')
  return [
    conditionHelpers(conditions),
    `const fixed = ${fixed}`,
    ...dynamicLines(block, context),
    'const items = (found ?? fixed.filter((item) => item.isShown)).map(({ id, label, value }) => ({ id, label: label.trim(), value }))',
    "return { items, text: items.map(({ label }, index) => index + 1 + '. ' + label).join('\\n') }",
  ].join('\n')
}

/** Items from a variable: its list, a list written as JSON, or its only value; each once for buttons. */
function dynamicLines({ options }: TypebotBlock, { variables }: ConvertContext): string[] {
  const { titlesVariableId, pictureSrcsVariableId } = objectOf(options.dynamicItems)
  const list = variables.find(options.dynamicVariableId ?? pictureSrcsVariableId)
  if (list === undefined) return ['const found = null']
  const titles = variables.find(titlesVariableId)
  const lines = [
    'const toList = (given) => {',
    '  if (Array.isArray(given)) return given',
    '  try {',
    '    const read = JSON.parse(text(given))',
    '    if (Array.isArray(read)) return read',
    '  } catch {}',
    '  return [given]',
    '}',
    `const given = vars.${list} ?? null`,
  ]
  const labels =
    options.dynamicVariableId === undefined
      ? `toList(given).map((source, index) => text(${titles === undefined ? 'null' : `toList(vars.${titles} ?? null)[index]`}) || text(source))`
      : "[...new Set(toList(given).map(text).filter((label) => label !== ''))]"
  return [
    ...lines,
    `const found = given === null ? null : ${labels}.map((label, index) => ({ id: 'choice' + index, label, value: null }))`,
  ]
}

/** The item an answer names: by its label, value or id, else by its number. */
export const PICK_ONE = `const { items = [] } = OFFERED ?? {}
const fold = (given) => String(given ?? '').normalize('NFKD').replace(/\\p{M}/gu, '').toLowerCase().replace(/\\s+/g, ' ').trim()
const said = fold(ANSWER)
if (said === '') return null
const named = items.find(({ id, label, value }) => [label, value, id].some((name) => fold(name) === said))
const chosen = named ?? (/^\\d{1,3}$/.test(said) ? items[Number(said) - 1] : undefined)
return chosen ? { id: chosen.id, value: chosen.value ?? chosen.label } : null`

/** The items an answer names, in their own order: by id, value and label, the longest first, then by number. */
export const PICK_SEVERAL = `const { items = [] } = OFFERED ?? {}
let said = String(ANSWER ?? '')
const taken = new Set()
const take = (item, name) => {
  if (!name || taken.has(item)) return
  const words = String(name).trim().split(/\\s+/).map((word) => word.replace(/[.*+?^\${}()|[\\]\\\\]/g, '\\\\$&'))
  const pattern = new RegExp('(?<![\\\\p{L}\\\\p{N}\\\\p{M}])' + words.join('\\\\s+') + '(?![\\\\p{L}\\\\p{N}\\\\p{M}])', 'iu')
  if (!pattern.test(said)) return
  said = said.replace(pattern, ' ')
  taken.add(item)
}
const longest = [...items].sort((one, other) => other.label.length - one.label.length)
for (const key of ['id', 'value', 'label']) for (const item of longest) take(item, item[key])
items.forEach((item, index) => take(item, index + 1))
if (taken.size === 0) return null
return { id: null, value: items.filter((item) => taken.has(item)).map(({ label, value }) => value ?? label).join(', ') }`
