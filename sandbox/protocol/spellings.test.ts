import { expect, test } from 'vitest'
import { isNobodys, otherSpelling, registeredForm } from './spellings.ts'

test.each([
  ['5547999990001', '554799990001', '554799990001'],
  ['554799990001', '5547999990001', '554799990001'],
  ['5511999990001', '551199990001', '5511999990001'],
  ['551199990001', '5511999990001', '5511999990001'],
  ['525512345678', '5215512345678', '5215512345678'],
  ['5491123456789', '541123456789', '5491123456789'],
])('%s is also written %s and registered as %s', (number, other, registered) => {
  expect(otherSpelling(number)).toBe(other)
  expect(registeredForm(number)).toBe(registered)
})

test('landlines and numbers of other countries are written in one way', () => {
  for (const number of ['554733330001', '447700900001', '12025550123']) {
    expect(otherSpelling(number)).toBeUndefined()
    expect(registeredForm(number)).toBe(number)
  }
})

test('some numbers are nobody', () => {
  expect(isNobodys('447700900403')).toBe(false)
  expect(isNobodys('447700910404')).toBe(true)
})
