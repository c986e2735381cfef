import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Chosen by `bench/media.ts`: the first video of 50 MB fetched by its address cost 64 MB without and 49 MB with it. */
const SWEEP_EVERY_BYTES = 8 * 1_024 * 1_024

/**
 * Counts bytes that were streamed through the process and, every few megabytes, has the buffers they came in given back.
 * Left to itself V8 lets about 64 MB of them pile up before it looks: as much as a whole video. A sweep of the young
 * generation takes a millisecond or two.
 */
export function createStreamSweeper(): (bytes: number) => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void
  let unswept = 0
  return (bytes) => {
    unswept += bytes
    if (unswept < SWEEP_EVERY_BYTES) return
    unswept = 0
    collect({ type: 'minor' })
  }
}
