import { getCompileCacheDir } from 'node:module'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { threadEnv } from './thread-env.ts'

const REPORT = `
  const { getCompileCacheDir } = require('node:module')
  const names = Object.keys(process.env)
  require('node:worker_threads').parentPort.postMessage({ cache: getCompileCacheDir(), names })`

test('a thread finds the compiled code of its process, and nothing else of its environment', async () => {
  const cache = getCompileCacheDir()
  expect(cache).toEqual(expect.any(String))
  const told = Promise.withResolvers<unknown>()
  const thread = new Worker(REPORT, { eval: true, env: threadEnv() })
  thread.once('message', told.resolve).once('error', told.reject)
  expect(await told.promise).toEqual({ cache, names: ['NODE_COMPILE_CACHE'] })
  await thread.terminate()
})
