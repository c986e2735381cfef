import { importTypebot, validateFlow } from '../../../src/core/flow/index.ts'
import { describeNotes } from '../../../src/words/english.ts'

export const line = (...texts: string[]) => ({
  richText: [{ type: 'p', children: texts.map((text) => ({ text })) }],
})

export function convert(input: unknown) {
  const result = importTypebot(input, describeNotes)
  if (!result.ok) throw new Error(JSON.stringify(result.problem))
  return result
}

/** One block in a bot of its own. */
export function convertBlock(block: Record<string, unknown>) {
  const { flow, report } = convert({
    version: '6',
    name: 'One',
    events: [{ id: 'ev', type: 'start' }],
    variables: [
      { id: 'v1', name: 'x' },
      { id: 'v2', name: 'list' },
    ],
    groups: [
      {
        id: 'g',
        title: 'G',
        blocks: [
          { id: 'a', type: 'image', content: { url: 'https://example.com/a.png' } },
          { id: 'b', ...block },
          { id: 'z', type: 'text', content: line('end') },
        ],
      },
    ],
    edges: [{ from: { eventId: 'ev' }, to: { groupId: 'g' } }],
  })
  const node = flow.definition.nodes.find((item) => item.id === 'b')
  return { node, report: report.find(({ id }) => id === 'b'), validation: validateFlow(flow.definition) }
}
