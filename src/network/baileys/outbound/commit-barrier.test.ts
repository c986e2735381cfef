import { expect, test } from 'vitest'
import { createCommitBarrier } from './commit-barrier.ts'

function setUp() {
  const written: string[] = []
  const raw = {
    send(data: Uint8Array, done: () => void) {
      written.push(Buffer.from(data).toString())
      done()
    },
  }
  let pending: PromiseWithResolvers<void> | null = null
  const barrier = createCommitBarrier({ ws: { socket: raw } } as never, () => pending?.promise ?? null)
  const send = (text: string): Promise<void> => new Promise((resolve) => raw.send(Buffer.from(text), resolve))
  return {
    written,
    barrier,
    send,
    beginCommit() {
      pending = Promise.withResolvers()
      pending.promise.catch(() => {})
      return pending
    },
    endCommits() {
      pending = null
    },
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('without a commit under way a frame is written at once', async () => {
  const { send, written } = setUp()
  const sent = send('a')
  expect(written).toEqual(['a'])
  await sent
})

test('a frame waits for the commit, its sender does not, and what follows keeps its place', async () => {
  const { send, written, beginCommit, endCommits } = setUp()
  const commit = beginCommit()
  await send('a')
  endCommits()
  await send('b')
  expect(written).toEqual([])
  commit.resolve()
  await turn()
  expect(written).toEqual(['a', 'b'])
  await send('c')
  expect(written).toEqual(['a', 'b', 'c'])
})

test('a frame whose own commit has ended waits for no other, but not before those ahead of it', async () => {
  const { send, barrier, written, beginCommit } = setUp()
  const commit = beginCommit()
  await barrier.pass(() => send('own'))
  expect(written).toEqual(['own'])
  await send('receipt')
  await barrier.pass(() => send('own again'))
  expect(written).toEqual(['own'])
  commit.resolve()
  await turn()
  expect(written).toEqual(['own', 'receipt', 'own again'])
})

test('after a failed commit nothing is written any more', async () => {
  const { send, written, beginCommit, endCommits } = setUp()
  beginCommit().reject(new Error('lease lost'))
  await send('receipt')
  endCommits()
  await send('later')
  await turn()
  expect(written).toEqual([])
})
