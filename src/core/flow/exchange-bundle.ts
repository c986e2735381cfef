import type { FlowDefinition } from './definition.ts'
import { type ExchangeFlow, type ExchangeResult, parseExchange, toExchange } from './exchange.ts'
import { slugify } from './expressions/fold.ts'

/** Node types whose `flowId` names another flow. */
const CALLING_TYPES: readonly string[] = ['subflow', 'switch_flow']
const REF = 'ref:'

/** A stored flow on its way out, with the id other flows call it by here. */
export interface StoredFlow extends ExchangeFlow {
  id: string
}

/** A flow of a bundle on its way in, with the name the others call it by. The first is the main one. */
export interface BundledFlow {
  ref: string
  flow: ExchangeFlow
}

export type BundleResult = { ok: true; flows: BundledFlow[] } | { ok: false; message: string }

/**
 * Writes a flow with the flows it needs as one document. Links between them become `ref:NAME`; links to flows that
 * are not part of it stay as they are and are listed in `requires.flows`.
 */
export function toExchangeBundle(main: StoredFlow, linked: readonly StoredFlow[]): Record<string, unknown> {
  const flows = [main, ...[...linked].sort((a, b) => (a.id < b.id ? -1 : 1))]
  const refs = nameFlows(flows)
  const [document = {}, ...bundle] = flows.map((flow) => {
    const definition = mapCalls(flow.definition, (id) => {
      const ref = refs.get(id)
      return ref === undefined ? id : `${REF}${ref}`
    })
    return { ...toExchange({ ...flow, definition }), ref: refs.get(flow.id) }
  })
  return bundle.length === 0 ? document : { ...document, bundle }
}

function nameFlows(flows: readonly StoredFlow[]): Map<string, string> {
  const refs = new Map<string, string>()
  const taken = new Set<string>()
  for (const { id, name } of flows) {
    const base = slugify(name) || 'flow'
    let ref = base
    for (let count = 2; taken.has(ref); count++) ref = `${base}-${count}`
    taken.add(ref)
    refs.set(id, ref)
  }
  return refs
}

/** Reads a document with the flows bundled in it. Two flows of one name in it are refused. */
export function parseExchangeBundle(input: unknown): BundleResult {
  const { bundle, ref } = (typeof input === 'object' && input !== null ? input : {}) as {
    bundle?: unknown
    ref?: unknown
  }
  const main = parseExchange(input)
  if (!main.ok) return main
  const flows = [toBundled(main, ref)]
  for (const [index, item] of (Array.isArray(bundle) ? bundle : []).entries()) {
    const parsed = parseExchange(item)
    if (!parsed.ok) return { ok: false, message: `bundle.${index}: ${parsed.message}` }
    flows.push(toBundled(parsed, (item as { ref?: unknown }).ref))
  }
  const refs = flows.map((flow) => flow.ref)
  const twice = refs.find((name, index) => refs.indexOf(name) !== index)
  if (twice === undefined) return { ok: true, flows }
  return { ok: false, message: `two flows of the bundle are called "${twice}"; give each its own ref` }
}

function toBundled({ flow }: Extract<ExchangeResult, { ok: true }>, ref: unknown): BundledFlow {
  return { ref: typeof ref === 'string' && ref !== '' ? ref : slugify(flow.name), flow }
}

/**
 * Puts the ids of imported flows in place of `ref:NAME`. `find` answers the id for a name: first of the bundle, else of
 * a flow that is already there. A name nobody has stays as it is, and publish refuses it.
 */
export function resolveRefs(
  definition: FlowDefinition,
  find: (ref: string) => string | undefined,
): FlowDefinition {
  return mapCalls(definition, (id) => (id.startsWith(REF) ? (find(id.slice(REF.length)) ?? id) : id))
}

function mapCalls(definition: FlowDefinition, change: (flowId: string) => string): FlowDefinition {
  const nodes = definition.nodes.map((node) =>
    CALLING_TYPES.includes(node.type) && typeof node.data.flowId === 'string'
      ? { ...node, data: { ...node.data, flowId: change(node.data.flowId) } }
      : node,
  )
  return { ...definition, nodes }
}
