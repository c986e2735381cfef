import { parseArgs } from 'node:util'
import { startFlood } from '../support/flood.ts'
import { openFuzzWorld } from './fuzz-world.ts'
import { findGrowth } from './memory-watch.ts'
import { runFuzz } from './run-fuzz.ts'
import { INSPECTED, readSettledHeap, withoutInspector } from './settled-heap.ts'

const USAGE = `npm run fuzz -- [--requests N] [--seed S] [--concurrency C] [--sockets N]
  Sends N random requests (default 10000) over every operation to a service started for it on this machine, and fails when
  one is answered with 500, is lost, ends the service, or makes it grow. The same seed makes the same requests in the same order.
  In the middle of it so many half-open connections are made (default none), while requests go on.
`
/** Above this, memory is not steady; what the caches of a warm process take stays well below. */
const MOST_GROWTH = 1.5
/** What the heap may hold more at the end than after a third, when all that can be thrown away is: caches that fill. */
const MOST_SETTLED_GROWTH = 1.15

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      concurrency: { type: 'string', default: '32' },
      sockets: { type: 'string', default: '0' },
      help: { type: 'boolean', default: false },
    },
  })
  const [requests, seed, concurrency] = [values.requests, values.seed, values.concurrency].map(Number)
  if (values.help || !requests || !seed || !concurrency) {
    process.stdout.write(USAGE)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const sockets = Number(values.sockets)
  const world = await openFuzzWorld(requests, INSPECTED)
  try {
    const report = await runFuzz(world, {
      requests,
      seed,
      concurrency,
      readSettledHeap: () => readSettledHeap(world.service.readLog),
      async disturb() {
        if (sockets === 0) return
        const flood = await startFlood(world.service.url, sockets)
        console.error(`${sockets} half-open connections were made`)
        await flood.end()
      },
      onProgress(done, failures) {
        if (done % 10_000 === 0) console.error(`${done} of ${requests} requests, ${failures} failures`)
      },
    })
    const problems = withoutInspector(world.service.readLog())
    const [, early = Number.NaN, late = Number.NaN] = report.settledHeapMb
    const growth = Number(findGrowth(report.memory).toFixed(2))
    console.log(
      JSON.stringify(
        { ...report, failures: report.failures.slice(0, 40), growth, log: problems.slice(0, 5_000) },
        null,
        1,
      ),
    )
    const exitCode = await world.service.stop()
    const isLevel = growth < MOST_GROWTH && late < early * MOST_SETTLED_GROWTH
    const isFine = report.failures.length === 0 && problems === '' && isLevel && exitCode === 0
    console.log(
      isFine
        ? 'fuzz passed'
        : `fuzz FAILED: ${report.failures.length} failures, exit code ${exitCode}, growth ${growth}, settled ${early} to ${late} MB`,
    )
    if (!isFine) process.exitCode = 1
  } finally {
    await world.close()
  }
}

await main()
