import { type FlowNode, findNodeType } from '../../../core/flow/index.ts'

/** A call as the simulator takes it. */
export interface SimulatedCall {
  body?: unknown
  query?: Record<string, unknown>
  headers?: Record<string, string>
}

const SAMPLES = { string: 'text', number: 1, boolean: true, date: '2026-01-01', list: [], object: {} }

type Parts = Record<string, unknown>

/** Puts a value at a place of dotted names; a place within a list is left to who writes the call. */
function put(call: Parts, path: string, value: unknown): void {
  const names = path.split('.')
  const last = names.pop()
  let at = call
  for (const name of names) {
    const next = at[name]
    at[name] = typeof next === 'object' && next !== null ? next : {}
    at = at[name] as Parts
  }
  if (last !== undefined) at[last] ??= value
}

/** A call that has what the node maps, as JSON text. */
export function buildCall({ type: called, data }: Pick<FlowNode, 'type' | 'data'>): string {
  const bound = findNodeType(called)?.bind('t', data)
  const rule = bound?.ok ? bound.node.trigger : null
  const call: Parts = { body: {}, query: {}, headers: {} }
  if (rule?.kind === 'webhook') {
    put(call, rule.contact, '+5511988887777')
    for (const { path, type, default: given } of rule.inputs)
      if (!path.includes('[')) put(call, path, given ?? SAMPLES[type])
  }
  for (const { path } of Array.isArray(data.map) ? (data.map as { path?: unknown }[]) : [])
    if (typeof path === 'string' && !path.includes('[')) put(call, path, SAMPLES.string)
  return JSON.stringify(call, null, 2)
}

const isRecord = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Null for what is no JSON, or no call. Names of headers are compared in lower case. */
export function parseCall(text: string): SimulatedCall | null {
  try {
    const call: unknown = JSON.parse(text)
    if (!isRecord(call)) return null
    const { body = {}, query = {}, headers = {} } = call
    if (!isRecord(query) || !isRecord(headers)) return null
    const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])
    return { body, query, headers: Object.fromEntries(lower) }
  } catch {
    return null
  }
}
