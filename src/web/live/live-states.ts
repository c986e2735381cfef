/** What is so in a conversation. */
interface OfConversation {
  clientId: string
  jid: string
}

/** What is so in conversations now, as the stream of news tells it: who of the team is there, or what the contact does. */
export class LiveStates<T extends OfConversation> {
  readonly #isNothing: (state: T) => boolean
  #states = new Map<string, T>()
  readonly #listeners = new Set<() => void>()

  constructor(isNothing: (state: T) => boolean) {
    this.#isNothing = isNothing
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The same object until it changes. */
  read(clientId: string, jid: string): T | undefined {
    return this.#states.get(`${clientId} ${jid}`)
  }

  list(): T[] {
    return [...this.#states.values()]
  }

  note(states: readonly T[]): void {
    for (const state of states) {
      const place = `${state.clientId} ${state.jid}`
      if (this.#isNothing(state)) this.#states.delete(place)
      else this.#states.set(place, state)
    }
    this.#notify()
  }

  /** Without a stream nobody knows. */
  clear(): void {
    if (this.#states.size === 0) return
    this.#states = new Map()
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
