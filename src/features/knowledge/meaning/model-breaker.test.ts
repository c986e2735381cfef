import { expect, test } from 'vitest'
import { ModelBreaker } from './model-breaker.ts'

function create() {
  const clock = { now: 0 }
  return { clock, breaker: new ModelBreaker({ now: () => clock.now, pauseMs: 1_000 }) }
}

test('a model is asked until it failed three times in a row, then left alone, and then tried by one', () => {
  const { clock, breaker } = create()
  for (let n = 0; n < 3; n += 1) {
    expect(breaker.problemOf('a')).toBeNull()
    breaker.failed('a', 'TIMEOUT')
  }
  expect(breaker.problemOf('a')).toBe('TIMEOUT')
  expect(breaker.problemOf('b')).toBeNull()
  clock.now = 1_000
  expect(breaker.problemOf('a')).toBeNull()
  expect(breaker.problemOf('a')).toBe('TIMEOUT')
  breaker.failed('a', 'MODEL_FAILED')
  expect(breaker.problemOf('a')).toBe('MODEL_FAILED')
  clock.now = 2_000
  expect(breaker.problemOf('a')).toBeNull()
  breaker.answered('a')
  expect(breaker.problemOf('a')).toBeNull()
})

test('an answer between failures is no outage', () => {
  const { breaker } = create()
  for (let n = 0; n < 5; n += 1) {
    breaker.failed('a', 'TIMEOUT')
    breaker.failed('a', 'TIMEOUT')
    breaker.answered('a')
  }
  expect(breaker.problemOf('a')).toBeNull()
})

test('one that nobody asks any more is forgotten before others', () => {
  const { breaker } = create()
  for (let n = 0; n < 3; n += 1) breaker.failed('old', 'TIMEOUT')
  for (let n = 0; n < 1_000; n += 1) breaker.failed(`a${n}`, 'TIMEOUT')
  expect(breaker.problemOf('old')).toBeNull()
})
