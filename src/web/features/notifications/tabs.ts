/** A place of the dashboard that somebody may look at. */
export interface Place {
  clientId: string
  jid: string
}

type Said = { ask: string } | { answer: string; place: Place | null } | { ring: string }

export interface TabParts {
  channel: BroadcastChannel
  locks: LockManager
  /** Where this tab is, while somebody looks at it; undefined while nobody does. */
  readPlace(): Place | null | undefined
  /** Whether this tab may make a sound now. */
  canSound(): boolean
  play(): void
  newId(): string
}

const ANSWER_WITHIN_MS = 300
/** One sound is over by then, and so is what came at the same moment. */
const SOUND_MS = 1_500

/** What tabs of one browser do together: they know what is looked at, and one of them sounds for all. */
export class Tabs {
  readonly #parts: TabParts
  readonly #answers = new Map<string, (place: Place | null) => void>()

  constructor(parts: TabParts) {
    this.#parts = parts
    parts.channel.onmessage = ({ data }: MessageEvent<Said>) => this.#take(data)
  }

  /** Where somebody looks at a tab now; an empty list while nobody looks at any. */
  async listLooks(): Promise<(Place | null)[]> {
    const id = this.#parts.newId()
    const looks: (Place | null)[] = []
    const own = this.#parts.readPlace()
    if (own !== undefined) looks.push(own)
    this.#answers.set(id, (place) => looks.push(place))
    this.#parts.channel.postMessage({ ask: id } satisfies Said)
    await new Promise((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS))
    this.#answers.delete(id)
    return looks
  }

  /** One of the tabs that may sound does. */
  ring(): void {
    this.#parts.channel.postMessage({ ring: this.#parts.newId() } satisfies Said)
    void this.#sound()
  }

  close(): void {
    this.#parts.channel.close()
  }

  #take(said: Said): void {
    const { channel, readPlace } = this.#parts
    if ('ring' in said) return void this.#sound()
    if ('answer' in said) return this.#answers.get(said.answer)?.(said.place)
    const place = readPlace()
    if (place !== undefined) channel.postMessage({ answer: said.ask, place } satisfies Said)
  }

  async #sound(): Promise<void> {
    const { locks, canSound, play } = this.#parts
    if (!canSound()) return
    await locks.request('parley.sound', { ifAvailable: true }, async (lock) => {
      if (!lock) return
      play()
      await new Promise((resolve) => setTimeout(resolve, SOUND_MS))
    })
  }
}
