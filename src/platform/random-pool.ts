import { randomBytes, randomFillSync } from 'node:crypto'

/** Drawing costs the same for a few bytes as for thousands. */
const POOL_BYTES = 4_096

const pool = Buffer.alloc(POOL_BYTES)
let used = POOL_BYTES

/**
 * Random bytes for what is made with every message and is no secret: ids and initialization vectors. They come from the
 * generator of `randomBytes`, many at a time, and none is given twice.
 */
export function drawRandomBytes(size: number): Uint8Array {
  if (size > POOL_BYTES) return randomBytes(size)
  if (used + size > POOL_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  used += size
  return Uint8Array.prototype.slice.call(pool, used - size, used)
}
