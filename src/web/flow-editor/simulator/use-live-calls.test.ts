import { expect, test } from 'vitest'
import { toAnswer } from './use-live-calls.ts'

test('the answer of a real call goes to the run as it came, and a failed one as its code', () => {
  const body = { items: [] }
  expect(toAnswer({ status: 404, headers: { a: 'b' }, body, error: null })).toEqual([
    { status: 404, headers: { a: 'b' }, body },
    { kind: 'called', status: 404, error: null },
  ])
  const error = { code: 'TIMEOUT', message: 'It took too long.' }
  expect(toAnswer({ status: null, headers: {}, body: null, error })).toEqual([
    { error: 'TIMEOUT' },
    { kind: 'called', status: null, error: 'TIMEOUT' },
  ])
})
