import { expect, it } from 'vitest'
import { toInitials } from './initials.ts'

it.each([
  ['Ana', 'A'],
  ['ana maria souza', 'AS'],
  ['  Émile   Zola ', 'ÉZ'],
  ['😀 smile', '😀S'],
  ['', '?'],
])('%j is shown as %s', (name, initials) => {
  expect(toInitials(name)).toBe(initials)
})
