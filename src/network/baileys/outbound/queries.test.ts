import { expect, test } from 'vitest'
import { checkNumbers } from './queries.ts'

type Socket = Parameters<typeof checkNumbers>[0]

/** A socket whose directory answers this. */
const answering = (result: unknown): Socket =>
  ({ executeUSyncQuery: async () => result, signalRepository: {} }) as unknown as Socket

test('a number of which the network says nothing in time is not taken for one that is not there', async () => {
  await expect(checkNumbers(answering(undefined), ['+447700900201'])).rejects.toThrow('did not say in time')
})

test('a number that the answer leaves out is not there', async () => {
  expect(await checkNumbers(answering({ list: [] }), ['+447700900201'])).toMatchObject([{ exists: false }])
})
