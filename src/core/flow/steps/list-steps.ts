import type { ApiInput } from '../expressions/input-types.ts'
import { CONTACT_TEXTS } from '../languages/contact-texts.ts'
import type { BoundNode } from '../nodes/node-type.ts'
import type { FlowSnapshot } from '../snapshot.ts'
import { listVariableUses } from '../variables/variables.ts'

/** A step by what its author called it. */
export interface StepName {
  nodeId: string
  type: string
  label: string | null
}

/** A step at which a run can begin or go on. */
export interface Step extends StepName {
  /** It waits for what the contact answers. */
  asks: boolean
  /** The beginning of what it says, as it is written in the flow. */
  text: string | null
  /** Variables that its texts read. */
  reads: string[]
}

const MAX_TEXT_CHARS = 160

/** What a node is called; null for one that the version does not have. */
export function nameStep({ definition }: FlowSnapshot, nodeId: string | null): StepName | null {
  const node = definition.nodes.find(({ id }) => id === nodeId)
  if (!node) return null
  const { label } = node.data
  const own = typeof label === 'string' ? label.trim() : ''
  return { nodeId: node.id, type: node.type, label: own || null }
}

/** The steps of a version that others lead to, the nearest to its triggers first. */
export function listSteps(snapshot: FlowSnapshot): Step[] {
  const reads = readVariables(snapshot)
  return listByDistance(snapshot).flatMap((node) => {
    const name = node.hasInput ? nameStep(snapshot, node.id) : null
    if (!name) return []
    const text = readText(snapshot, name)
    return [{ ...name, asks: node.retry !== null, text, reads: reads.get(node.id) ?? [] }]
  })
}

/** Stored versions have their nodes in no order that means something to people. */
function listByDistance({ definition, nodes, triggers }: FlowSnapshot): BoundNode[] {
  const reached = new Set(triggers.map(({ id }) => id))
  // A set is walked in the order of what is added, that which is added meanwhile included.
  for (const id of reached)
    for (const { source, target } of definition.edges) if (source === id) reached.add(target)
  return [...new Set([...reached, ...nodes.keys()])].flatMap((id) => nodes.get(id) ?? [])
}

/** What a contact reads first of a node. */
function readText({ definition }: FlowSnapshot, { nodeId, type }: StepName): string | null {
  const [path] = CONTACT_TEXTS[type]?.find(([place, kind]) => kind === 'text' && !place.includes('.')) ?? []
  const text = path && definition.nodes.find(({ id }) => id === nodeId)?.data[path]
  return typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, MAX_TEXT_CHARS) : null
}

/** Names of variables by the nodes that read them. */
function readVariables({ definition }: FlowSnapshot): ReadonlyMap<string, string[]> {
  const names = new Map<string, string[]>()
  for (const [name, uses] of listVariableUses(definition)) {
    const nodes = new Set(uses.flatMap(({ nodeId, kind }) => (kind === 'reads' && nodeId ? [nodeId] : [])))
    for (const nodeId of nodes) names.set(nodeId, [...(names.get(nodeId) ?? []), name])
  }
  return names
}

/** What the trigger.api of a version asks for; nothing without one. */
export function listInputs({ triggers }: FlowSnapshot): readonly ApiInput[] {
  const rule = triggers.find(({ trigger }) => trigger?.kind === 'api')?.trigger
  return rule?.kind === 'api' ? rule.inputs : []
}
