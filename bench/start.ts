import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { API_PREFIX } from '../src/contract/operation.ts'
import { createPoster } from './support/load.ts'
import { prepareAccount } from './support/stage.ts'
import { median, percentile, round } from './support/statistics.ts'
import { startSubject } from './support/subject.ts'

/** From the call of the program on a data directory that exists to its first answered `server.ping`. */
const ROUNDS = 7

const PARLEY = path.join(import.meta.dirname, '../src/bin/parley.ts')

export async function benchStart(): Promise<Record<string, unknown>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-bench-'))
  const poster = createPoster(1)
  const env = { DATA_DIR: dataDir, PORT: '0' }
  const start = () => startSubject(PARLEY, ['start'], env, dataDir)
  try {
    const first = await start()
    const { keys } = await prepareAccount(dataDir, 1)
    await first.stop()
    const took: number[] = []
    for (let n = 0; n < ROUNDS; n += 1) {
      const calledAt = performance.now()
      const subject = await start()
      await poster.post(
        new URL(`${API_PREFIX}/server/ping`, subject.url),
        { 'x-api-key': keys[0] ?? '' },
        '{}',
      )
      took.push(performance.now() - calledAt)
      await subject.stop()
    }
    return {
      bench: 'start',
      rounds: ROUNDS,
      medianMs: round(median(took), 0),
      slowestMs: round(percentile(took, 1), 0),
      mark: 'under 2,000 ms to the first answered ping',
    }
  } finally {
    poster.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await benchStart(), null, 2)}\n`)
