/** How many clients a host brings up at the same time; more only steal each other's processor (research/floor.md, 3). */
export const CLAIM_AT_ONCE = 5

export interface ClaimQueueOptions {
  /** Takes the client when it is free; never rejects. */
  claim(clientId: string): Promise<void>
  /** Resolves when the client came up, or when it no longer holds back the next one. */
  waitUntilUp(clientId: string): Promise<void>
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
  const running = new Set<Promise<void>>()
  const urgent = new Set<Promise<void>>()
  let stopped = false

  function track(set: Set<Promise<void>>, work: Promise<void>): void {
    set.add(work)
    void work.finally(() => {
      set.delete(work)
      pump()
    })
  }

  async function bringUp(clientId: string): Promise<void> {
    await options.claim(clientId)
    if (!stopped) await options.waitUntilUp(clientId)
  }

  function pump(): void {
    for (const clientId of queued) {
      if (stopped || running.size >= CLAIM_AT_ONCE) return
      queued.delete(clientId)
      track(running, bringUp(clientId))
    }
  }

  return {
    add(clientIds) {
      for (const clientId of clientIds) queued.add(clientId)
      pump()
    },
    claimNow(clientId) {
      queued.delete(clientId)
      if (!stopped) track(urgent, options.claim(clientId))
    },
    waiting: () => [...queued],
    async stop() {
      stopped = true
      queued.clear()
      await Promise.all([...running, ...urgent])
    },
  }
}
