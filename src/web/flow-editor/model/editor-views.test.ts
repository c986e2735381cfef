import { describe, expect, test } from 'vitest'
import { type FlowNode, finding, NODE_TYPES, parseDefinition } from '../../../core/flow/index.ts'
import { nodes as english } from '../../i18n/en/editor/nodes.ts'
import { diffDocuments } from './canvas/diff.ts'
import { matchKey } from './canvas/keymap.ts'
import { findNeighbour } from './canvas/neighbour.ts'
import { exitsOf, formatSeconds, newNode, summarize } from './canvas/node-view.ts'
import { buildOutline } from './canvas/outline.ts'
import { findNodes } from './find/find.ts'
import { findProblems } from './find/problem-index.ts'
import { isShown, listFields, newItem, partFields } from './form-fields.ts'
import type { FlowDocument } from './graph.ts'
import { insertVariable, listVariables, openExpression } from './variables.ts'

const AT = { x: 0, y: 0 }

function documentOf(input: Parameters<typeof parseDefinition>[0]): FlowDocument {
  const parsed = parseDefinition(input)
  if (!parsed.ok) throw new Error(parsed.message)
  return { name: 'Test', description: null, clientId: null, definition: parsed.definition }
}

const FLOW = documentOf({
  nodes: [
    { id: 's', type: 'send.text', position: { x: 600, y: 0 }, data: { text: 'Olá {{ vars.nome }}' } },
    { id: 't', type: 'trigger.keyword', position: AT, data: { values: ['hi'] } },
    { id: 'q', type: 'ask', position: { x: 300, y: 0 }, data: { prompt: 'Name?', saveAs: 'nome' } },
    { id: 'lost', type: 'end', position: { x: 300, y: 400 }, data: {} },
  ],
  edges: [
    { id: 'e1', source: 't', target: 'q' },
    { id: 'e2', source: 'q', sourceHandle: 'reply', target: 's' },
    { id: 'e3', source: 'q', sourceHandle: 'timeout', target: 'q' },
  ],
})

describe('every node type', () => {
  test.each(NODE_TYPES.map(({ type }) => type))(
    '%s has words, a form, and exits before it is filled in',
    (type) => {
      const node = newNode(type, 'n', AT)
      expect(english.types[type]).toBeDefined()
      expect(listFields(type).map(({ key }) => key)).toEqual(expect.arrayContaining(['label', 'notes']))
      const { first, more } = partFields(type)
      expect(first.length + more.length).toBe(listFields(type).length)
      const sample = NODE_TYPES.find((item) => item.type === type)?.docs.sample as Record<string, unknown>
      const bound = NODE_TYPES.find((item) => item.type === type)?.bind('n', sample)
      const expected = bound?.ok ? bound.node.handles.length : 0
      if (!['menu', 'menu.list', 'condition', 'split', 'contact.flag', 'ai', 'table'].includes(type))
        expect(exitsOf(node)).toHaveLength(expected)
      expect(typeof summarize({ ...node, data: sample })).toBe('string')
    },
  )
})

test('a keyword trigger that is added matches words of a message', () => {
  expect(newNode('trigger.keyword', 't', AT).data).toEqual({ values: [], mode: 'word' })
})

test('exits of an unfinished menu follow its options and keep their ids', () => {
  const node: FlowNode = {
    ...newNode('menu', 'm', AT),
    data: {
      prompt: '',
      options: [
        { id: 'a', label: '' },
        { id: 'b', label: 'Two' },
      ],
    },
  }
  expect(exitsOf(node).map(({ id, label }) => [id, label])).toEqual([
    ['opt:a', 'a'],
    ['opt:b', 'Two'],
    ['invalid', null],
    ['timeout', null],
  ])
})

test('the outline lists each node once, along the exits, and what is unreachable at the end', () => {
  expect(buildOutline(FLOW).map(({ node, depth }) => [node.id, depth])).toEqual([
    ['t', 0],
    ['q', 1],
    ['s', 2],
    ['lost', 0],
  ])
})

test('the neighbour is the nearest node in that direction', () => {
  expect(findNeighbour(FLOW, 't', 'right')).toBe('q')
  expect(findNeighbour(FLOW, 'q', 'right')).toBe('s')
  expect(findNeighbour(FLOW, 'q', 'down')).toBe('lost')
  expect(findNeighbour(FLOW, 't', 'left')).toBeUndefined()
})

