import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

const PROBE_BYTES = 1_048_576

/** Rejects when a file of some size cannot be written where drafts are. */
export async function probeFileSpace(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const file = path.join(directory, `.room-${process.pid}`)
  try {
    await writeFile(file, Buffer.alloc(PROBE_BYTES, 1), { flush: true })
  } finally {
    await rm(file, { force: true })
  }
}
