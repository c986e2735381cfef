/** Subscriptions of one client at once; one that is asked for beyond them is refused. */
export const MOST_WATCHED = 200

/** Somebody, or a group, of whom the network is asked. */
export interface Watched {
  /** Canonical address of the conversation. */
  jid: string
  /** Under any of which the network may name them; the first is asked for. */
  addresses: readonly string[]
  /** Until when a program wants to know; null when none does. */
  untilMs: number | null
  /** Whether the conversation is open on a page of the team, on how many makes no difference. */
  isOpen: boolean
}

/** Of whom a client wants to be told, and for how long. */
export class WatchedContacts {
  readonly #watched = new Map<string, Watched>()
  readonly #byAddress = new Map<string, Watched>()

  get size(): number {
    return this.#watched.size
  }

  list(): Watched[] {
    return [...this.#watched.values()]
  }

  find(jid: string): Watched | undefined {
    return this.#watched.get(jid)
  }

  ofAddresses(...addresses: readonly (string | null)[]): Watched | undefined {
    const known = addresses.find((address) => address !== null && this.#byAddress.has(address))
    return known ? this.#byAddress.get(known) : undefined
  }

  /** Until then, in place of what was asked for before. False: there are too many. */
  subscribe(jid: string, addresses: readonly string[], untilMs: number): boolean {
    return this.#change(jid, addresses, { untilMs })
  }

  unsubscribe(jid: string): void {
    const watched = this.#watched.get(jid)
    if (!watched) return
    watched.untilMs = null
    this.#dropIfUnwanted(watched)
  }

  /** False: there are too many. */
  open(jid: string, addresses: readonly string[]): boolean {
    return this.#change(jid, addresses, { isOpen: true })
  }

  close(jid: string): void {
    const watched = this.#watched.get(jid)
    if (!watched) return
    watched.isOpen = false
    this.#dropIfUnwanted(watched)
  }

  /** Two are one person from now on: who wants to be told of either is told of that one. Whether the one that went was watched. */
  merge(from: string, to: string): boolean {
    const gone = this.#watched.get(from)
    const kept = this.#watched.get(to)
    if (!gone && !kept) return false
    const addresses = [...new Set([to, ...(kept?.addresses ?? []), from, ...(gone?.addresses ?? [])])]
    if (gone) this.#drop(gone)
    const untilMs = Math.max(gone?.untilMs ?? 0, kept?.untilMs ?? 0) || null
    this.#change(to, addresses, { untilMs, isOpen: [gone, kept].some((watched) => watched?.isOpen) })
    return gone !== undefined
  }

  /** What ended by then counts no longer. */
  expire(nowMs: number): void {
    for (const watched of this.list()) {
      if (watched.untilMs !== null && watched.untilMs <= nowMs) this.unsubscribe(watched.jid)
    }
  }

  #change(
    jid: string,
    addresses: readonly string[],
    change: Partial<Pick<Watched, 'untilMs' | 'isOpen'>>,
  ): boolean {
    const before = this.#watched.get(jid)
    if (!before && this.#watched.size >= MOST_WATCHED) return false
    const watched: Watched = { untilMs: null, isOpen: false, ...before, jid, addresses, ...change }
    if (before) this.#drop(before)
    this.#watched.set(jid, watched)
    for (const address of addresses) this.#byAddress.set(address, watched)
    return true
  }

  #dropIfUnwanted(watched: Watched): void {
    if (watched.untilMs === null && !watched.isOpen) this.#drop(watched)
  }

  #drop({ jid, addresses }: Watched): void {
    this.#watched.delete(jid)
    for (const address of addresses) this.#byAddress.delete(address)
  }
}
