import { describe, expect, test } from 'vitest'
import { describeNotes } from '../../../words/english.ts'
import { validateFlow } from '../validate/validate.ts'
import { importTypebot, removeOrphans } from './index.ts'

const line = (text: string) => ({ richText: [{ type: 'p', children: [{ text }] }] })

function convert(input: unknown) {
  const result = importTypebot(input, describeNotes)
  if (!result.ok) throw new Error(JSON.stringify(result.problem))
  return result
}

describe('paths', () => {
  const made = (to: string) => ({
    version: '6.1',
    name: 'Paths',
    events: [{ id: 'ev', type: 'start', outgoingEdgeId: 'e1' }],
    variables: [],
    groups: [
      {
        id: 'a',
        title: 'First',
        blocks: [
          { id: 'a1', type: 'image', content: { url: 'https://example.com/a.png' } },
          { id: 'a2', type: 'text', content: line('hi'), outgoingEdgeId: to },
        ],
      },
      { id: 'b', title: 'Second', blocks: [{ id: 'b1', type: 'text', content: line('b') }] },
      {
        id: 'c',
        title: 'Third',
        blocks: [
          { id: 'c1', type: 'text', content: line('c') },
          { id: 'c2', type: 'text input', options: {} },
        ],
      },
    ],
    edges: [
      { id: 'e1', from: { eventId: 'ev' }, to: { groupId: 'a' } },
      { id: 'e2', from: { blockId: 'a2' }, to: { groupId: 'c' } },
      { id: 'e3', from: { blockId: 'nobody' }, to: { groupId: 'b' } },
    ],
  })
  const edgesOf = (bot: unknown, source: string) =>
    convert(bot)
      .flow.definition.edges.filter((edge) => edge.source === source)
      .map(({ sourceHandle, target }) => [sourceHandle, target])

  test('what counts is the edge a block names, not where an edge says it begins', () => {
    expect(edgesOf(made('e3'), 'a2')).toEqual([['out', 'b1']])
    expect(edgesOf(made('lost'), 'a2')).toEqual([])
  })

  test('a picture that cannot be had goes on like one that can', () => {
    expect(edgesOf(made('e2'), 'a1')).toEqual([
      ['out', 'a2'],
      ['failed', 'a2'],
    ])
  })

  test('an answer of the interface, with the bot under a name, is read too', () => {
    expect(convert({ typebot: made('e2') }).flow).toEqual(convert(made('e2')).flow)
  })

  test('all that nothing leads to is one finding, and can be taken out at once', () => {
    const { flow, report, orphans } = convert(made('e3'))
    const findings = report.filter(({ status, type }) => status !== 'exact' && type !== 'start')
    expect(findings).toEqual([
      {
        id: 'orphans',
        group: '',
        type: 'groups',
        status: 'changed',
        notes: [{ code: 'GROUPS_NOT_REACHED', params: { groups: ['Third'] } }],
      },
    ])
    expect(validateFlow(flow.definition).errors.map(({ code }) => code)).toEqual(['DISCONNECTED'])
    const kept = removeOrphans(flow.definition, orphans)
    expect(validateFlow(kept).errors).toEqual([])
    expect(kept.nodes.map(({ id }) => id)).not.toContain('g-c')
  })
})
