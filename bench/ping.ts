import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { API_PREFIX } from '../src/contract/operation.ts'
import { alternateRounds, createPoster, medianRatio, runLoad, summarizeLoads } from './support/load.ts'
import { prepareAccount } from './support/stage.ts'
import { startSubject } from './support/subject.ts'

/** `server.ping` with key and limit, beside the same HTTP server answering a constant. */
const IN_FLIGHT = 10
const CALLS_A_ROUND = 3_000
const ROUNDS = 7
/** A key may make a thousand calls an hour. */
const CALLS_A_KEY = 900

const ROOT = path.join(import.meta.dirname, '..')

export async function benchPing(): Promise<Record<string, unknown>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-bench-'))
  const poster = createPoster(IN_FLIGHT)
  const parley = await startSubject(
    path.join(ROOT, 'src/bin/parley.ts'),
    ['start'],
    { DATA_DIR: dataDir, PORT: '0', SANDBOX: 'off' },
    dataDir,
  )
  const { keys } = await prepareAccount(dataDir, Math.ceil(((ROUNDS + 1) * CALLS_A_ROUND) / CALLS_A_KEY) + 1)
  const url = new URL(`${API_PREFIX}/server/ping`, parley.url)
  const answer = await poster.post(url, { 'x-api-key': keys[0] ?? '' }, '{}')
  const floor = await startSubject(path.join(ROOT, 'bench/support/constant-process.ts'), [], {
    CONSTANT_BODY: answer,
  })
  try {
    const floorUrl = new URL('/ping', floor.url)
    let calls = 0
    const pingFloor = async () => void (await poster.post(floorUrl, { 'x-api-key': keys[0] ?? '' }, '{}'))
    const pingParley = async () => {
      const key = keys[Math.floor(calls++ / CALLS_A_KEY) + 1] ?? ''
      await poster.post(url, { 'x-api-key': key }, '{}')
    }
    const size = { calls: CALLS_A_ROUND, inFlight: IN_FLIGHT }
    await runLoad(floor, size, pingFloor)
    await runLoad(parley, size, pingParley)
    const loads = await alternateRounds(ROUNDS, {
      floor: () => runLoad(floor, size, pingFloor),
      parley: () => runLoad(parley, size, pingParley),
    })
    return {
      bench: 'ping',
      inFlight: IN_FLIGHT,
      rounds: ROUNDS,
      callsARound: CALLS_A_ROUND,
      floor: summarizeLoads(loads.floor),
      parley: summarizeLoads(loads.parley),
      throughputRatio: medianRatio(loads, 'perSecond'),
      mark: 'throughput ratio at least 0.4',
    }
  } finally {
    poster.close()
    await parley.stop()
    await floor.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await benchPing(), null, 2)}\n`)
