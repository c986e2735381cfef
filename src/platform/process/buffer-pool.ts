/**
 * Bytes that small buffers share. Node's own choice is 65,536, and one key of 32 bytes that is kept keeps them all: a client's
 * keys, made at different times, held five such pieces, 0.33 MB, which was most of what an idle client cost
 * (`bench/paired.ts`). A small buffer costs 0.14 microseconds with this and 0.11 with Node's; with 1,024 it is 0.31.
 */
const POOL_BYTES = 2_048

/** Call it before anything of the program is loaded. */
export function shrinkBufferPool(): void {
  Buffer.poolSize = POOL_BYTES
}
