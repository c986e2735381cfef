import { expect, test } from 'vitest'
import { createMemoryCredentialStore } from '../../memory-credentials.ts'
import type { CredentialBatch } from '../../port.ts'
import { createKeyedLock, SignalKeys, type SignalKeysOptions } from './signal-keys.ts'
import { decodeKeyValue } from './value-codec.ts'

function setUp(options: Partial<SignalKeysOptions> & { commitMs?: number } = {}) {
  const store = createMemoryCredentialStore({ commitMs: options.commitMs ?? 0 })
  const commits: CredentialBatch[] = []
  const reads: string[] = []
  const broken: unknown[] = []
  const watched = {
    ...store,
    commit: async (batch: CredentialBatch) => {
      commits.push(batch)
      await store.commit(batch)
    },
    readKeys: async (type: string, ids: readonly string[]) => {
      reads.push(`${type}:${ids.join(',')}`)
      return store.readKeys(type, ids)
    },
  }
  const keys = new SignalKeys({
    store: watched,
    encodeCredentials: () => Buffer.from('credentials'),
    onBroken: (error) => broken.push(error),
    ...options,
  })
  return { store, keys, commits, reads, broken }
}

test('what does not exist is asked for once', async () => {
  const { keys, reads } = setUp()
  expect(await keys.get('tctoken', ['a', 'b'])).toEqual({})
  expect(await keys.get('tctoken', ['a', 'b'])).toEqual({})
  expect(reads).toEqual(['tctoken:a,b'])
})

test('what was set is read without asking, and reads back from the store in a new instance', async () => {
  const first = setUp()
  const pair = { public: Buffer.alloc(32, 1), private: Buffer.alloc(32, 2) }
  const values = {
    'identity-key': { x: Buffer.of(1, 2, 3) },
    'lid-mapping': { '4477': '9988' },
    'device-list': { '4477': ['0', '3'] },
    'pre-key': { '7': pair },
    tctoken: { j: { token: Buffer.of(9), timestamp: '5' } },
  }
  await first.keys.set(values)
  expect(await first.keys.get('lid-mapping', ['4477'])).toEqual({ '4477': '9988' })
  const second = new SignalKeys({
    store: first.store,
    encodeCredentials: () => Buffer.of(0),
    onBroken: () => {},
  })
  for (const [type, expected] of Object.entries(values)) {
    expect(await second.get(type, Object.keys(expected))).toEqual(expected)
  }
})

