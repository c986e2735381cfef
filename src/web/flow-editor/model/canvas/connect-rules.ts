import { type Exit, type FlowDocument, findNode } from '../graph.ts'
import { exitsOf, hasEntry } from './node-view.ts'

export type ConnectProblem = 'no_such_node' | 'no_such_exit' | 'no_entry' | 'itself'

/** Why an exit cannot lead to a node; null when it can. An exit that has an edge already may be led elsewhere. */
export function findConnectProblem(
  document: FlowDocument,
  { source, sourceHandle }: Exit,
  target: string,
): ConnectProblem | null {
  const [from, to] = [findNode(document, source), findNode(document, target)]
  if (!from || !to) return 'no_such_node'
  if (!exitsOf(from).some((exit) => exit.id === sourceHandle)) return 'no_such_exit'
  if (source === target) return 'itself'
  return hasEntry(to) ? null : 'no_entry'
}
