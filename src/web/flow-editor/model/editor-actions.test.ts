import { beforeEach, describe, expect, test } from 'vitest'
import { documentOf } from '../../../../test/support/flow-document.ts'
import type { FlowDefinition } from '../../../core/flow/index.ts'
import { EditorActions } from './editor-actions.ts'
import { EditorStore } from './editor-store.ts'
import { type FlowDocument, isSameGraph } from './graph.ts'

const lines = ({ edges }: FlowDefinition): string[] =>
  edges.map((edge) => `${edge.source}:${edge.sourceHandle}>${edge.target}`).sort()

let now = 0
let store: EditorStore
let actions: EditorActions

function open(document: FlowDocument): void {
  let last = 0
  store = new EditorStore(document, () => now)
  actions = new EditorActions(store, () => {
    last += 1
    return `n${last}`
  })
}

beforeEach(() => {
  now = 0
})

test('a handoff that is added says a sentence, in the words of the language that is set', () => {
  open(documentOf([]))
  actions.firstTexts = { handoff: 'Um momento.' }
  const id = actions.add('handoff', { x: 0, y: 0 })
  const node = store.document.definition.nodes.find((one) => one.id === id)
  expect(node?.data).toEqual({ text: 'Um momento.' })
})

describe('nodes', () => {
  beforeEach(() =>
    open(
      documentOf(
        [
          ['t', 'trigger.keyword', { values: ['a'] }],
          ['q', 'ask', { prompt: '?' }],
          ['s', 'send.text', { text: 'hi' }],
        ],
        ['t>q', 'q:reply>s'],
      ),
    ),
  )

  test('a node dropped on an edge stands between its two ends', () => {
    const id = actions.addOnEdge('e0', 'send.text', { x: 1.4, y: 2 })
    expect(lines(store.document.definition)).toEqual([`${id}:out>q`, 'q:reply>s', `t:out>${id}`].sort())
    expect(store.document.definition.nodes.at(-1)?.position).toEqual({ x: 1, y: 2 })
  })

  test('a trigger dropped on an edge leaves the edge as it is', () => {
    actions.addOnEdge('e0', 'trigger.api', { x: 0, y: 0 })
    expect(lines(store.document.definition)).toEqual(['q:reply>s', 't:out>q'])
  })

  test('a node without exits dropped on an edge ends the path there', () => {
    const id = actions.addOnEdge('e1', 'end', { x: 0, y: 0 })
    expect(lines(store.document.definition)).toEqual([`q:reply>${id}`, 't:out>q'].sort())
  })

  test('an exit has one edge, and a new one replaces it', () => {
    expect(actions.connect({ source: 't', sourceHandle: 'out' }, 's')).toBe(true)
    expect(lines(store.document.definition)).toEqual(['q:reply>s', 't:out>s'])
  })

  test.each([
    ['into a trigger', { source: 'q', sourceHandle: 'reply' }, 't'],
    ['into itself', { source: 'q', sourceHandle: 'reply' }, 'q'],
    ['from an exit that is not there', { source: 'q', sourceHandle: 'out' }, 's'],
    ['to a node that is not there', { source: 'q', sourceHandle: 'reply' }, 'x'],
  ])('no edge leads %s', (_case, exit, target) => {
    const before = store.document
    expect(actions.connect(exit, target)).toBe(false)
    expect(store.document).toBe(before)
  })

  test('a deleted node takes its edges along, and deleting with the gap closed joins its neighbours', () => {
    store.select(['q'])
    actions.removeAndReconnect()
    expect(lines(store.document.definition)).toEqual(['t:out>s'])
    store.undo()
    store.select(['q'])
    actions.removeSelected()
    expect(lines(store.document.definition)).toEqual([])
  })

  test('what leads to a node and what follows from it is chosen with it, jumps too', () => {
    open(
      documentOf(
        [
          ['t', 'trigger.keyword', { values: ['a'] }],
          ['q', 'ask', { prompt: '?' }],
          ['s', 'send.text', { text: 'hi' }],
          ['g', 'goto', { targetNodeId: 's' }],
          ['n', 'note', {}],
        ],
        ['t>q', 'q:reply>g'],
      ),
    )
    store.select(['q'])
    actions.selectAlong('behind')
    expect([...store.get().selection.nodes]).toEqual(['q', 'g', 's'])
    store.select(['s'])
    actions.selectAlong('before')
    expect([...store.get().selection.nodes]).toEqual(['s', 'g', 'q', 't'])
  })

  test('moving a card leaves the flow the same, and changing what a node says does not', () => {
    const { definition } = store.document
    actions.move(new Map([['s', { x: 9, y: 9 }]]))
    expect(isSameGraph(store.document.definition, definition)).toBe(true)
    actions.edit('s', { text: 'ho' }, 'text')
    expect(isSameGraph(store.document.definition, definition)).toBe(false)
    actions.edit('s', { text: 'hi' }, 'text')
    expect(isSameGraph(store.document.definition, definition)).toBe(true)
    actions.disconnect({ source: 't', sourceHandle: 'out' })
    expect(isSameGraph(store.document.definition, definition)).toBe(false)
  })

  test('choosing the same nodes again leaves what is drawn by it as it is', () => {
    store.select(['q'])
    const { nodes, edges } = store.get().selection
    store.select(['q'], ['e0'])
    expect(store.get().selection.nodes).toBe(nodes)
    store.select(['s'])
    expect(store.get().selection.edges).not.toBe(edges)
  })

  test('a new node goes behind the first free exit, below what stands there', () => {
    expect(actions.freeExit('q')).toEqual({ source: 'q', sourceHandle: 'invalid' })
    const id = actions.addAfter({ source: 't', sourceHandle: 'out' }, 'send.text')
    const placed = store.document.definition.nodes.find((node) => node.id === id)
    expect(placed?.position.y).toBeGreaterThan(0)
    expect(lines(store.document.definition)).toContain(`${id}:out>q`)
  })
})

