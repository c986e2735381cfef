import { expect, test } from 'vitest'
import { padMessage, unpadMessage } from './envelope.ts'

test('padding can be undone and changes nothing', () => {
  const bare = padMessage({})
  expect(bare.length).toBeGreaterThan(0)
  expect(unpadMessage(bare)).toHaveLength(0)
  expect(unpadMessage(padMessage({ conversation: 'x'.repeat(100) }))).toHaveLength(102)
})

test.each([[[]], [[0]], [[17]], [[1, 5]]])('the bytes %j are not padded', (bytes) => {
  expect(() => unpadMessage(Buffer.from(bytes))).toThrow('padding')
})
