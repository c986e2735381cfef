import { slugify } from '../expressions/fold.ts'
import { type ExchangeAsset, mapAssets } from './assets.ts'
import { type CallingNode, mapCalls } from './calls.ts'
import type { ExchangeDefinitions } from './definitions.ts'
import { type ExchangeFlow, type JsonObject, toExchange } from './exchange.ts'
import { readRef, resolveRef, toRef } from './refs.ts'

/** A stored flow on its way out, with the id other flows call it by here. */
export interface StoredFlow extends ExchangeFlow {
  id: string
  testCases?: readonly JsonObject[]
}

/**
 * Writes a flow with the flows it needs as one document. Links between them become `ref:NAME`, and so do links to flows
 * that stay behind when `outside` knows their name by id (or by `ref:NAME`, when it never was resolved here); those are
 * listed in `requires.flows`, to be found by name where the document is imported. So are files in `requires.assets`, to be
 * found by their content: `assets` by what the nodes name them by. Tables and fields of contacts that a flow uses are described there. Give `linked` in the order in which
 * the flows were found, so that an export of an import is the same text.
 */
export function toExchangeBundle(
  main: StoredFlow,
  linked: readonly StoredFlow[],
  outside: ReadonlyMap<string, string> = new Map(),
  assets: ReadonlyMap<string, ExchangeAsset> = new Map(),
  definitions: ExchangeDefinitions = { tables: new Map(), fields: new Map() },
): Record<string, unknown> {
  const flows = [main, ...linked]
  const refs = nameFlows([...flows, ...[...outside].map(([id, name]) => ({ id, name }))])
  const names = new Map([...outside].map(([id, name]) => [refs.get(id) ?? '', name]))
  const documents = flows.map((flow) => {
    const nameFlow = (id: string) => {
      const ref = refs.get(id)
      return ref === undefined ? id : toRef(ref)
    }
    const called = mapCalls(flow.definition.nodes, nameFlow)
    const nodes = mapAssets(called, (id) => {
      const asset = assets.get(id)
      return asset ? toRef(asset.ref) : id
    })
    const testCases = mapTexts(flow.testCases ?? [], nameFlow) as JsonObject[]
    return {
      ref: refs.get(flow.id) ?? '',
      document: toExchange({ ...flow, nodes, testCases, outside: names, assets, definitions }),
    }
  })
  const [first, ...rest] = documents
  if (rest.length === 0) return first?.document ?? {}
  rest.sort((a, b) => (a.ref < b.ref ? -1 : 1))
  return {
    ...first?.document,
    ref: first?.ref,
    bundle: rest.map(({ ref, document }) => ({ ...document, ref })),
  }
}

/** What other flows of a document call a flow by when it has no `ref` of its own. */
export const nameRef = (name: string): string => slugify(name) || 'flow'

function nameFlows(flows: readonly { id: string; name: string }[]): Map<string, string> {
  const refs = new Map<string, string>()
  const taken = new Set<string>()
  for (const { id, name } of flows) {
    const base = readRef(id) ?? nameRef(name)
    let ref = base
    for (let count = 2; taken.has(ref); count++) ref = `${base}-${count}`
    taken.add(ref)
    refs.set(id, ref)
  }
  return refs
}

export type RefsResult = { ok: true; refs: string[] } | { ok: false; twice: string }

/** The names of a bundle's flows, the main one first: their `ref`, else made of their names. Two alike are refused. */
export function readRefs(flows: readonly { name: string; ref?: string | undefined }[]): RefsResult {
  const refs = flows.map(({ name, ref }) => ref ?? nameRef(name))
  const twice = refs.find((name, index) => refs.indexOf(name) !== index)
  if (twice === undefined) return { ok: true, refs }
  return { ok: false, twice }
}

/**
 * Puts the ids of imported flows in place of `ref:NAME`. `find` answers the id for a name: first of the bundle, else of
 * a flow that is already there. A name nobody has stays as it is, and publish refuses it.
 */
export function resolveRefs<N extends CallingNode>(
  nodes: readonly N[],
  find: (ref: string) => string | undefined,
): N[] {
  return mapCalls(nodes, (id) => resolveRef(id, find))
}

/** The same for test cases, which name flows by id too: as a key of their flows, or as what they start and expect. */
export function resolveCaseRefs(
  cases: readonly JsonObject[],
  find: (ref: string) => string | undefined,
): JsonObject[] {
  return mapTexts(cases, (text) => resolveRef(text, find)) as JsonObject[]
}

/** The same JSON value with every text, and every key, changed. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), mapTexts(item, change)]))
}
