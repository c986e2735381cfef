import { turnEnd } from './turn.ts'

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

export interface Batcher<Item, Result> {
  add(item: Item): Promise<Result>
  /** Resolves when everything added so far has been written. */
  idle(): Promise<void>
}

export interface BatcherOptions {
  maxBatch?: number
  /**
   * For what nobody waits for: after one batch the next is gathered for so long. At rest an item goes at once all the
   * same, and when many come one after the other they are few statements.
   */
  gatherMs?: number
}

/**
 * Writes what arrived in one turn of the event loop together, and then what arrived meanwhile: one commit for many
 * under load, none later than alone at rest. When a batch fails its items are tried one by one, so that a bad one fails alone.
 */
export function createBatcher<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  { maxBatch = 128, gatherMs = 0 }: BatcherOptions = {},
): Batcher<Item, Result> {
  let waiting: Waiting<Item, Result>[] = []
  let running: Promise<void> | null = null
  let gathering: Promise<void> | null = null

  async function writeOne(one: Waiting<Item, Result>): Promise<void> {
    try {
      const [result] = await write([one.item])
      one.resolve(result as Result)
    } catch (error) {
      one.reject(error)
    }
  }

  async function writeAll(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const [first] = batch
    if (batch.length === 1 && first) return writeOne(first)
    try {
      const results = await write(batch.map(({ item }) => item))
      batch.forEach((one, i) => {
        one.resolve(results[i] as Result)
      })
    } catch {
      for (const one of batch) await writeOne(one)
    }
  }

  function gather(): void {
    if (gatherMs === 0) return
    gathering = new Promise((resolve) => {
      setTimeout(() => {
        gathering = null
        resolve()
      }, gatherMs)
    })
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await (gathering ?? turnEnd())
      const batch = waiting.slice(0, maxBatch)
      waiting = waiting.slice(maxBatch)
      await writeAll(batch)
      gather()
    }
    running = null
  }

  return {
    add(item) {
      return new Promise<Result>((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        running ??= run()
      })
    },
    async idle() {
      while (running) await running
    },
  }
}
