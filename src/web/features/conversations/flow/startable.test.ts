import { expect, test } from 'vitest'
import { findEntry, listAsked, listStartables, readValues, type StartableFlow } from './startable.ts'

const step = (nodeId: string, label: string | null, asks: boolean, reads: string[] = []) => ({
  ...{ nodeId, type: asks ? 'menu' : 'send.text', label, asks, reads },
  text: `text of ${nodeId}`,
})
const shops: StartableFlow = {
  ...{ flowId: 's', name: 'Açaí shops', versionNumber: 1 },
  inputs: [{ name: 'count', type: 'number', required: true }],
  triggers: [{ nodeId: 't', type: 'trigger.api', label: null }],
  steps: [step('m', 'Which shop?', true, ['who', 'count']), step('x', null, false)],
}
const parts: StartableFlow = {
  ...shops,
  flowId: 'p',
  name: 'Parts',
  triggers: [],
  steps: [step('q', null, true)],
}

const found = (search: string) => {
  const { menus, starts } = listStartables([shops, parts], search)
  return { menus: menus.map(({ step }) => step?.nodeId), starts: starts.map(({ flow }) => flow.flowId) }
}

test('menus and questions can be sent, and flows that something starts be started', () => {
  expect(found('')).toEqual({ menus: ['m', 'q'], starts: ['s'] })
})

test('what is looked for may stand in the flow, the label or the text, whatever its accents', () => {
  expect(found('acai')).toEqual({ menus: ['m'], starts: ['s'] })
  expect(found('WHICH')).toEqual({ menus: ['m'], starts: [] })
  expect(found('text of q')).toEqual({ menus: ['q'], starts: [] })
})

test('a start asks for the inputs of its flow, a step for what it reads', () => {
  expect(listAsked({ flow: shops, step: null })).toEqual([
    { name: 'count', type: 'number', isRequired: true },
  ])
  const asked = listAsked({ flow: shops, step: shops.steps[0] ?? null })
  expect(asked.map(({ name, type }) => [name, type])).toEqual([
    ['who', 'string'],
    ['count', 'number'],
  ])
  expect(readValues(asked, { who: ' 42 ', count: '3' })).toEqual({ who: '42', count: 3 })
  expect(readValues(asked, { who: '', count: 'many' })).toEqual({ count: 'many' })
})

test('a flow that nothing but what contacts write starts begins at its first trigger', () => {
  const keyword = { nodeId: 'k', type: 'trigger.keyword', label: null }
  expect(findEntry({ flow: { ...shops, triggers: [keyword] }, step: null })).toBe('k')
  expect(findEntry({ flow: shops, step: null })).toBeUndefined()
  expect(findEntry({ flow: shops, step: shops.steps[0] ?? null })).toBe('m')
})
