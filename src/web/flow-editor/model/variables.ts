import { findNodeType } from '../../../core/flow/index.ts'
import type { FlowDocument } from './graph.ts'

export interface VariableEntry {
  /** As it is written into a text, without braces. */
  name: string
  source: 'flow' | 'contact' | 'message' | 'other'
}

const FIXED: readonly VariableEntry[] = [
  { name: 'contact.name', source: 'contact' },
  { name: 'contact.phone', source: 'contact' },
  { name: 'contact.tags', source: 'contact' },
  { name: 'message.text', source: 'message' },
  { name: 'last.text', source: 'message' },
  { name: 'trigger.text', source: 'message' },
  { name: 'flow.name', source: 'other' },
  { name: 'client.name', source: 'other' },
  { name: 'now', source: 'other' },
]

/** Names of the variables any node of the flow writes, and those it declares. */
export function listVariableNames({ definition: { nodes, variables } }: FlowDocument): string[] {
  const written = nodes.flatMap(({ id, type, data }) => {
    const bound = findNodeType(type)?.bind(id, data)
    return bound?.ok ? bound.node.writes : looseWrites(data)
  })
  return [...new Set([...variables.map(({ name }) => name), ...written])].filter(Boolean).sort()
}

/** What an unfinished node will write, as far as it is known. */
const looseWrites = ({ saveAs }: Readonly<Record<string, unknown>>): string[] =>
  typeof saveAs === 'string' ? [saveAs] : []

/** Everything a text of this flow can insert. */
export function listVariables(document: FlowDocument): VariableEntry[] {
  const own = listVariableNames(document).map(
    (name): VariableEntry => ({ name: `vars.${name}`, source: 'flow' }),
  )
  const answers = document.definition.nodes
    .filter(({ type }) => type === 'http')
    .map(({ id }): VariableEntry => ({ name: `node.${id}.body`, source: 'other' }))
  return [...own, ...FIXED, ...answers]
}

/** What is being typed inside an open `{{` before the caret; undefined when the caret stands outside of one. */
export function openExpression(text: string, caret: number): { start: number; query: string } | undefined {
  const before = text.slice(0, caret)
  const start = before.lastIndexOf('{{')
  if (start < 0 || before.includes('}}', start)) return undefined
  const query = before.slice(start + 2)
  return /^\s*[\w.]*$/.test(query) ? { start, query: query.trim() } : undefined
}

/** The text with a variable in place of what was being typed, and where the caret stands then. */
export function insertVariable(text: string, caret: number, name: string): { text: string; caret: number } {
  const open = openExpression(text, caret)
  const start = open?.start ?? caret
  const rest = text.slice(caret).replace(open ? /^\s*}}/ : /^/, '')
  const inserted = `{{ ${name} }}`
  return { text: text.slice(0, start) + inserted + rest, caret: start + inserted.length }
}
