import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { endChildren } from '../support/child-process.ts'
import { startFlood } from '../support/flood.ts'
import { awaitState, createWorkplace, type Workplace } from '../support/service-process.ts'

/** FULL=1 opens as many as one caller can; the short form is more than the process may have open. */
const SOCKETS = process.env.FULL === '1' ? 20_000 : 700
const LIMITED = 'ulimit -n 500; exec "$@"'
const TIMEOUT_MS = 400_000

let place: Workplace
afterEach(async () => {
  await endChildren()
  await place.remove()
})

const readServerPid = (): string =>
  readFileSync(path.join(place.dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n', 1)[0] ?? ''

/** What a caller without a key is told shows that the service and, by the page, its database answer. */
async function look(url: string): Promise<string> {
  const [call, ready] = await Promise.all([
    fetch(`${url}/api/rpc/api-reference/server/ping`, {
      method: 'POST',
      headers: { 'x-api-key': 'parley_nobody', 'content-type': 'application/json' },
      body: '{}',
    }),
    fetch(`${url}/ready`),
  ])
  return `${call.status} ${ready.status} ${await ready.text()}`
}

const SERVING = '401 200 {"status":"ready"}'
const isServing = (url: string): Promise<boolean> =>
  look(url).then(
    (seen) => seen === SERVING,
    () => false,
  )

test.each([
  ['that may open 500 files', LIMITED],
  ['as it is', 'exec "$@"'],
])(
  'a service %s answers during and after a flood of half-open connections, and keeps its database',
  async (_, limit) => {
    place = createWorkplace(
      {},
      {
        ofService: (_dir, command) => ['sh', '-c', limit, 'sh', ...command],
        ofCommand: (_dir, command) => command,
      },
    )
    const service = await place.start()
    const database = readServerPid()
    const flood = await startFlood(service.url, SOCKETS)
    await awaitState('an answer during the flood', () => isServing(service.url))
    await flood.end()
    await awaitState('an answer after the flood', () => isServing(service.url))
    expect(readServerPid()).toBe(database)
    expect(existsSync(path.join(place.dataDir, 'pg.lock'))).toBe(false)
    expect(service.readLog()).toBe('')
    expect(await service.stop()).toBe(0)
  },
  TIMEOUT_MS,
)