test('everything one transaction writes goes into one commit, which is durable when it resolves', async () => {
  const { keys, commits, store } = setUp({ commitMs: 5 })
  await keys.transaction(async () => {
    await keys.set({ session: {}, 'lid-mapping': { a: '1' } })
    await new Promise((resolve) => setTimeout(resolve, 5))
    await keys.set({ 'lid-mapping': { b: '2' } })
    keys.credentialsChanged()
    expect(await keys.get('lid-mapping', ['a', 'b'])).toEqual({ a: '1', b: '2' })
    expect(commits).toEqual([])
  }, 'me')
  expect(commits).toHaveLength(1)
  expect(commits[0]?.keys?.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(commits[0]?.credentials).toBeDefined()
  expect([...(store.keys.get('lid-mapping')?.keys() ?? [])]).toEqual(['a', 'b'])
})

test('transactions of one key run one after the other, those inside another join it', async () => {
  const { keys, commits } = setUp()
  const order: string[] = []
  const work = (name: string) =>
    keys.transaction(async () => {
      order.push(`${name} begins`)
      await keys.transaction(() => keys.set({ 'lid-mapping': { [name]: '1' } }), 'inner')
      order.push(`${name} ends`)
    }, 'same')
  await Promise.all([work('a'), work('b')])
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  expect(commits).toHaveLength(2)
})

test('writes that arrive during a commit go together into the next', async () => {
  const { keys, commits } = setUp({ commitMs: 10 })
  const writes = ['a', 'b', 'c', 'd'].map((id) => keys.set({ 'lid-mapping': { [id]: id } }))
  await new Promise((resolve) => setTimeout(resolve, 2))
  writes.push(keys.set({ 'lid-mapping': { e: 'e' } }), keys.set({ 'lid-mapping': { f: 'f' } }))
  await Promise.all(writes)
  expect(commits.map((batch) => batch.keys?.map(({ id }) => id))).toEqual([
    ['a', 'b', 'c', 'd'],
    ['e', 'f'],
  ])
})

test('a value that fell out of the cache before its commit ended is not read from the older store', async () => {
  const { keys } = setUp({ commitMs: 20, cacheLimit: 2 })
  await keys.set({ 'lid-mapping': { a: 'old' } })
  const writing = keys.set({ 'lid-mapping': { a: 'new' } })
  await keys.get('lid-mapping', ['x', 'y', 'z'])
  expect(await keys.get('lid-mapping', ['a'])).toEqual({ a: 'new' })
  await writing
})

test('a deleted value is gone for readers before and after the commit', async () => {
  const { keys, store } = setUp({ commitMs: 5 })
  await keys.set({ 'lid-mapping': { a: '1' } })
  const deleting = keys.set({ 'lid-mapping': { a: null } })
  expect(await keys.get('lid-mapping', ['a'])).toEqual({})
  await deleting
  expect(store.keys.get('lid-mapping')?.size).toBe(0)
})

test('a failed commit is told once, fails what waits with it and everything after', async () => {
  const { keys, store, broken } = setUp({ commitMs: 5 })
  store.failCommitsWith(new Error('database away'))
  const writes = [keys.set({ 'lid-mapping': { a: '1' } }), keys.set({ 'lid-mapping': { b: '1' } })]
  await expect(Promise.all(writes)).rejects.toThrow('database away')
  await expect(keys.set({ 'lid-mapping': { c: '1' } })).rejects.toThrow('database away')
  expect(broken).toHaveLength(1)
  await keys.settled()
})

test('a failed read is told once, and nothing may leave or be written after it', async () => {
  const { keys, store, broken, commits } = setUp()
  store.failReadsWith(new Error('database away'))
  await expect(keys.get('lid-mapping', ['a'])).rejects.toThrow('database away')
  await expect(keys.get('pre-key', ['1'])).rejects.toThrow('database away')
  await expect(keys.pendingCommit()).rejects.toThrow('database away')
  await expect(keys.set({ 'lid-mapping': { c: '1' } })).rejects.toThrow('database away')
  expect(broken).toHaveLength(1)
  expect(commits).toEqual([])
})

test('credentials that did not change are not written again', async () => {
  const { keys, commits } = setUp()
  keys.credentialsChanged()
  await keys.settled()
  keys.credentialsChanged()
  await keys.settled()
  expect(commits).toHaveLength(1)
})

test('the lock lets others in after a failure', async () => {
  const lock = createKeyedLock()
  await expect(lock('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await lock('a', async () => 'yes')).toBe('yes')
})

test('after the end nothing more is written, and what was under way fails', async () => {
  const { keys, commits, broken } = setUp()
  await keys.set({ 'device-list': { '4477': ['0'] } })
  const late = keys.transaction(async () => {
    await keys.get('lid-mapping', ['4477'])
    keys.close()
    await keys.set({ 'device-list': { '4477': ['0', '3'] } })
  }, 'login')
  await expect(late).rejects.toThrow('the connection ended')
  await expect(keys.set({ 'device-list': { '1': ['0'] } })).rejects.toThrow('the connection ended')
  keys.credentialsChanged()
  await keys.settled()
  expect(commits).toHaveLength(1)
  expect(broken).toEqual([])
})

test('what is preloaded is not asked for again, whether it exists or not, and a one-time key is read as it is stored', async () => {
  const { store, reads } = setUp()
  const first = new SignalKeys({ store, encodeCredentials: () => Buffer.of(0), onBroken: () => {} })
  const pair = { public: Buffer.alloc(32, 1), private: Buffer.alloc(32, 2) }
  const next = { public: Buffer.alloc(32, 3), private: Buffer.alloc(32, 4) }
  await first.set({ 'pre-key': { '7': pair }, 'lid-mapping': { '4477': '9988' } })
  const second = setUp()
  await second.store.commit({
    keys: [...store.keys].flatMap(([type, rows]) => [...rows].map(([id, value]) => ({ type, id, value }))),
  })
  await second.keys.preload([
    { type: 'pre-key', id: '7' },
    { type: 'lid-mapping', id: '4477' },
    { type: 'session', id: '4477.1' },
  ])
  expect(await second.keys.get('pre-key', ['7'])).toEqual({ '7': pair })
  expect(await second.keys.get('lid-mapping', ['4477'])).toEqual({ '4477': '9988' })
  expect(await second.keys.loadSession('4477.1')).toBeNull()
  expect([...reads, ...second.reads]).toEqual([])
  await second.keys.set({ 'pre-key': { '7': next } })
  expect(await second.keys.get('pre-key', ['7'])).toEqual({ '7': next })
})

test('credentials that are as they are stored are not written again', async () => {
  const { keys, commits } = setUp({ storedCredentials: Buffer.from('credentials') })
  keys.credentialsChanged()
  await keys.settled()
  expect(commits).toHaveLength(0)
})

test('of two batches with one value the newer stays, whichever is handed over last', async () => {
  const { keys, store } = setUp()
  const [first, second] = [keys.newBatch(), keys.newBatch()]
  keys.put(first, 'identity-key', 'x', Buffer.of(1))
  keys.put(first, 'identity-key', 'y', Buffer.of(1))
  keys.put(second, 'identity-key', 'x', Buffer.of(2))
  await keys.commit(second)
  await keys.commit(first)
  const third = keys.newBatch()
  keys.put(third, 'identity-key', 'y', Buffer.of(3))
  await keys.commit(third)
  const again = setUp({ store } as never).keys
  expect(await again.get('identity-key', ['x', 'y'])).toEqual({ x: Buffer.of(2), y: Buffer.of(3) })
})

test('a batch whose values are all contained in a newer one is durable when that one is', async () => {
  const { keys, store } = setUp({ commitMs: 5 })
  const [first, second] = [keys.newBatch(), keys.newBatch()]
  keys.put(first, 'identity-key', 'x', Buffer.of(1))
  keys.put(second, 'identity-key', 'x', Buffer.of(2))
  void keys.commit(second)
  await keys.commit(first)
  expect(Buffer.from(store.keys.get('identity-key')?.get('x') ?? []).at(-1)).toBe(2)
})

test('of a value that is being written and was written again since, the newest is read', async () => {
  const { keys, commits } = setUp({ commitMs: 5, cacheLimit: 1 })
  const writes = [keys.set({ 'lid-mapping': { a: '1' } })]
  // The commit of the first begins.
  await Promise.resolve().then(() => {})
  expect(commits).toHaveLength(1)
  for (const value of ['2', '3']) writes.push(keys.set({ 'lid-mapping': { a: value } }))
  writes.push(keys.set({ 'lid-mapping': { b: '1' } }))
  expect(await keys.get('lid-mapping', ['a'])).toEqual({ a: '3' })
  await Promise.all(writes)
  const second = commits[1]?.keys?.map(({ id, value }) => [id, value && decodeKeyValue('lid-mapping', value)])
  expect(second).toEqual([
    ['a', '3'],
    ['b', '1'],
  ])
})

test('the end of a connection whose store cannot be read does not wait for a commit that hangs', async () => {
  const gate = Promise.withResolvers<void>()
  const store = { ...createMemoryCredentialStore(), commit: () => gate.promise }
  store.failReadsWith(new Error('database away'))
  const { keys } = setUp({ store })
  let written = false
  const writing = keys.set({ 'lid-mapping': { a: '1' } }).then(() => {
    written = true
  })
  // The commit begins.
  await Promise.resolve().then(() => {})
  await expect(keys.get('lid-mapping', ['b'])).rejects.toThrow('database away')
  await keys.settled()
  expect(written).toBe(false)
  gate.resolve()
  await writing
})
