import { expect, test } from 'vitest'
import { type FlowNode, parseDefinition, validateFlow } from '../../../core/flow/index.ts'
import { canBranch, listMissedTargets, withMissedBranch, withMissedText } from './missed-fixes.ts'

const node = (id: string, type: string, data: Record<string, unknown>): FlowNode => ({
  ...{ id, type, data, position: { x: 0, y: 0 } },
})
const MENU = node('m', 'menu', {
  prompt: '?',
  options: [
    { id: 'a', label: 'Yes', aliases: ['sure'] },
    { id: 'b', label: 'No' },
  ],
})
const NODES = [
  node('t', 'trigger.keyword', { values: ['hi'] }),
  node('r', 'trigger.keyword', { values: ['^x'], mode: 'regex' }),
  MENU,
  node('q', 'ask', { prompt: '?' }),
]
const problemsOf = (nodes: FlowNode[]) => {
  const parsed = parseDefinition({ nodes, edges: [{ id: 'e', source: 't', target: 'm' }] })
  return parsed.ok ? validateFlow(parsed.definition).errors.filter(({ nodeId }) => nodeId === 'm') : [parsed]
}

test('a message that started nothing can become a keyword, but not of a pattern', () => {
  expect(listMissedTargets(NODES, null)).toEqual([{ nodeId: 't', optionId: null, label: 'hi' }])
  const [target] = listMissedTargets(NODES, null)
  expect(target && NODES[0] && withMissedText(NODES[0], target, ' Hello ')).toEqual({
    values: ['hi', 'Hello'],
  })
})

test('an answer can become an alias of an option of its menu, once', () => {
  expect(listMissedTargets(NODES, 'm').map(({ optionId }) => optionId)).toEqual(['a', 'b'])
  expect(listMissedTargets(NODES, 'q')).toEqual([])
  const target = { nodeId: 'm', optionId: 'a', label: 'Yes' }
  expect(withMissedText(MENU, target, 'ok')).toMatchObject({
    options: [{ aliases: ['sure', 'ok'] }, { id: 'b' }],
  })
  expect(withMissedText(MENU, target, 'Sure')).toEqual(MENU.data)
})

test('an answer can become a branch with an id of its own, which validation takes', () => {
  expect(canBranch(MENU)).toBe(true)
  expect(canBranch(NODES[3])).toBe(false)
  const once = { ...MENU, data: withMissedBranch(MENU, 'Talk to us!') }
  const twice = { ...once, data: withMissedBranch(once, 'Talk to us?') }
  expect(twice.data.options).toMatchObject([
    { id: 'a' },
    { id: 'b' },
    { id: 'talk-to-us' },
    { id: 'talk-to-us-2' },
  ])
  const { data } = { data: withMissedBranch(MENU, '👍') }
  expect(data.options).toMatchObject([{}, {}, { id: 'option', label: '👍' }])
  expect(problemsOf([NODES[0] as FlowNode, once])).toEqual([])
})
