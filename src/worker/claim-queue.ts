/** How many clients a host brings up at the same time; more only steal each other's processor (research/floor.md, 3). */
export const CLAIM_AT_ONCE = 5

export interface ClaimQueueOptions {
  /** Takes the client when it is free; never rejects. */
  claim(clientId: string): Promise<void>
  /** Resolves when the client came up, or when it no longer holds back the next one; never rejects. */
  waitUntilUp(clientId: string): Promise<void>
  /** The last one that waited is being claimed. */
  onEmpty(): void
}

/** Brings clients up a few at a time, so that taking over many of a dead host starves none of them. */
export class ClaimQueue {
  readonly #options: ClaimQueueOptions
  readonly #queued = new Set<string>()
  readonly #claims = new Set<Promise<void>>()
  #comingUp = 0
  #isStopped = false

  constructor(options: ClaimQueueOptions) {
    this.#options = options
  }

  /** Claims when it is its turn; a client that already waits is not added again. */
  add(clientIds: readonly string[]): void {
    for (const clientId of clientIds) this.#queued.add(clientId)
    this.#pump()
  }

  /** A person waits for this one: now, whatever else is going on. */
  claimNow(clientId: string): void {
    this.#queued.delete(clientId)
    if (!this.#isStopped) void this.#claim(clientId)
  }

  waiting(): readonly string[] {
    return [...this.#queued]
  }

  /** Takes no more; resolves when what was begun has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#queued.clear()
    await Promise.all(this.#claims)
  }

  #pump(): void {
    for (const clientId of this.#queued) {
      if (this.#isStopped || this.#comingUp >= CLAIM_AT_ONCE) return
      this.#queued.delete(clientId)
      void this.#start(clientId)
      if (this.#queued.size === 0) this.#options.onEmpty()
    }
  }

  async #start(clientId: string): Promise<void> {
    this.#comingUp += 1
    await this.#claim(clientId)
    if (!this.#isStopped) await this.#options.waitUntilUp(clientId)
    this.#comingUp -= 1
    this.#pump()
  }

  #claim(clientId: string): Promise<void> {
    const claimed = this.#options.claim(clientId).finally(() => this.#claims.delete(claimed))
    this.#claims.add(claimed)
    return claimed
  }
}
