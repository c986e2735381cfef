import { expect, test } from 'vitest'
import { parseDefinition } from '../definition.ts'
import { createSnapshot } from '../snapshot.ts'
import { listInputs, listSteps, nameStep } from './list-steps.ts'

const parsed = parseDefinition({
  nodes: [
    { id: 't', type: 'trigger.api', data: { inputs: [{ name: 'who', required: true }] } },
    { id: 'n', type: 'note', data: { text: 'for us' } },
    {
      id: 'm',
      type: 'menu',
      data: {
        label: ' Which shop? ',
        prompt: '{{ greeting }} {{ who }}',
        options: [{ id: 'a', label: 'North' }],
      },
    },
    { id: 'hi', type: 'send.text', data: { text: 'Hi {{ vars.who }}', label: ' ' } },
  ],
  edges: [
    { id: 'e1', source: 't', target: 'hi' },
    { id: 'e2', source: 'hi', target: 'm' },
  ],
})
if (!parsed.ok) throw new Error(parsed.message)
const snapshot = createSnapshot({ flowId: 'f', versionId: 'v' }, parsed.definition)

test('the steps of a version are those that others lead to, with what they say, ask and read', () => {
  expect(listSteps(snapshot)).toEqual([
    { nodeId: 'hi', type: 'send.text', label: null, asks: false, text: 'Hi {{ vars.who }}', reads: ['who'] },
    {
      ...{ nodeId: 'm', type: 'menu', label: 'Which shop?', asks: true },
      ...{ text: '{{ greeting }} {{ who }}', reads: ['who', 'greeting'] },
    },
  ])
})

test('a node is called what its author wrote on it, and one that is gone is nothing', () => {
  expect(nameStep(snapshot, 'm')).toEqual({ nodeId: 'm', type: 'menu', label: 'Which shop?' })
  expect(nameStep(snapshot, 't')).toEqual({ nodeId: 't', type: 'trigger.api', label: null })
  expect(nameStep(snapshot, 'gone')).toBeNull()
  expect(nameStep(snapshot, null)).toBeNull()
})

test('what a start asks for is what its trigger.api declares', () => {
  expect(listInputs(snapshot)).toMatchObject([{ name: 'who', type: 'string', required: true }])
  expect(listInputs({ ...snapshot, triggers: [] })).toEqual([])
})
