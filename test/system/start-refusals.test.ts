import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createWorkplace } from '../support/service-process.ts'

const place = createWorkplace()
afterAll(() => place.remove())

async function takePort(): Promise<{ port: number; close: () => void }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port, close: () => server.close() }
}

test('a port that is taken is named, with what to do, before anything is written', async () => {
  const taken = await takePort()
  const refused = await place.startRefused({ env: { PORT: String(taken.port) } })
  taken.close()
  expect(refused.exitCode).toBe(1)
  expect(refused.stderr).toContain(`Port ${taken.port} on 127.0.0.1 is taken`)
  expect(refused.stderr).toContain('--port')
  expect(existsSync(path.join(place.dataDir, 'pg'))).toBe(false)
})

test('a data directory that cannot be written is named', async () => {
  const file = path.join(place.dataDir, 'a-file')
  writeFileSync(file, '')
  chmodSync(file, 0o600)
  const refused = await place.startRefused({ args: ['start', '--data', path.join(file, 'data')] })
  expect(refused.exitCode).toBe(1)
  expect(refused.stderr).toContain('Choose another DATA_DIR')
})

test('a DATABASE_URL that nobody answers at is named, without its password', async () => {
  const free = await takePort()
  free.close()
  const refused = await place.startRefused({
    env: { DATABASE_URL: `postgres://me:hush@127.0.0.1:${free.port}/x` },
  })
  expect(refused.exitCode).toBe(1)
  expect(refused.stderr).toContain(`127.0.0.1:${free.port}`)
  expect(refused.stderr).not.toContain('hush')
})

test('a NETWORK_URL that nobody answers at is named', async () => {
  const free = await takePort()
  free.close()
  const refused = await place.startRefused({
    env: {
      NETWORK_URL: `ws://127.0.0.1:${free.port}/ws/chat`,
      NETWORK_ROOT_KEY: '11'.repeat(32),
      NETWORK_ROOT_SERIAL: '1',
    },
  })
  expect(refused.exitCode).toBe(1)
  expect(refused.stderr).toContain('Start that network or correct the address')
})

test('every bad setting is listed at once', async () => {
  const refused = await place.startRefused({ env: { PORT: 'x', LOG_LEVEL: 'loud', ACK_TIMEOUT_MS: '-1' } })
  expect(refused.exitCode).toBe(1)
  for (const name of ['PORT', 'LOG_LEVEL', 'ACK_TIMEOUT_MS']) expect(refused.stderr).toContain(name)
})

test('a second start on one data directory says who has it and leaves that one running', async () => {
  const first = await place.start()
  const refused = await place.startRefused()
  expect(refused.exitCode).toBe(1)
  expect(refused.stderr).toContain(`process ${first.pid}`)
  expect(refused.stderr).toContain(first.url)
  expect((await fetch(`${first.url}/health`)).status).toBe(200)
  expect(await first.stop()).toBe(0)
})
