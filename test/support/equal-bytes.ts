import { expect } from 'vitest'

/** Bytes are compared as a whole: one by one, as the runner does it, a picture takes as long as all else of a test. */
expect.addEqualityTesters([
  (one: unknown, other: unknown) =>
    Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : undefined,
])
