import { renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into a subject with `--import`: on SIGUSR2 it gives back what is not used any more and writes what is left to
 * the file MEMORY_FILE, with a heap snapshot beside it when MEMORY_SNAPSHOT is set.
 */
const file = process.env.MEMORY_FILE ?? ''

function report(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  const { rss, heapUsed, external } = process.memoryUsage()
  if (process.env.MEMORY_SNAPSHOT) writeHeapSnapshot(`${file}.${Date.now()}.heapsnapshot`)
  writeFileSync(`${file}.new`, JSON.stringify({ rss, used: heapUsed + external }))
  renameSync(`${file}.new`, file)
}

if (isMainThread) process.on('SIGUSR2', report)
