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

export interface ClaimQueue {
  /** Claims when it is its turn; a client that already waits is not added again. */
  add(clientIds: readonly string[]): void
  /** A person waits for this one: now, whatever else is going on. */
  claimNow(clientId: string): void
  waiting(): readonly string[]
  /** Takes no more; resolves when what was begun has ended. */
  stop(): Promise<void>
}

/** Brings clients up a few at a time, so that taking over many of a dead host starves none of them. */
export function createClaimQueue(options: ClaimQueueOptions): ClaimQueue {
  const queued = new Set<string>()
  const claims = new Set<Promise<void>>()
  let comingUp = 0
  let stopped = false

  function claim(clientId: string): Promise<void> {
    const claimed = options.claim(clientId).finally(() => claims.delete(claimed))
    claims.add(claimed)
    return claimed
  }

  async function bringUp(clientId: string): Promise<void> {
    comingUp += 1
    await claim(clientId)
    if (!stopped) await options.waitUntilUp(clientId)
    comingUp -= 1
    pump()
  }

  function pump(): void {
    for (const clientId of queued) {
      if (stopped || comingUp >= CLAIM_AT_ONCE) return
      queued.delete(clientId)
      void bringUp(clientId)
      if (queued.size === 0) options.onEmpty()
    }
  }

  return {
    add(clientIds) {
      for (const clientId of clientIds) queued.add(clientId)
      pump()
    },
    claimNow(clientId) {
      queued.delete(clientId)
      if (!stopped) void claim(clientId)
    },
    waiting: () => [...queued],
    async stop() {
      stopped = true
      queued.clear()
      await Promise.all(claims)
    },
  }
}
