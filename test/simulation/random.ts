/** Chance that is the same again for the same seed. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Another stream: drawing from it leaves this one as it is. */
  fork(): Random
}

/** sfc32 over a seed of 32 bits. */
export function createRandom(seed: number): Random {
  let a = 0x9e3779b9 | 0
  let b = 0x243f6a88 | 0
  let c = seed | 0
  let count = 1
  function draw(): number {
    const sum = (a + b + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  for (let round = 0; round < 12; round += 1) draw()
  const next = () => draw() / 0x1_0000_0000
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick<T>(items: readonly T[]): T {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('there is nothing to pick from')
      return item
    },
    fork: () => createRandom(draw()),
  }
}