test('finding looks into texts, without case and accents', () => {
  expect(findNodes(FLOW, 'ola NOME', () => '')).toEqual(['s'])
  expect(findNodes(FLOW, 'question', (type) => (type === 'ask' ? 'Question' : ''))).toEqual(['q'])
  expect(findNodes(FLOW, '  ', () => '')).toEqual([])
})

describe('variables', () => {
  test('those of the flow come first', () => {
    expect(listVariables(FLOW)[0]).toEqual({ name: 'vars.nome', source: 'flow' })
  })

  test('an open brace before the caret asks for one, a closed one does not', () => {
    expect(openExpression('Hi {{ va', 8)).toEqual({ start: 3, query: 'va' })
    expect(openExpression('Hi {{ a }} x', 12)).toBeUndefined()
    expect(openExpression('Hi {{ a | upcase', 16)).toBeUndefined()
  })

  test('inserting replaces what was typed and closes the braces once', () => {
    expect(insertVariable('Hi {{ va }}!', 8, 'vars.nome')).toEqual({ text: 'Hi {{ vars.nome }}!', caret: 18 })
    expect(insertVariable('Hi ', 3, 'now').text).toBe('Hi {{ now }}')
  })
})

describe('comparing', () => {
  const changed = documentOf({
    nodes: [
      { ...FLOW.definition.nodes[0], data: { text: 'Changed' } },
      { ...FLOW.definition.nodes[1], position: { x: 999, y: 9 } },
      FLOW.definition.nodes[2],
      { id: 'new', type: 'end', position: AT, data: {} },
    ],
    edges: [
      { id: 'other-id', source: 't', target: 'q' },
      { id: 'e9', source: 'q', sourceHandle: 'reply', target: 'new' },
    ],
    fallbackBehavior: 'repeat',
  })
  const diff = diffDocuments(FLOW, changed)

  test('tells added, removed and changed nodes, and not moved ones', () => {
    expect(Object.fromEntries(diff.marks.nodes)).toEqual({ s: 'changed', lost: 'removed', new: 'added' })
  })

  test('tells edges by what they connect, and keeps the removed ones to be shown', () => {
    expect(Object.fromEntries(diff.marks.edges)).toEqual({
      e9: 'added',
      'removed:e2': 'removed',
      'removed:e3': 'removed',
    })
    expect(diff.merged.definition.nodes.map(({ id }) => id)).toContain('lost')
    expect(diff.settings).toEqual(['fallbackBehavior'])
  })

  test('tells a new description, as that is published too', () => {
    expect(diffDocuments(FLOW, { ...FLOW, description: 'Tells when we are open' }).settings).toEqual([
      'description',
    ])
  })
})

test('problems stand at their node, and what the service adds is listed once', () => {
  const own = findProblems(FLOW.definition)
  expect(own.byNode.get('lost')?.map(({ code }) => code)).toContain('DISCONNECTED')
  const secret = {
    code: 'INVALID_DATA' as const,
    severity: 'error' as const,
    ...finding('SECRET_UNKNOWN', { name: 'shop' }),
    nodeId: 'q',
  }
  const more = findProblems(FLOW.definition, [...own.errors, secret], own)
  expect(more.errors).toHaveLength(own.errors.length + 1)
  expect(more.byNode.get('lost')).toBe(own.byNode.get('lost'))
})

test('forms show what means something beside the other values, and new entries get free ids', () => {
  expect(isShown('delay', 'seconds', { mode: 'until' })).toBe(false)
  expect(isShown('delay', 'at', { mode: 'until' })).toBe(true)
  expect(newItem('menu', 'options', [{ id: 'a' }, { id: 'c' }])).toEqual({ id: 'b', label: '' })
})

test('keys mean nothing where somebody types, but for those of the whole editor', () => {
  const press = { key: 'z', ctrlKey: true, metaKey: false, shiftKey: false, altKey: false }
  expect(matchKey(press, false)).toBe('undo')
  expect(matchKey(press, true)).toBeUndefined()
  expect(matchKey({ ...press, shiftKey: true, key: 'Z' }, false)).toBe('redo')
  expect(matchKey({ ...press, key: 'f' }, true)).toBe('find')
  expect(matchKey({ ...press, key: 'Enter' }, true)).toBe('finish')
})

test('times are said in the largest units', () => {
  expect(formatSeconds(90)).toBe('1 min 30 s')
  expect(formatSeconds(86_400)).toBe('1 d')
})
