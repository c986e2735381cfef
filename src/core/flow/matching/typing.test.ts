import { expect, test } from 'vitest'
import { countErrors, countTypingErrors } from './typing.ts'

test.each([
  ['order', 'order', 0],
  ['oder', 'order', 1],
  ['ordder', 'order', 1],
  ['oxder', 'order', 1],
  ['odrer', 'order', 1],
  ['odre', 'order', 2],
  ['', 'ab', 2],
  ['ca', 'abc', 3],
])('"%s" and "%s" are %i errors apart', (a, b, errors) => {
  expect(countTypingErrors(a, b, 5)).toBe(errors)
  expect(countTypingErrors(b, a, 5)).toBe(errors)
  expect(countTypingErrors(a, b, errors - 1)).toBeNull()
})

test('each word has errors by its own length, and a missing space is one more', () => {
  expect(countErrors(['opning', 'huors'], ['opening', 'hours'])).toBe(2)
  expect(countErrors(['opng', 'hours'], ['opening', 'hours'])).toBeNull()
  expect(countErrors(['openinghours'], ['opening', 'hours'])).toBe(1)
  expect(countErrors(['open', 'ing'], ['opening'])).toBe(1)
  expect(countErrors(['fri', '12'], ['fri', '13'])).toBeNull()
})
