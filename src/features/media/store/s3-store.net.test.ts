import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readRefusal } from '../../../../test/support/refusals.ts'
import { type S3Server, s3SettingsOf, startS3Server } from '../../../../test/support/s3-server.ts'
import { createS3Store, type S3Store } from './s3-store.ts'

const directory = mkdtempSync(path.join(tmpdir(), 'parley-s3-'))
let server: S3Server
let store: S3Store
beforeAll(async () => {
  server = await startS3Server('files')
})
beforeEach(() => {
  server.objects.clear()
  store = createS3Store(directory, s3SettingsOf(server, 'files'))
})
afterAll(async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

const drafts = () => readdirSync(path.join(directory, 'drafts'))
const KEY = '0198/file-1'
const BYTES = randomBytes(30_000)

async function keep(bytes: Buffer): Promise<void> {
  const draft = await store.draft()
  writeFileSync(draft.path, bytes)
  try {
    await draft.keep(KEY)
  } finally {
    await draft.drop()
  }
}

const read = async (range?: { start: number; end: number }) => {
  const body = await store.open(KEY, range)
  return body && Buffer.concat(await body.toArray())
}

test('a file is kept in the bucket, read whole and in part, located and removed', async () => {
  await keep(BYTES)
  expect(server.objects.get(`parley/${KEY}`)).toEqual(BYTES)
  expect(drafts()).toEqual([])
  expect(await read()).toEqual(BYTES)
  expect(await read({ start: 100, end: 299 })).toEqual(BYTES.subarray(100, 300))
  const located = await store.locate(KEY)
  expect(readFileSync(located?.path ?? '')).toEqual(BYTES)
  await located?.release()
  expect(drafts()).toEqual([])
  await store.remove(KEY)
  expect(server.objects.size).toBe(0)
  expect(await read()).toBeNull()
  expect(await store.locate(KEY)).toBeNull()
  await store.remove(KEY)
})

test('a store that is away for a moment is asked again', async () => {
  server.fail(503, 2)
  await keep(BYTES)
  server.fail(0, 1)
  expect(await read()).toEqual(BYTES)
})

test('a store that stays away is an error, and no draft is left', async () => {
  server.fail(503, 3)
  await expect(keep(BYTES)).rejects.toThrow('answered 503 SlowDown to PUT')
  server.fail(0, 3)
  await expect(keep(BYTES)).rejects.toThrow('did not answer')
  expect(drafts()).toEqual([])
})

test.each([
  ['a wrong secret', { secretAccessKey: 'another' }, 'SignatureDoesNotMatch'],
  ['an unknown key', { accessKeyId: 'NOBODY' }, 'InvalidAccessKeyId'],
  ['another region', { region: 'mars-1' }, 'SignatureDoesNotMatch'],
  ['a bucket that is not there', { bucket: 'none' }, 'NoSuchBucket'],
  ['an address nobody answers at', { endpoint: 'http://127.0.0.1:1' }, 'did not answer'],
])('%s is found out before anything is kept', async (_, wrong, reason) => {
  const wrongStore = createS3Store(directory, { ...s3SettingsOf(server, 'files'), ...wrong })
  expect(await readRefusal(wrongStore.check())).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: expect.stringContaining(reason),
  })
  expect(drafts()).toEqual([])
})

test('a store that works passes the check and keeps nothing of it', async () => {
  await store.check()
  expect(server.objects.size).toBe(0)
})

test('a key that could lead elsewhere is not taken', async () => {
  for (const key of ['../x', '/x', 'a//b', 'A', '']) expect(() => store.open(key)).toThrow('no key')
})