describe('the clipboard', () => {
  test('copies carry the edges among them into another flow under fresh ids', () => {
    open(
      documentOf(
        [
          ['t', 'trigger.keyword', { values: ['a'] }],
          ['q', 'ask', { prompt: '?' }],
          ['g', 'goto', { targetNodeId: 'q' }],
        ],
        ['t>q', 'q:reply>g'],
      ),
    )
    store.select(['q', 'g'])
    const text = actions.copy() ?? ''
    open(documentOf([['q', 'send.text', { text: 'other' }]]))
    expect(actions.paste(text)).toBe(2)
    const { nodes } = store.document.definition
    const asked = nodes.find((node) => node.type === 'ask')
    const jump = nodes.find((node) => node.type === 'goto')
    expect(asked?.id).not.toBe('q')
    expect(jump?.data).toEqual({ targetNodeId: asked?.id })
    expect(lines(store.document.definition)).toEqual([`${asked?.id}:reply>${jump?.id}`])
    expect([...store.get().selection.nodes].sort()).toEqual([asked?.id, jump?.id].sort())
  })

  test.each(['', 'hello', '{"version":9,"name":"x","nodes":[]}', '{"version":1,"name":"x"}'])(
    'what holds no nodes is not pasted: %s',
    (text) => {
      open(documentOf([]))
      expect(actions.paste(text)).toBe(0)
      expect(store.get().canUndo).toBe(false)
    },
  )
})

describe('history', () => {
  beforeEach(() => open(documentOf([['s', 'send.text', { text: '' }]])))

  test('typing without a pause is one step, and a pause begins another', () => {
    for (const text of ['h', 'he', 'hey']) {
      now += 100
      actions.edit('s', { text }, 'text')
    }
    now += 5_000
    actions.edit('s', { text: 'hey you' }, 'text')
    store.undo()
    expect(store.document.definition.nodes[0]?.data).toEqual({ text: 'hey' })
    store.undo()
    expect(store.document.definition.nodes[0]?.data).toEqual({ text: '' })
    expect(store.get().canUndo).toBe(false)
  })

  test('a change after undo ends the way forward', () => {
    actions.edit('s', { text: 'a' }, 'text')
    store.undo()
    expect(store.get().canRedo).toBe(true)
    actions.edit('s', { text: 'b' }, 'text')
    expect(store.get().canRedo).toBe(false)
  })

  test('undo brings back the selection that stood at the change, and selecting is no step', () => {
    store.select(['s'])
    actions.removeSelected()
    expect(store.get().selection.nodes.size).toBe(0)
    store.undo()
    expect([...store.get().selection.nodes]).toEqual(['s'])
    expect(store.get().canUndo).toBe(false)
  })

  test('an edit that takes an exit away takes its edge too', () => {
    open(
      documentOf(
        [
          [
            'm',
            'menu',
            {
              prompt: '?',
              options: [
                { id: 'a', label: 'A' },
                { id: 'b', label: 'B' },
              ],
            },
          ],
          ['s', 'send.text', { text: 'x' }],
        ],
        ['m:opt:a>s', 'm:opt:b>s'],
      ),
    )
    actions.edit('m', { prompt: '?', options: [{ id: 'a', label: '' }] }, 'options')
    expect(lines(store.document.definition)).toEqual(['m:opt:a>s'])
  })
})

test('tidying places each node right of those that lead to it', () => {
  open(
    documentOf(
      [
        ['s', 'send.text', { text: 'x' }],
        ['t', 'trigger.keyword', { values: ['a'] }],
        ['q', 'ask', { prompt: '?' }],
      ],
      ['t>q', 'q:reply>s'],
    ),
  )
  actions.arrange()
  const x = Object.fromEntries(store.document.definition.nodes.map((node) => [node.id, node.position.x]))
  expect(x.t).toBeLessThan(x.q ?? 0)
  expect(x.q).toBeLessThan(x.s ?? 0)
})
