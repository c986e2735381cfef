import { Places, type Release } from '../../platform/queue/places.ts'

/** Questions under way in one process: each holds its prompt and its answer, a mebibyte at most. */
const MAX_IN_PROCESS = 256

/** Bounds how many questions are under way: in the process, and of each model. */
export class QuestionPlaces {
  readonly #process = new Places(MAX_IN_PROCESS)
  readonly #models = new Map<string, Places>()
  /** Questions of one model are counted one after the other, so that no more than one connection waits for its lock. */
  readonly #counted = new Map<string, Places>()

  /** A place at the model, and then one in the process: a slow model takes none of what others need. Null: none in time. */
  async take(model: string, most: number, signal: AbortSignal): Promise<Release | null> {
    // Another bound is another queue: those who hold places of the one before give them back there.
    const ofModel = await takeOf(this.#models, `${most} ${model}`, most, signal)
    if (ofModel === null) return null
    const ofProcess = await this.#process.take(signal)
    if (ofProcess === null) {
      ofModel()
      return null
    }
    return () => {
      ofProcess()
      ofModel()
    }
  }

  async whileCounted<T>(model: string, count: () => Promise<T>): Promise<T> {
    const release = await takeOf(this.#counted, model, 1, new AbortController().signal)
    try {
      return await count()
    } finally {
      release?.()
    }
  }
}

async function takeOf(
  all: Map<string, Places>,
  key: string,
  most: number,
  signal: AbortSignal,
): Promise<Release | null> {
  const places = all.get(key) ?? new Places(most)
  all.set(key, places)
  const release = await places.take(signal)
  const forget = (): void => {
    if (places.isUnused && all.get(key) === places) all.delete(key)
  }
  if (release === null) {
    forget()
    return null
  }
  return () => {
    release()
    forget()
  }
}
