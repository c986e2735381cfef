import {
  type FlowDefinition,
  type FlowVariable,
  findNodeType,
  listVariableUses,
  type VariableUse,
} from '../../../core/flow/index.ts'
import type { FlowDocument } from './graph.ts'

export interface VariableEntry {
  /** As it is written into a text, without braces. */
  name: string
  source: 'flow' | 'contact' | 'message' | 'other'
}

const FIXED: readonly VariableEntry[] = [
  { name: 'contact.name', source: 'contact' },
  { name: 'contact.phone', source: 'contact' },
  { name: 'contact.username', source: 'contact' },
  { name: 'contact.jid', source: 'contact' },
  { name: 'contact.tags', source: 'contact' },
  { name: 'contact.favourite', source: 'contact' },
  { name: 'message.text', source: 'message' },
  { name: 'last.text', source: 'message' },
  { name: 'trigger.text', source: 'message' },
  { name: 'flow.name', source: 'other' },
  { name: 'flow.language', source: 'other' },
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

/** A variable of the flow, with every place that has to do with it. */
export interface VariableRow {
  name: string
  /** Its first value and more, where the flow declares it. */
  declared: FlowVariable | undefined
  uses: readonly VariableUse[]
  /** Read somewhere, and neither declared nor written anywhere. */
  isUnknown: boolean
}

/** Every variable of the flow by its name; those nobody sets come first. */
export function listVariableRows({ definition }: FlowDocument): VariableRow[] {
  const uses = listVariableUses(definition)
  const declared = new Map(definition.variables.map((variable) => [variable.name, variable]))
  const rows = [...new Set([...declared.keys(), ...uses.keys()])].map((name): VariableRow => {
    const own = uses.get(name) ?? []
    const isWritten = own.some(({ kind }) => kind === 'writes')
    return { name, declared: declared.get(name), uses: own, isUnknown: !(declared.has(name) || isWritten) }
  })
  return rows.sort((a, b) => Number(b.isUnknown) - Number(a.isUnknown) || a.name.localeCompare(b.name, 'en'))
}

/** The definition with a variable declared so, whether it was declared before or not. */
export function declareVariable(
  definition: FlowDefinition,
  name: string,
  change: (variable: FlowVariable) => FlowVariable = (variable) => variable,
): FlowDefinition {
  const { variables } = definition
  return variables.some((variable) => variable.name === name)
    ? {
        ...definition,
        variables: variables.map((variable) => (variable.name === name ? change(variable) : variable)),
      }
    : { ...definition, variables: [...variables, change({ name })] }
}

/** The known name most like one that nobody sets: what was meant by a slip of the keyboard. */
export function findLikelyName(unknown: string, known: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(unknown.length / 4))
  const ranked = known
    .map((name) => ({ name, slips: countSlips(unknown.toLowerCase(), name.toLowerCase()) }))
    .filter(({ slips }) => slips <= most)
    .sort((a, b) => a.slips - b.slips)
  return ranked[0]?.name
}

/** How many letters are added, left out or changed between two words (Levenshtein). */
function countSlips(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
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
