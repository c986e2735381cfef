import { PUBLIC_ADDRESSES } from '../../address-policy.ts'
import type { FlowDefinition } from '../definition.ts'
import { finding, type Issue, type ValidationResult } from '../findings.ts'
import { LARGE_FLOW_NODES } from '../limits.ts'
import { findNodeType } from '../nodes/registry.ts'
import { createSnapshot } from '../snapshot.ts'
import { checkConnections, checkLoops, checkReachability, type GraphView } from './graph.ts'
import { checkHost } from './host.ts'
import { checkLanguages } from './languages.ts'
import { checkTexts } from './texts.ts'
import { checkNeighbours, type ValidationContext } from './triggers.ts'

export type { ValidationContext } from './triggers.ts'

/**
 * Checks a flow the way publish does: every error blocks publishing, warnings never do. Runs in the browser and on
 * the server alike. `context` adds what only the client knows (other flows' keywords, the main menu, callable flows);
 * without it those warnings and checks are left out.
 */
export function validateFlow(definition: FlowDefinition, context: ValidationContext = {}): ValidationResult {
  const issues: Issue[] = []
  const view = bindNodes(definition, issues)
  issues.push(...checkDuplicates(definition))
  issues.push(...checkFallback(definition))
  issues.push(...checkNodeRules(view, context))
  issues.push(...checkConnections(view))
  issues.push(...checkReachability(view))
  issues.push(...checkLoops(view))
  issues.push(...checkTexts(view))
  issues.push(...checkLanguages(view, context))
  issues.push(...checkNeighbours(view, context))
  issues.push(...checkHost(view, context))
  if (definition.nodes.length > LARGE_FLOW_NODES) {
    issues.push({
      code: 'LARGE_FLOW',
      severity: 'warning',
      ...finding('MANY_NODES', { count: definition.nodes.length }),
    })
  }
  return {
    errors: issues.filter((issue) => issue.severity === 'error'),
    warnings: issues.filter((issue) => issue.severity === 'warning'),
  }
}

/** Binds every node, reporting unknown types and data its type refuses. */
function bindNodes(definition: FlowDefinition, issues: Issue[]): GraphView {
  const identity = { flowId: 'draft', versionId: 'draft' }
  const snapshot = createSnapshot(identity, definition)
  for (const node of definition.nodes) {
    const nodeType = findNodeType(node.type)
    if (!nodeType) {
      const unknown = finding('TYPE_UNKNOWN', { type: node.type })
      issues.push({ code: 'UNKNOWN_TYPE', severity: 'error', ...unknown, nodeId: node.id })
      continue
    }
    if (snapshot.nodes.get(node.id)?.type === node.type) continue
    const result = nodeType.bind(node.id, node.data)
    if (result.ok) continue
    for (const problem of result.problems)
      issues.push({ ...problem, code: 'INVALID_DATA', severity: 'error', nodeId: node.id })
  }
  return { definition, snapshot, typeById: new Map(definition.nodes.map((node) => [node.id, node.type])) }
}

function checkDuplicates({ nodes, edges }: FlowDefinition): Issue[] {
  const nodeIssues = findRepeated(nodes.map((node) => node.id)).map(
    (id): Issue => ({
      code: 'DUPLICATE_ID',
      severity: 'error',
      ...finding('NODE_ID_TWICE', { id }),
      nodeId: id,
    }),
  )
  const edgeIssues = findRepeated(edges.map((edge) => edge.id)).map(
    (id): Issue => ({
      code: 'DUPLICATE_ID',
      severity: 'error',
      ...finding('EDGE_ID_TWICE', { id }),
      edgeId: id,
    }),
  )
  return [...nodeIssues, ...edgeIssues]
}

function findRepeated(ids: string[]): string[] {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const id of ids) {
    if (seen.has(id)) repeated.add(id)
    seen.add(id)
  }
  return [...repeated]
}

function checkFallback({ fallbackBehavior, fallbackText }: FlowDefinition): Issue[] {
  const needsText = fallbackBehavior === 'send_text' || fallbackBehavior === 'send_text_and_repeat'
  if (!needsText || (fallbackText ?? '').trim() !== '') return []
  const blank = finding('FALLBACK_BLANK', { behavior: fallbackBehavior })
  return [{ code: 'INVALID_DATA', severity: 'error', ...blank, path: 'fallbackText' }]
}

function checkNodeRules(
  { definition, snapshot, typeById }: GraphView,
  { addresses = PUBLIC_ADDRESSES }: ValidationContext,
): Issue[] {
  const issues: Issue[] = []
  for (const node of snapshot.nodes.values()) {
    for (const problem of node.check(definition, addresses))
      issues.push({ code: 'INVALID_DATA', severity: 'error', ...problem, nodeId: node.id })
    if (node.jumpsTo !== null) issues.push(...checkJump(node.id, node.jumpsTo, typeById))
  }
  return issues
}

function checkJump(nodeId: string, target: string, typeById: ReadonlyMap<string, string>): Issue[] {
  const path = 'targetNodeId'
  if (target === nodeId) {
    return [{ code: 'INVALID_DATA', severity: 'error', ...finding('GO_TO_ITSELF'), nodeId, path }]
  }
  const type = typeById.get(target)
  if (type !== undefined && type !== 'note' && !type.startsWith('trigger.')) return []
  const found =
    type === undefined ? finding('GO_TO_NOWHERE', { node: target }) : finding('GO_TO_NO_ENTRY', { type })
  return [{ code: 'GO_TO_TARGET_MISSING', severity: 'error', ...found, nodeId, path }]
}
