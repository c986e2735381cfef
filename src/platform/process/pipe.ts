import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Sends all of a stream into another, and lets it go however that ends. Node's `pipeline` leaves its source open when the
 * target was closed before it began: the file behind it stays open, and Node ends the process when it finds one so.
 */
export async function pipeAll(source: Readable, target: Writable): Promise<void> {
  try {
    await pipeline(source, target)
  } finally {
    source.destroy()
  }
}
