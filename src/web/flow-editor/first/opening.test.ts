import { expect, test } from 'vitest'
import { readOpening } from './opening.ts'

const node = (type: string, data: Record<string, unknown>) => ({
  id: type,
  type,
  data,
  position: { x: 0, y: 0 },
})

test('a customer begins with the word of the flow and takes the first choice of its menu', () => {
  const nodes = [
    node('trigger.any_message', {}),
    node('trigger.keyword', { values: ['hello', 'hi'] }),
    node('menu', {
      options: [
        { id: 'a', label: 'Order' },
        { id: 'b', label: 'Hours' },
      ],
    }),
  ]
  expect(readOpening({ nodes })).toEqual(['hello', 'Order'])
})

test('a flow without a word or a menu is written nothing', () => {
  expect(readOpening({ nodes: [node('trigger.api', {}), node('menu', { options: [{ id: 'a' }] })] })).toEqual(
    [],
  )
})
