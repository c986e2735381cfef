import { open } from 'node:fs/promises'

const PIECE_BYTES = 128 * 1024

/**
 * A file piece by piece, all in one buffer: each piece is gone when the next is asked for. A large file then leaves
 * nothing behind that has to be collected.
 */
export async function* readPieces(path: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES)
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
