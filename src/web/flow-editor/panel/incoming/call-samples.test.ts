import { expect, test } from 'vitest'
import { toCallSample } from './call-samples.ts'

test('a call that came in becomes a sample without what was hidden of it', () => {
  const headers = { 'x-id': '7', authorization: '***' }
  const sample = toCallSample({ body: '{"phone":"+351"}', query: { a: '1' }, headers })
  expect(JSON.parse(sample ?? '')).toEqual({
    body: { phone: '+351' },
    query: { a: '1' },
    headers: { 'x-id': '7' },
  })
})

test('a body that was cut is no sample', () => {
  expect(toCallSample({ body: '{"phone":"+3', query: {}, headers: {} })).toBeNull()
})
