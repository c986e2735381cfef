export interface HeardOptions<Item> {
  nowMs: () => number
  /** As many are known at once; past them the one told of longest ago is forgotten. */
  most: number
  /** One is not known any more: nothing was told of it for too long, or others took its place. */
  onForgotten(key: string, item: Item): void
}

/**
 * What a process heard of by its bus, each until a time of its own, and who watches it by workspace. It is in no table, and need not
 * survive: who tells tells it again.
 */
export class HeardOf<Item extends { untilMs: number }, Told> {
  readonly #options: HeardOptions<Item>
  /** The one told of last at the end. All are known for as long, so the first is over first. */
  readonly #items = new Map<string, Item>()
  readonly #watchers = new Map<string, Set<(told: Told) => void>>()
  #sweep: NodeJS.Timeout | undefined

  constructor(options: HeardOptions<Item>) {
    this.#options = options
  }

  get(key: string): Item | undefined {
    return this.#items.get(key)
  }

  entries(): IterableIterator<[string, Item]> {
    return this.#items.entries()
  }

  keep(key: string, item: Item): void {
    this.#items.delete(key)
    this.#items.set(key, item)
    const [oldest] = this.#items.keys()
    if (this.#items.size > this.#options.most && oldest !== undefined) this.forget(oldest)
    this.#sweepLater()
  }

  delete(key: string): void {
    this.#items.delete(key)
  }

  forget(key: string): void {
    const item = this.#items.get(key)
    if (!item) return
    this.#items.delete(key)
    this.#options.onForgotten(key, item)
  }

  /** Answers how to end that. */
  watch(workspaceId: string, onChange: (told: Told) => void): () => void {
    const own = this.#watchers.get(workspaceId) ?? new Set()
    this.#watchers.set(workspaceId, own.add(onChange))
    return () => {
      own.delete(onChange)
      if (own.size === 0 && this.#watchers.get(workspaceId) === own) this.#watchers.delete(workspaceId)
    }
  }

  /** What is told is made only where somebody watches. */
  publish(workspaceId: string, make: () => Told): void {
    const watchers = this.#watchers.get(workspaceId)
    if (!watchers) return
    const told = make()
    for (const onChange of watchers) onChange(told)
  }

  close(): void {
    clearTimeout(this.#sweep)
  }

  #sweepLater(): void {
    const [first] = this.#items.values()
    if (this.#sweep || !first) return
    this.#sweep = setTimeout(
      () => {
        this.#sweep = undefined
        const nowMs = this.#options.nowMs()
        for (const [key, { untilMs }] of this.#items) {
          if (untilMs > nowMs) break
          this.forget(key)
        }
        this.#sweepLater()
      },
      Math.max(1, first.untilMs - this.#options.nowMs()),
    )
    this.#sweep.unref()
  }
}
