import { parseDefinition } from '../../src/core/flow/index.ts'
import type { FlowDocument } from '../../src/web/flow-editor/model/graph.ts'

/** A flow as the editor holds it: nodes in a row as `[id, type, data]`, edges as `a>b` or `a:exit>b`. */
export function documentOf(nodes: [string, string, object?][], edges: string[] = []): FlowDocument {
  const parsed = parseDefinition({
    nodes: nodes.map(([id, type, data = {}], index) => ({
      id,
      type,
      data,
      position: { x: index * 300, y: 0 },
    })),
    edges: edges.map((text, index) => {
      const [from = '', target = ''] = text.split('>')
      const [source, ...handle] = from.split(':')
      return { id: `e${index}`, source, target, sourceHandle: handle.join(':') || 'out' }
    }),
  })
  if (!parsed.ok) throw new Error(parsed.message)
  return { name: 'Test', description: null, clientId: null, definition: parsed.definition }
}
