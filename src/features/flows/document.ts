import { EXCHANGE_VERSION, FlowDocument, type FlowDocumentInput } from '../../contract/flows/exchange.ts'
import { refusal } from '../../core/errors.ts'
import {
  type DefinitionInput,
  type DefinitionResult,
  type FlowDefinition,
  parseDefinition,
} from '../../core/flow/index.ts'
import type { FlowExtras, FlowRow, NewFlow } from './store.ts'

/** What the canvas remembers of a node or edge while it is drawn; it means nothing to anybody else. */
const CANVAS_KEYS = new Set(['selected', 'dragging', 'measured', 'positionAbsolute', 'resizing'])

function withoutCanvasKeys(items: readonly object[]): object[] {
  return items.map((item) =>
    Object.fromEntries(Object.entries(item).filter(([key]) => !CANVAS_KEYS.has(key))),
  )
}

/** The parts of a flow a caller may give, each absent when it is to stay as it is. */
export type FlowParts = { [K in PartName]?: FlowDocumentInput[K] | undefined } & { requires?: unknown }

type PartName =
  | 'name'
  | 'description'
  | 'clientId'
  | 'nodes'
  | 'edges'
  | 'viewport'
  | 'retriggerBehavior'
  | 'fallbackBehavior'
  | 'fallbackText'
  | 'settings'
  | 'variables'

const EMPTY = {
  clientId: null,
  name: '',
  description: null,
  nodes: '[]',
  edges: '[]',
  viewport: null,
  retriggerBehavior: 'continue_if_dormant',
  fallbackBehavior: 'none',
  fallbackText: null,
  extras: {},
} as const

export type Stored = Omit<NewFlow, 'id' | 'userId'>

/** A flow's stored form with the given parts replaced. Structure was checked by the contract; nothing else is. */
export function applyParts(base: Stored | null, parts: FlowParts): Stored {
  const old = base ?? EMPTY
  const extras: FlowExtras = { ...old.extras }
  if (parts.settings !== undefined) extras.settings = parts.settings
  if (parts.variables !== undefined) extras.variables = parts.variables
  if (isRecord(parts.requires)) extras.requires = parts.requires
  return {
    clientId: parts.clientId === undefined ? old.clientId : parts.clientId,
    name: parts.name ?? old.name,
    description: parts.description === undefined ? old.description : parts.description,
    nodes: parts.nodes === undefined ? old.nodes : JSON.stringify(withoutCanvasKeys(parts.nodes)),
    edges: parts.edges === undefined ? old.edges : JSON.stringify(withoutCanvasKeys(parts.edges)),
    viewport: parts.viewport === undefined ? old.viewport : toText(parts.viewport),
    retriggerBehavior: parts.retriggerBehavior ?? old.retriggerBehavior,
    fallbackBehavior: parts.fallbackBehavior ?? old.fallbackBehavior,
    fallbackText: parts.fallbackText === undefined ? old.fallbackText : parts.fallbackText,
    extras,
  }
}

function toText(value: object | null | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What the engine reads of a stored flow. */
function toDefinitionInput(row: Stored): DefinitionInput {
  const { nodes, edges, viewport, retriggerBehavior, fallbackBehavior, fallbackText, extras } = row
  const { settings, variables } = extras
  return { nodes, edges, viewport, retriggerBehavior, fallbackBehavior, fallbackText, settings, variables }
}

/** The typed definition of a stored flow, or why the engine cannot read it. */
export function readDefinition(row: Stored): DefinitionResult {
  return parseDefinition(toDefinitionInput(row))
}

/** The typed definition of a stored flow. Refuses what import let through but no engine can read. */
export function toDefinition(row: Stored): FlowDefinition {
  const parsed = readDefinition(row)
  if (parsed.ok) return parsed.definition
  const { message } = parsed
  const problem = { code: 'INVALID_DATA', severity: 'error', ...parsed.problem, message }
  throw refusal(
    'BAD_REQUEST',
    'FLOW_UNREADABLE',
    { problem: parsed.problem },
    { data: { errors: [problem], warnings: [] } },
  )
}

/** The exchange document of a stored flow: keys in one order and ids sorted, so that two exports compare well. */
export function toDocument(row: FlowRow | Stored): FlowDocumentInput {
  const { extras } = row
  const document = {
    version: EXCHANGE_VERSION,
    name: row.name,
    description: row.description,
    retriggerBehavior: row.retriggerBehavior,
    fallbackBehavior: row.fallbackBehavior,
    fallbackText: row.fallbackText,
    nodes: sortedById(row.nodes),
    edges: sortedById(row.edges),
    ...(row.viewport === null ? {} : { viewport: JSON.parse(row.viewport) as object }),
    ...(extras.settings === undefined ? {} : { settings: extras.settings }),
    ...(extras.variables === undefined ? {} : { variables: extras.variables }),
    ...(extras.requires === undefined ? {} : { requires: extras.requires }),
  }
  return document as unknown as FlowDocumentInput
}

/** A stored document as parts of a flow. What was stored was checked before, so anything else is a bug. */
export function readDocument(text: string): FlowDocumentInput {
  return FlowDocument.parse(JSON.parse(text))
}

function sortedById(text: string): { id: string }[] {
  const items = JSON.parse(text) as { id: string }[]
  return items.sort((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)))
}
