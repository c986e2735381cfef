import {
  CONTACT_FIELD_NAME,
  type ContactFieldShape,
  type ContactFieldType,
} from '../../contact/contact-fields.ts'
import { TABLE_NAME, type TableShape } from '../../tables.ts'
import type { FlowNode, FlowSettings } from '../definition.ts'

/** A table that a flow works on, as it travels: what it is like, never what is in it. */
export interface ExchangeTable extends TableShape {
  name: string
  description: string | null
}

/** A field of contacts that a flow reads or writes, as it travels. */
export interface ExchangeField extends ContactFieldShape {
  name: string
  label: string
  description: string | null
}

/** What an owner has defined beside flows, by name. */
export interface ExchangeDefinitions {
  tables: ReadonlyMap<string, ExchangeTable>
  fields: ReadonlyMap<string, ExchangeField>
}

interface UsingFlow {
  nodes: readonly Pick<FlowNode, 'type' | 'data'>[]
  settings: FlowSettings
}

const READS_FIELD = /\bcontact\.fields(?:\.|\[\s*["'])([A-Za-z_]\w*)/g
const DEFAULT_LANGUAGE_FIELD = 'language'

/** Names of the tables that the nodes work on, each once. */
export function findTables(nodes: UsingFlow['nodes']): string[] {
  const named = nodes.flatMap(({ type, data }) => (type === 'table' ? [data.table] : []))
  return unique(named.filter((name): name is string => typeof name === 'string' && TABLE_NAME.test(name)))
}

/** Names of the fields of contacts that a flow writes, reads in its texts, chooses by, or takes the language from, each once. */
export function findContactFields({ nodes, settings }: UsingFlow): string[] {
  const read = nodes.flatMap(({ data }) =>
    listTexts(data).flatMap((text) => [...text.matchAll(READS_FIELD)].map((match) => match[1] ?? '')),
  )
  const { languages } = settings
  const spoken = languages ? [languages.field ?? DEFAULT_LANGUAGE_FIELD] : []
  return unique([...read, ...nodes.flatMap(listWritten), ...nodes.flatMap(listCompared), ...spoken])
}

function listWritten({ type, data }: UsingFlow['nodes'][number]): string[] {
  if (type !== 'set' || !Array.isArray(data.assign)) return []
  return data.assign.flatMap((item: unknown) => {
    const { scope, var: name } = (item ?? {}) as { scope?: unknown; var?: unknown }
    const isField = scope === 'contact' && typeof name === 'string' && CONTACT_FIELD_NAME.test(name)
    return isField ? [name] : []
  })
}

/** Fields that contacts are chosen by when a schedule starts the flow. */
function listCompared({ type, data }: UsingFlow['nodes'][number]): string[] {
  const { fields } = (data.audience ?? {}) as { fields?: unknown }
  if (type !== 'trigger.schedule' || !Array.isArray(fields)) return []
  return fields.flatMap((item: unknown) => {
    const { name } = (item ?? {}) as { name?: unknown }
    return typeof name === 'string' && CONTACT_FIELD_NAME.test(name) ? [name] : []
  })
}

/** What the `requires` of a document says of them; null where there are none. */
export function toRequired(flow: UsingFlow, { tables, fields }: ExchangeDefinitions) {
  const kept = findTables(flow.nodes).flatMap((name) => tables.get(name) ?? [])
  const used = findContactFields(flow).flatMap((name) => fields.get(name) ?? [])
  return {
    ...(kept.length > 0 ? { tables: kept.map(writeTable) } : {}),
    ...(used.length > 0 ? { contactFields: used.map(writeField) } : {}),
  }
}

const writeTable = ({ name, description, columns, unique: groups }: ExchangeTable) => ({
  name,
  ...(description ? { description } : {}),
  columns: columns.map(({ name: column, type, choices, isRequired }) => ({
    ...{ name: column, type },
    ...(choices.length > 0 ? { choices: [...choices] } : {}),
    ...(isRequired ? { isRequired } : {}),
  })),
  ...(groups.length > 0 ? { unique: groups.map((group) => [...group]) } : {}),
})

const writeField = ({ name, label, type, choices, description }: ExchangeField) => ({
  ...{ name, type },
  ...(label === name ? {} : { label }),
  ...(choices.length > 0 ? { choices: [...choices] } : {}),
  ...(description ? { description } : {}),
})

/** Where what is there is not what came: another type, none at all (`has` is null), or choices that it lacks. */
export interface DefinitionDifference {
  /** The column; of a field its own name. */
  name: string
  has: ContactFieldType | null
  needs: ContactFieldType
  choices: string[]
}

type Column = ContactFieldShape & { name: string }

/** What a flow that was made for `needed` may miss in `present`. */
export function compareColumns(
  present: readonly Column[],
  needed: readonly Column[],
): DefinitionDifference[] {
  return needed.flatMap(({ name, type, choices }) => {
    const own = present.find((one) => one.name === name)
    const lacking = own && own.type === type ? choices.filter((choice) => !own.choices.includes(choice)) : []
    if (own && own.type === type && lacking.length === 0) return []
    return [{ name, has: own?.type ?? null, needs: type, choices: lacking }]
  })
}

/** Groups that are to be there once, and may be there several times here. */
export function compareUnique(present: TableShape, needed: TableShape): string[][] {
  const nameOf = (group: readonly string[]) => [...group].sort().join('\n')
  const known = new Set(present.unique.map(nameOf))
  return needed.unique.filter((group) => !known.has(nameOf(group))).map((group) => [...group])
}

const unique = (names: readonly string[]): string[] => [...new Set(names)].sort()

/** Every text of a JSON value, as it is read and not as JSON writes it. */
export function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}
