import { z } from 'zod'
import { NODE_TYPES } from '../../src/core/flow/index.ts'
import { CONFIG_VARIABLES } from '../../src/platform/config-variables.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const code = (text: string): string => `\`${text}\``

function buildConfiguration(): string {
  const rows = Object.entries(CONFIG_VARIABLES).map(([name, { default: fallback, meaning, expected }]) => {
    return `| \`${name}\` | ${fallback === null ? 'not set' : code(fallback)} | ${cell(meaning)} | ${cell(expected)} |`
  })
  return ['| variable | default | meaning | value |', '|---|---|---|---|', ...rows].join('\n')
}

/** The parts of a JSON schema that a table of fields shows. */
interface FieldSchema {
  type?: string
  enum?: readonly unknown[]
  anyOf?: readonly FieldSchema[]
  items?: FieldSchema
  properties?: Readonly<Record<string, FieldSchema>>
  required?: readonly string[]
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
}

function describeRange({ minimum, maximum, maxLength, maxItems }: FieldSchema): string {
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  if (isBounded) return ` (${minimum ?? 'up'} to ${maximum})`
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) return ` (at least ${minimum})`
  if (maxLength !== undefined) return ` (at most ${maxLength} characters)`
  return maxItems === undefined ? '' : ` (at most ${maxItems})`
}

function describeField(field: FieldSchema): string {
  if (field.enum) return field.enum.map((value) => code(String(value))).join(', ')
  if (field.anyOf) return field.anyOf.map(describeField).join(', or ')
  if (field.type === 'array') return `list${describeRange(field)} of ${describeField(field.items ?? {})}`
  if (field.properties) {
    const parts = Object.entries(field.properties).map(([name, part]) => {
      const isNeeded = field.required?.includes(name)
      return `${code(name)}${isNeeded ? '' : '?'}: ${describeField(part)}`
    })
    return `{ ${parts.join('; ')} }`
  }
  return `${field.type ?? 'any value'}${describeRange(field)}`
}

const COMMON_FIELDS = new Set(['label', 'notes', 'v'])

function describeNode({ type, docs, schema }: (typeof NODE_TYPES)[number]): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as FieldSchema
  const rows = Object.entries(properties)
    .filter(([name]) => !COMMON_FIELDS.has(name))
    .map(([name, field]) => {
      const fallback = field.default === undefined ? '' : code(JSON.stringify(field.default))
      const presence = required.includes(name) ? 'required' : fallback || 'optional'
      return `| ${code(name)} | ${presence} | ${cell(describeField(field))} |`
    })
  const table = rows.length === 0 ? [] : ['| data | default | value |', '|---|---|---|', ...rows, '']
  const sample = `${code(JSON.stringify(docs.sample))}`
  return [`### ${type}`, '', docs.summary, '', ...table, `Sample data: ${sample}`].join('\n')
}

const TABLES: Readonly<Record<string, () => string>> = {
  configuration: buildConfiguration,
  nodes: () => NODE_TYPES.map(describeNode).join('\n\n'),
}

const PLACE = /^<!-- table (\w+) -->$/gm

/** Puts the tables that are made from the source where a template names them. */
export function fillTables(template: string): string {
  return template.replace(PLACE, (_line, name: string) => {
    const build = TABLES[name]
    if (!build) throw new Error(`there is no table "${name}"`)
    return build()
  })
}

/** The tables of a template, as they have to stand in its document. */
export function listTables(template: string): string[] {
  return [...template.matchAll(PLACE)].map(([line]) => fillTables(line))
}
