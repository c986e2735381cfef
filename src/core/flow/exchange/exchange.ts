import { z } from 'zod'
import {
  type DefinitionInput,
  describeZodError,
  type FlowDefinition,
  type FlowNode,
  parseDefinition,
} from '../definition.ts'
import { type ExchangeAsset, findAssets } from './assets.ts'
import { findCalls } from './calls.ts'
import { type ExchangeDefinitions, listTexts, toRequired } from './definitions.ts'

/** The version of the exchange format this engine reads and writes. */
export const EXCHANGE_VERSION = 1

/** A flow as it travels: body of flows.import, file of an export. */
export interface ExchangeFlow {
  name: string
  description: string | null
  clientId: string | null
  definition: FlowDefinition
}

/** A test case as it is saved with a flow. */
export type JsonObject = Record<string, unknown>

export type ExchangeResult = { ok: true; flow: ExchangeFlow } | { ok: false; message: string }

const headerSchema = z.object({
  version: z.number().int(),
  name: z
    .string()
    .max(120, 'at most 120 characters')
    .refine((name) => name.trim() !== '', 'is blank; name the flow'),
  description: z.string().max(2_000).nullish(),
  clientId: z.string().nullish(),
})

/**
 * Reads a flow in exchange format: structure only, so that unknown node types and unfinished graphs can be imported.
 * `nodes`, `edges` and `viewport` may be JSON or the JSON strings of a Flow resource. An unknown version is refused.
 */
export function parseExchange(input: unknown): ExchangeResult {
  const header = headerSchema.safeParse(input)
  if (!header.success) return { ok: false, message: describeZodError(header.error) }
  const { version, name, description, clientId } = header.data
  if (version !== EXCHANGE_VERSION) {
    const message = `version: this server reads exchange format ${EXCHANGE_VERSION}, not ${version}; export the flow again or update the server`
    return { ok: false, message }
  }
  const parsed = parseDefinition(input as DefinitionInput)
  if (!parsed.ok) return parsed
  return {
    ok: true,
    flow: {
      name: name.trim(),
      description: description ?? null,
      clientId: clientId ?? null,
      definition: parsed.definition,
    },
  }
}

/** A flow to write. `nodes` stand in for its own; `outside` are names, by ref, of the called flows that stay behind. */
export interface ExchangeSource extends ExchangeFlow {
  nodes?: readonly FlowNode[]
  outside?: ReadonlyMap<string, string>
  testCases?: readonly JsonObject[]
  /** Files by what the definition's own nodes name them by. */
  assets?: ReadonlyMap<string, ExchangeAsset>
  /** What its owner has defined; what the flow uses of it travels. */
  definitions?: ExchangeDefinitions
}

/**
 * Writes a flow in canonical exchange format: nodes and edges by id, keys sorted, defaults and absent fields left
 * out, so that a re-export of an import is the same text and Git shows small differences.
 */
export function toExchange(flow: ExchangeSource): Record<string, unknown> {
  const { definition } = flow
  const nodes = flow.nodes ?? definition.nodes
  const body = {
    version: EXCHANGE_VERSION,
    name: flow.name,
    description: flow.description ?? undefined,
    retriggerBehavior: definition.retriggerBehavior,
    fallbackBehavior: definition.fallbackBehavior,
    fallbackText: definition.fallbackText ?? undefined,
    nodes: sortById(nodes).map(withoutAddress),
    edges: sortById(definition.edges),
    viewport: definition.viewport ?? undefined,
    settings: Object.keys(definition.settings).length > 0 ? definition.settings : undefined,
    variables: definition.variables.length > 0 ? definition.variables : undefined,
    requires: {
      ...buildRequires(nodes, flow.outside ?? new Map(), listAssets(flow)),
      ...(flow.definitions ? toRequired(definition, flow.definitions) : {}),
    },
    testCases: flow.testCases && flow.testCases.length > 0 ? flow.testCases : undefined,
  }
  return sortKeys(body) as Record<string, unknown>
}

/** The files its nodes send, each once, by name. */
function listAssets({ definition, assets = new Map() }: ExchangeSource): ExchangeAsset[] {
  const sent = findAssets(definition.nodes).flatMap((id) => assets.get(id) ?? [])
  const byRef = new Map(sent.map((asset) => [asset.ref, asset]))
  return [...byRef.values()].sort((a, b) => (a.ref < b.ref ? -1 : 1))
}

/** What a flow needs of the place it is imported to: node types, secrets by name, flows that are not in the file, files. */
function buildRequires(
  nodes: readonly FlowNode[],
  outside: ReadonlyMap<string, string>,
  assets: readonly ExchangeAsset[],
): Record<string, unknown> {
  const sorted = (items: string[]) => [...new Set(items)].sort()
  const secrets = nodes.flatMap(({ data }) => {
    const tools: unknown[] = Array.isArray(data.tools) ? data.tools : []
    const named = [data, ...tools].flatMap(listSecretRefs)
    const read = listTexts(data).flatMap((text) => [...text.matchAll(/\bsecrets\.([A-Za-z_]\w*)/g)])
    return [...named, ...read.map((match) => match[1] ?? '')]
  })
  const called = findCalls(nodes).flatMap((flowId) => {
    const ref = flowId.replace(/^ref:/, '')
    return ref === flowId || outside.has(ref) ? [ref] : []
  })
  return {
    nodeTypes: sorted(nodes.map((node) => node.type)),
    ...(secrets.length > 0 ? { secrets: sorted(secrets) } : {}),
    ...(called.length > 0 ? { flows: sorted(called).map((ref) => ({ ref, name: outside.get(ref) })) } : {}),
    ...(assets.length > 0 ? { assets } : {}),
  }
}

/** Secrets that a call names beside those its texts read. */
function listSecretRefs(call: unknown): string[] {
  const { secretRefs } = (call ?? {}) as { secretRefs?: unknown }
  return Array.isArray(secretRefs) ? secretRefs.filter((name) => typeof name === 'string') : []
}

/** Who gets what a handoff hands over, whom it notifies and by which webhook is of this installation; it does not travel. */
function withoutAddress(node: FlowNode): FlowNode {
  if (node.type !== 'handoff') return node
  const { departmentId: _department, personId: _person, ...data } = node.data
  const { notify } = data
  if (typeof notify !== 'object' || notify === null) return { ...node, data }
  const { jid: _jid, webhook: _webhook, ...rest } = notify as Record<string, unknown>
  return { ...node, data: { ...data, notify: rest } }
}

function sortById<T extends { id: string }>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
}

/** The same JSON value with sorted keys and without undefined ones. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sortKeys(item)]),
  )
}
