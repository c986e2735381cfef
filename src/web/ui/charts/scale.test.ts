import { expect, it } from 'vitest'
import { toTopOfScale } from './scale.ts'

it.each([
  [0, 4],
  [4, 4],
  [5, 5],
  [6, 10],
  [10, 10],
  [11, 20],
  [201, 500],
  [999, 1000],
  [1000, 1000],
])('%i fits on a scale to %i', (most, top) => {
  expect(toTopOfScale(most)).toBe(top)
})
