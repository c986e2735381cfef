import { type FlowDefinition, parseExchange, toExchange } from '../../../core/flow/index.ts'
import { type FlowDocument, pickParts } from './graph.ts'

/** Chosen nodes with the edges among them as exchange JSON: it can be pasted into any flow, or imported as one. */
export function toClipboardText(document: FlowDocument, nodeIds: ReadonlySet<string>): string {
  const parts = pickParts(document, nodeIds)
  const definition: FlowDefinition = {
    ...parts,
    viewport: null,
    retriggerBehavior: 'continue_if_dormant',
    fallbackBehavior: 'none',
    fallbackText: null,
    settings: {},
    variables: [],
  }
  return JSON.stringify(toExchange({ name: document.name, description: null, clientId: null, definition }))
}

/** The nodes and edges of pasted text; undefined when it is no exchange JSON or holds no node. */
export function parseClipboardText(text: string): Pick<FlowDefinition, 'nodes' | 'edges'> | undefined {
  try {
    const parsed = parseExchange(JSON.parse(text))
    if (!parsed.ok || parsed.flow.definition.nodes.length === 0) return undefined
    const { nodes, edges } = parsed.flow.definition
    return { nodes, edges }
  } catch {
    return undefined
  }
}
