import { expect, test } from 'vitest'
import { buildDistinctNames, pickFreeName } from './flow-names.ts'
import { giveFreeNames } from './imported-names.ts'

test('a name that is taken gets the next free number', () => {
  expect(pickFreeName('Menu', new Set())).toBe('Menu')
  expect(pickFreeName('Menu', new Set(['Menu']))).toBe('Menu (2)')
  expect(pickFreeName('Menu (2)', new Set(['Menu', 'Menu (2)']))).toBe('Menu (3)')
  const long = 'x'.repeat(120)
  expect(pickFreeName(long, new Set([long]))).toBe(`${'x'.repeat(116)} (2)`)
})

test('an imported flow that is renamed is still called by its old name within the document', () => {
  const document = {
    name: 'Menu',
    bundle: [{ name: 'Prices' }, { name: 'Opening hours', ref: 'hours' }, { name: 'New one' }],
  }
  expect(giveFreeNames(document, ['Menu', 'Prices', 'Opening hours'])).toEqual({
    name: 'Menu (2)',
    ref: 'menu',
    bundle: [
      { name: 'Prices (2)', ref: 'prices' },
      { name: 'Opening hours (2)', ref: 'hours' },
      { name: 'New one' },
    ],
  })
})

test('flows of one name are told apart, others are called by their name alone', () => {
  const names = buildDistinctNames([
    { id: 'aaaa-1111', name: 'Menu' },
    { id: 'aaaa-2222', name: 'Menu' },
    { id: 'aaaa-3333', name: 'Prices' },
  ])
  expect([...names.values()]).toEqual(['Menu #1111', 'Menu #2222', 'Prices'])
})
