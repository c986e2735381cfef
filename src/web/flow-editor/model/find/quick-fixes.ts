import { type FlowNode, findNodeType, type Issue } from '../../../../core/flow/index.ts'
import { hasEntry } from '../canvas/node-view.ts'
import type { Exit, FlowDocument } from '../graph.ts'
import { findLikelyName, listVariableRows } from '../variables.ts'

/** One press that puts a finding right. */
export type QuickFix =
  | { kind: 'end'; exit: Exit }
  | { kind: 'remove_edge'; edgeId: string }
  | { kind: 'remove_node'; nodeId: string }
  | { kind: 'create_variable'; name: string }
  | { kind: 'use_variable'; name: string; instead: string }
  | { kind: 'add_trigger'; target: string | null }
  | { kind: 'connect_trigger'; source: string; target: string }
  | { kind: 'set_timeout'; nodeId: string }

/** What can be offered for a finding, the likeliest first; nothing where only a person knows. */
export function listFixes(document: FlowDocument, issue: Issue): QuickFix[] {
  const { code, nodeId, edgeId, path } = issue
  const { edges } = document.definition
  if (edgeId !== undefined) {
    const isOne = edges.filter(({ id }) => id === edgeId).length === 1
    return isOne ? [{ kind: 'remove_edge', edgeId }] : []
  }
  switch (code) {
    case 'NO_TRIGGER':
      return fixTrigger(document)
    case 'UNDEFINED_VARIABLE':
      return fixVariable(document, issue)
    default:
      return nodeId === undefined ? [] : fixNode(code, nodeId, path)
  }
}

function fixNode(code: Issue['code'], nodeId: string, path: string | undefined): QuickFix[] {
  switch (code) {
    case 'UNCONNECTED_HANDLE':
      return path === undefined ? [] : [{ kind: 'end', exit: { source: nodeId, sourceHandle: path } }]
    case 'DISCONNECTED':
    case 'UNKNOWN_TYPE':
      return [{ kind: 'remove_node', nodeId }]
    case 'NO_TIMEOUT':
      return [{ kind: 'set_timeout', nodeId }]
    default:
      return []
  }
}

/** The node most to the left of those that nothing leads to: where a flow without a trigger is to begin. */
function findFirst({ definition: { nodes, edges } }: FlowDocument): FlowNode | undefined {
  const entered = new Set(edges.map(({ target }) => target))
  return nodes
    .filter((node) => hasEntry(node) && findNodeType(node.type) && !entered.has(node.id))
    .sort((a, b) => a.position.x - b.position.x || a.position.y - b.position.y)[0]
}

function fixTrigger(document: FlowDocument): QuickFix[] {
  const target = findFirst(document)?.id ?? null
  const trigger = document.definition.nodes.find(({ type }) => type.startsWith('trigger.'))
  if (!trigger) return [{ kind: 'add_trigger', target }]
  return target === null ? [] : [{ kind: 'connect_trigger', source: trigger.id, target }]
}

function fixVariable(document: FlowDocument, issue: Issue): QuickFix[] {
  if (issue.reason !== 'NEVER_SET') return []
  const { nodeId, path, params } = issue
  const rows = listVariableRows(document)
  const known = rows.filter(({ isUnknown }) => !isUnknown).map(({ name }) => name)
  return rows
    .filter(({ isUnknown, name }) => isUnknown && name === params.name)
    .filter(({ uses }) => uses.some((use) => use.nodeId === (nodeId ?? null) && use.path === path))
    .flatMap(({ name }): QuickFix[] => {
      const instead = findLikelyName(name, known)
      const create: QuickFix = { kind: 'create_variable', name }
      return instead === undefined ? [create] : [{ kind: 'use_variable', name, instead }, create]
    })
}
