import { type FlowDefinition, type FlowNode, findNodeType } from '../../../core/flow/index.ts'
import { parseJsonOrText } from './json-or-text.ts'

const SAMPLES = { string: 'text', number: 1, boolean: true, date: '2026-01-01', list: [], object: {} }

/** A value that a start by the API takes, with one to begin with. */
export interface StartInput {
  name: string
  type: string
  sample: unknown
}

/** Those of a trigger that takes any. */
export function listInputs({ type: trigger, data }: Pick<FlowNode, 'type' | 'data'>): StartInput[] {
  const bound = findNodeType(trigger)?.bind('t', data)
  const rule = bound?.ok ? bound.node.trigger : null
  const inputs = rule && 'inputs' in rule ? rule.inputs : []
  return inputs.map(({ name, type, default: given }) => ({ name, type, sample: given ?? SAMPLES[type] }))
}

/** What was written into the fields of a start, as values of their types. */
export function readInputs(
  inputs: readonly StartInput[],
  read: (name: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    inputs.map(({ name, type }) => [
      name,
      type === 'string' || type === 'date' ? read(name) : parseJsonOrText(read(name)),
    ]),
  )
}

/** The triggers at which a test on a phone may begin, the one first at which it begins by itself. */
export function listTestStarts({ nodes, edges }: Pick<FlowDefinition, 'nodes' | 'edges'>): FlowNode[] {
  const connected = new Set(edges.map(({ source }) => source))
  const triggers = nodes.filter(({ id, type }) => type.startsWith('trigger.') && connected.has(id))
  const isApi = ({ type }: FlowNode) => type === 'trigger.api'
  return [...triggers.filter(isApi), ...triggers.filter((node) => !isApi(node))]
}
