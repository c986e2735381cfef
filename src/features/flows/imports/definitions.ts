import { z } from 'zod'
import { ContactFieldDefinition } from '../../../contract/conversations/contact-fields.ts'
import { TableDefinition } from '../../../contract/flows/tables.ts'
import type { OwnerId } from '../../../contract/handlers.ts'
import {
  compareColumns,
  compareUnique,
  type DefinitionDifference,
  type ExchangeDefinitions,
  type ExchangeField,
  type ExchangeTable,
} from '../../../core/flow/index.ts'
import type { Executor } from '../../../db/transaction.ts'

/** Where what people define beside their flows is kept; each `make` answers false where no more may be made. */
export interface DefinitionPort {
  read(db: Executor, owner: string): Promise<ExchangeDefinitions>
  makeTable(tx: Executor, owner: OwnerId, table: ExchangeTable): Promise<boolean>
  makeField(tx: Executor, owner: OwnerId, field: ExchangeField): Promise<boolean>
}

type ReadNamed<Item> = (db: Executor, owner: string) => Promise<ReadonlyMap<string, Item>>
type Make<Item> = (tx: Executor, owner: OwnerId, item: Item) => Promise<boolean>

/** Joins what keeps tables with what keeps fields of contacts. */
export const createDefinitions = (
  tables: { readDefinitions: ReadNamed<ExchangeTable>; make: Make<ExchangeTable> },
  fields: { readDefinitions: ReadNamed<ExchangeField>; make: Make<ExchangeField> },
): DefinitionPort => ({
  read: async (db, owner) => ({
    tables: await tables.readDefinitions(db, owner),
    fields: await fields.readDefinitions(db, owner),
  }),
  makeTable: (...of) => tables.make(...of),
  makeField: (...of) => fields.make(...of),
})

/** What became of a table or a field that an imported flow came with. */
export interface BroughtDefinition {
  kind: 'table' | 'contactField'
  name: string
  /** `there`: as it came; `made`; `clash`: another one has the name, and stays; `left`: it could not be made. */
  state: 'there' | 'made' | 'clash' | 'left'
  differences: DefinitionDifference[]
  /** Groups of columns of the table that are not there once here. */
  unique: string[][]
}

interface RequiringFlow {
  requires?: unknown
  [part: string]: unknown
}

const NONE: ExchangeDefinitions = { tables: new Map(), fields: new Map() }
/** Of each kind, in one document. */
const MOST = 100

const Required = z.object({
  tables: z.array(z.unknown()).max(MOST).catch([]),
  contactFields: z.array(z.unknown()).max(MOST).catch([]),
})

/** What documents say of the tables and fields they need, each name once; what cannot be read is left out. */
function readRequired(documents: readonly RequiringFlow[]): ExchangeDefinitions {
  const required = documents.flatMap(({ requires }) => Required.safeParse(requires ?? {}).data ?? [])
  const tables = required.flatMap((one) => readEach(TableDefinition, one.tables))
  const fields = required.flatMap((one) => readEach(ContactFieldDefinition, one.contactFields))
  return {
    tables: byName(tables),
    fields: byName(fields.map((field) => ({ ...field, label: field.label ?? field.name }))),
  }
}

const readEach = <Item>(schema: z.ZodType<Item>, items: readonly unknown[]): Item[] =>
  items.flatMap((item) => schema.safeParse(item).data ?? [])

/** The first of each name counts. */
function byName<Item extends { name: string }>(items: readonly Item[]): Map<string, Item> {
  const named = new Map<string, Item>()
  for (const item of items) if (!named.has(item.name)) named.set(item.name, item)
  return named
}

/** What an owner has, and of what never was made here what the flows came with. */
export async function gatherDefinitions(
  db: Executor,
  port: DefinitionPort | undefined,
  owner: string,
  flows: readonly RequiringFlow[],
): Promise<ExchangeDefinitions> {
  const came = readRequired(flows)
  const { tables, fields } = port ? await port.read(db, owner) : NONE
  return {
    tables: new Map([...came.tables, ...tables]),
    fields: new Map([...came.fields, ...fields]),
  }
}

export interface Bringing {
  owner: OwnerId
  /** Whether the caller may define fields of contacts. */
  mayDefineFields: boolean
}

/** Makes the tables and fields that documents need and that are not there; what is there stays as it is. */
export async function bringDefinitions(
  tx: Executor,
  port: DefinitionPort | undefined,
  { owner, mayDefineFields }: Bringing,
  documents: readonly RequiringFlow[],
): Promise<BroughtDefinition[]> {
  const came = readRequired(documents)
  if (!port || came.tables.size + came.fields.size === 0) return []
  const present = await port.read(tx, owner)
  const brought: BroughtDefinition[] = []
  for (const table of came.tables.values()) {
    const own = present.tables.get(table.name)
    const differences = own ? compareColumns(own.columns, table.columns) : []
    const unique = own ? compareUnique(own, table) : []
    const made = own ? null : await port.makeTable(tx, owner, table)
    brought.push({
      kind: 'table',
      name: table.name,
      state: stateOf(made, differences, unique),
      differences,
      unique,
    })
  }
  for (const field of came.fields.values()) {
    const own = present.fields.get(field.name)
    const differences = own ? compareColumns([own], [field]) : []
    const made = own ? null : mayDefineFields && (await port.makeField(tx, owner, field))
    const state = stateOf(made, differences, [])
    brought.push({ kind: 'contactField', name: field.name, state, differences, unique: [] })
  }
  return brought
}

/** `made` is null where one of the name was there. */
function stateOf(
  made: boolean | null,
  differences: readonly DefinitionDifference[],
  unique: readonly string[][],
): BroughtDefinition['state'] {
  if (made !== null) return made ? 'made' : 'left'
  return differences.length + unique.length > 0 ? 'clash' : 'there'
}
