import { fold } from '../../../i18n/fold.ts'
import type { FlowDocument } from '../graph.ts'

/** Texts of a node's data, wherever they stand in it. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) yield* textsOf(item)
  }
}

/** Ids of nodes whose id, type name or texts contain all words, in the order of the document. */
export function findNodes(document: FlowDocument, query: string, nameOf: (type: string) => string): string[] {
  const wanted = fold(query).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return []
  return document.definition.nodes
    .filter((node) => {
      const text = fold([node.id, nameOf(node.type), ...textsOf(node.data)].join('\n'))
      return wanted.every((word) => text.includes(word))
    })
    .map((node) => node.id)
}
