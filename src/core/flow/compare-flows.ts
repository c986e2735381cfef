import type { FlowEdge, FlowNode } from './definition.ts'
import type { ExchangeFlow } from './exchange/exchange.ts'

/** What was added, removed and changed among things with ids. Of a changed one it is the later form. */
export interface Changes<T> {
  added: T[]
  removed: T[]
  changed: T[]
}

/** How one flow became another. */
export interface FlowComparison {
  nodes: Changes<FlowNode>
  edges: Changes<FlowEdge>
  /** Names of the flow's own settings that differ. */
  settings: string[]
}

/** Compares by id. A node that only moved is not changed: its place has no meaning for a run. */
export function compareFlows(before: ExchangeFlow, after: ExchangeFlow): FlowComparison {
  return {
    nodes: compare(before.definition.nodes, after.definition.nodes, {
      keyOf: ({ id }) => id,
      isSame: (a, b) => isSameNode(a, b) && isEqual(listTranslations(before, a), listTranslations(after, b)),
    }),
    edges: compare(before.definition.edges, after.definition.edges, { keyOf: keyOfEdge, isSame: () => true }),
    settings: listChangedSettings(before, after),
  }
}

/** True when to publish the one after the other would change nothing. */
export function isSameFlow(before: ExchangeFlow, after: ExchangeFlow): boolean {
  const { nodes, edges, settings } = compareFlows(before, after)
  return settings.length === 0 && [nodes, edges].every(isUnchanged)
}

const isUnchanged = ({ added, removed, changed }: Changes<unknown>): boolean =>
  added.length + removed.length + changed.length === 0

/** An edge is what it connects; its id may have changed when it was drawn anew. */
const keyOfEdge = (edge: FlowEdge): string => `${edge.source}\n${edge.sourceHandle}\n${edge.target}`

interface Rules<T> {
  keyOf: (item: T) => string
  isSame: (a: T, b: T) => boolean
}

function compare<T>(before: readonly T[], after: readonly T[], { keyOf, isSame }: Rules<T>): Changes<T> {
  const old = new Map(before.map((item) => [keyOf(item), item]))
  const present = new Set(after.map(keyOf))
  return {
    added: after.filter((item) => !old.has(keyOf(item))),
    removed: before.filter((item) => !present.has(keyOf(item))),
    changed: after.filter((item) => {
      const earlier = old.get(keyOf(item))
      return earlier !== undefined && !isSame(earlier, item)
    }),
  }
}

const isSameNode = (a: FlowNode, b: FlowNode): boolean => a.type === b.type && isEqual(a.data, b.data)

/** What a node says in the other languages; a node of which only that changed is a changed one. */
function listTranslations({ definition: { settings } }: ExchangeFlow, { id }: FlowNode): string[][] {
  return Object.entries(settings.languages?.texts ?? {}).flatMap(([language, texts]) =>
    Object.entries(texts).flatMap(([key, { text }]) => (isOfNode(key, id) ? [[language, key, text]] : [])),
  )
}

const isOfNode = (key: string, nodeId: string): boolean => key.slice(0, key.indexOf('.')) === nodeId

function listChangedSettings(before: ExchangeFlow, after: ExchangeFlow): string[] {
  const read = ({ name, description, definition }: ExchangeFlow): Record<string, unknown> => {
    const { retriggerBehavior, fallbackBehavior, fallbackText, settings, variables } = definition
    return { name, description, retriggerBehavior, fallbackBehavior, fallbackText, ...settings, variables }
  }
  const [a, b] = [read(before), read(after)]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => !isEqual(a[key], b[key]))
}

/** Equality of JSON values, whatever the order of keys. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...keys].every((key) => isEqual(left[key], right[key]))
}
