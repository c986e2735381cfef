interface Entry {
  result: Promise<unknown>
  expiresAtMs: number
}

/**
 * Remembers what each command id did, so that a command asked twice takes effect once and answers alike.
 * Bounded in number and age; a command still running is shared by all who ask for it.
 */
export class CommandMemo {
  readonly #entries = new Map<string, Entry>()
  readonly #now: () => number
  readonly #maxEntries: number
  readonly #keepMs: number

  constructor(options: { now: () => number; maxEntries?: number; keepMs?: number }) {
    this.#now = options.now
    this.#maxEntries = options.maxEntries ?? 10_000
    this.#keepMs = options.keepMs ?? 600_000
  }

  run(commandId: string, effect: () => Promise<unknown>): Promise<unknown> {
    const known = this.#entries.get(commandId)
    if (known && known.expiresAtMs > this.#now()) return known.result
    this.#dropOld()
    const result = effect()
    this.#entries.set(commandId, { result, expiresAtMs: this.#now() + this.#keepMs })
    return result
  }

  /** What became of a command that was asked before; undefined when it is not known here. */
  find(commandId: string): Promise<unknown> | undefined {
    const known = this.#entries.get(commandId)
    return known && known.expiresAtMs > this.#now() ? known.result : undefined
  }

  /** For a command that turned out to have done nothing: asked again, it is tried again. */
  forget(commandId: string): void {
    this.#entries.delete(commandId)
  }

  /** Entries are in insertion order, so the oldest are first. */
  #dropOld(): void {
    for (const [id, entry] of this.#entries) {
      if (entry.expiresAtMs > this.#now() && this.#entries.size < this.#maxEntries) return
      this.#entries.delete(id)
    }
  }
}
