import { getCompileCacheDir } from 'node:module'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { threadEnv } from './thread-env.ts'

const REPORT = `
  const { getCompileCacheDir } = require('node:module')
  const names = Object.keys(process.env)
  require('node:worker_threads').parentPort.postMessage({ cache: getCompileCacheDir(), names })`

/** Node names a folder in it after its version and the flags in force. */
const folderOf = (cache: unknown): string => path.dirname(String(cache))

test('a thread keeps compiled code where its process does, and has nothing else of its environment', async () => {
  expect(getCompileCacheDir()).toEqual(expect.any(String))
  const told = Promise.withResolvers<{ cache: unknown; names: string[] }>()
  const thread = new Worker(REPORT, { eval: true, env: threadEnv() })
  thread.once('message', told.resolve).once('error', told.reject)
  const { cache, names } = await told.promise
  expect([folderOf(cache), names]).toEqual([folderOf(getCompileCacheDir()), ['NODE_COMPILE_CACHE']])
  await thread.terminate()
})
