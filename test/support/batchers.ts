import { Batcher, type BatcherOptions, Failure } from '../../src/platform/queue/batcher.ts'
import { nextEventLoopTurn } from '../../src/platform/queue/event-loop-turn.ts'

type Options = BatcherOptions<string, string>

/** What a write answers: each in capitals, or that it is refused alone. */
export const upper = (items: readonly string[]): (string | Failure)[] =>
  items.map((item) => (item === 'refused' ? new Failure(new Error('refused')) : item.toUpperCase()))

/** A batcher whose writes end when the test says so, and then throw when a bad item is in them. */
export function buildBatcher(options: Partial<Options> = {}) {
  const writes: { items: readonly string[]; end: () => void }[] = []
  const batcher = new Batcher<string, string>({
    async write(items) {
      const seen = [...items]
      await new Promise<void>((resolve) => writes.push({ items: seen, end: resolve }))
      if (seen.includes('bad')) throw new Error('bad')
      return upper(seen)
    },
    maxBatch: 128,
    gather: 'turn',
    onFailure: 'split',
    ...options,
  })
  /** Lets the next write end; answers its items, nothing when there is none. */
  const endNext = async (): Promise<readonly string[]> => {
    for (let turn = 0; turn < 5 && writes.length === 0; turn += 1) await nextEventLoopTurn()
    const write = writes.shift()
    write?.end()
    return write?.items ?? []
  }
  const endMany = async (count: number) => {
    const ended: (readonly string[])[] = []
    for (let i = 0; i < count; i += 1) ended.push(await endNext())
    return ended
  }
  const addAll = (...items: string[]) => items.map((item) => batcher.add(item))
  return { batcher, writes, endNext, endMany, addAll }
}

/** What became of each, in words. */
export async function outcomesOf(promises: readonly Promise<string>[]): Promise<string[]> {
  const settled = await Promise.allSettled(promises)
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : `${(one.reason as Error).message}!`))
}

/** Whether it is settled by the end of this turn. */
export async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const note = (): void => {
    settled = true
  }
  promise.then(note, note)
  await nextEventLoopTurn()
  return settled
}
