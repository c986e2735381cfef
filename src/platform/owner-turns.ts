interface Waiting {
  begin(): Promise<void>
}

/**
 * Lets costly work of many owners share a few places: what one owner asks for is done one after the other, in order, and
 * owners take turns. With two places or more, work of one owner that lasts long leaves the others a place.
 */
export class OwnerTurns {
  readonly #places: number
  /** By owner, whose turn comes first at the front; nobody stands here with nothing to do. */
  readonly #queues = new Map<string, Waiting[]>()
  /** Owners whose work is under way. */
  readonly #busy = new Set<string>()

  constructor(places: number) {
    this.#places = places
  }

  /** What of an owner waits or is under way. */
  countOf(owner: string): number {
    return (this.#queues.get(owner)?.length ?? 0) + Number(this.#busy.has(owner))
  }

  run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const queue = this.#queues.get(owner) ?? []
    queue.push({ begin: () => work().then(resolve, reject) })
    this.#queues.set(owner, queue)
    this.#startNext()
    return promise
  }

  #startNext(): void {
    if (this.#busy.size >= this.#places) return
    const owner = [...this.#queues.keys()].find((name) => !this.#busy.has(name))
    if (owner === undefined) return
    const queue = this.#queues.get(owner) ?? []
    const next = queue.shift()
    // Behind all others, for its next turn.
    this.#queues.delete(owner)
    if (queue.length > 0) this.#queues.set(owner, queue)
    if (!next) return
    this.#busy.add(owner)
    void next.begin().then(() => {
      this.#busy.delete(owner)
      this.#startNext()
    })
    this.#startNext()
  }
}
