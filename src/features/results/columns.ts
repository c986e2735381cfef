import type { FlowDefinition, FlowNode, FlowSnapshot } from '../../core/flow/index.ts'
import { QUESTION_TYPES } from '../../core/flow/results/run-answers.ts'

export type ColumnType = 'text' | 'number' | 'boolean' | 'date' | 'choice' | 'any'

export interface Column {
  /** The same over all versions of a flow. */
  id: string
  kind: 'question' | 'variable'
  nodeId: string | null
  flowId: string | null
  variable: string | null
  label: string
  type: ColumnType
}

/** Characters of a question that name its column, where it has no name of its own. */
const MAX_LABEL_CHARS = 80

export const questionId = (nodeId: string, flowId: string | null): string =>
  flowId === null ? nodeId : `${flowId}:${nodeId}`
export const variableId = (name: string): string => `var:${name}`

/** The columns that a version of a flow has, in the order in which a conversation comes by them. */
export function listColumns(snapshot: FlowSnapshot | undefined): Column[] {
  if (!snapshot) return []
  const variables = new Map<string, Column>()
  const questions: Column[] = []
  for (const node of inOrder(snapshot.definition)) {
    if (QUESTION_TYPES.has(node.type)) {
      questions.push(toQuestion(node, null))
      continue
    }
    for (const name of snapshot.nodes.get(node.id)?.writes ?? []) {
      if (!variables.has(name)) variables.set(name, toVariable(name))
    }
  }
  return [...questions, ...variables.values()]
}

export function toQuestion(node: FlowNode, flowId: string | null): Column {
  const { saveAs } = node.data
  return {
    id: questionId(node.id, flowId),
    kind: 'question',
    nodeId: node.id,
    flowId,
    variable: typeof saveAs === 'string' ? saveAs : null,
    label: nameQuestion(node),
    type: typeOf(node),
  }
}

export const toVariable = (name: string): Column => ({
  id: variableId(name),
  kind: 'variable',
  nodeId: null,
  flowId: null,
  variable: name,
  label: name,
  type: 'any',
})

/** What people call a question: its label, else how it asks, else the variable that keeps the answer. */
export function nameQuestion({ id, data }: FlowNode): string {
  const { label, prompt, saveAs } = data
  const asked = typeof prompt === 'string' ? (prompt.trim().split('\n', 1)[0] ?? '') : ''
  for (const name of [label, asked, saveAs]) {
    if (typeof name === 'string' && name.trim() !== '') return shorten(name.trim())
  }
  return id
}

const shorten = (text: string): string =>
  text.length > MAX_LABEL_CHARS ? `${text.slice(0, MAX_LABEL_CHARS - 1)}…` : text

const TYPES: Readonly<Record<string, ColumnType>> = {
  number: 'number',
  integer: 'number',
  yes_no: 'boolean',
  date: 'date',
}

function typeOf({ type, data: { validate } }: FlowNode): ColumnType {
  if (type === 'menu') return 'choice'
  if (type === 'menu.list') return 'any'
  const kind = typeof validate === 'object' && validate !== null && 'type' in validate ? validate.type : 'any'
  return TYPES[String(kind)] ?? 'text'
}

/** Nodes from the triggers on, nearest first; what nothing leads to comes last. */
function inOrder({ nodes, edges }: FlowDefinition): FlowNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const next = Map.groupBy(edges, ({ source }) => source)
  const order = new Set(nodes.filter(({ type }) => type.startsWith('trigger.')))
  for (const node of order) {
    const { targetNodeId } = node.data
    const targets = [...(next.get(node.id) ?? []).map(({ target }) => target), targetNodeId]
    for (const id of targets) {
      const target = typeof id === 'string' ? byId.get(id) : undefined
      if (target) order.add(target)
    }
  }
  return [...order, ...nodes.filter((node) => !order.has(node))]
}
