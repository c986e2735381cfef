import type { Bus } from '../../bus/port.ts'
import type { ShownPresence } from '../../contract/events/live-events.ts'

/** Published with a `ContactPresenceNote` by the owner of a client; every process keeps it for its own streams. */
export const CONTACT_PRESENCE_NOTED = 'contact.presence'

/** An owner tells all it knows again so often: a process that has just started then knows it too. */
export const TELL_PRESENCE_EVERY_MS = 20_000
/** What an owner does not tell again for so long is not known any more: it may have been killed. */
const KNOWN_MS = 3 * TELL_PRESENCE_EVERY_MS
/** The clients of which presence is known here at once; past them the one told of longest ago is forgotten. */
const MOST_CLIENTS = 10_000

export interface ContactPresenceNote {
  workspaceId: string
  clientId: string
  /** Whether that is all there is to know of the client. */
  isAll: boolean
  shown: readonly ShownPresence[]
}

/** How a contact of a client is now. */
export interface ClientPresence extends ShownPresence {
  clientId: string
}

interface KnownClient {
  workspaceId: string
  shown: Map<string, ShownPresence>
  untilMs: number
}

type OnChange = (shown: ClientPresence) => void

const gone = (jid: string): ShownPresence => ({
  jid,
  availability: 'unknown',
  lastSeenAt: null,
  active: [],
})

/** Who of the contacts is there and what they do, as this process heard of it. It is in no table, and need not survive. */
export class ContactPresences {
  /** By client, the one told of last at the end. */
  readonly #clients = new Map<string, KnownClient>()
  readonly #watchers = new Map<string, Set<OnChange>>()
  readonly #nowMs: () => number
  readonly #leave: () => void
  #sweep: NodeJS.Timeout | undefined

  constructor(bus: Pick<Bus, 'subscribe'>, nowMs: () => number) {
    this.#nowMs = nowMs
    this.#leave = bus.subscribe(CONTACT_PRESENCE_NOTED, (note) =>
      this.note(note as unknown as ContactPresenceNote),
    )
  }

  /** Takes what an owner told. Watchers hear of what is another than before. */
  note({ workspaceId, clientId, isAll, shown }: ContactPresenceNote): void {
    const known = this.#clients.get(clientId)?.shown ?? new Map<string, ShownPresence>()
    const jids = new Set(shown.map(({ jid }) => jid))
    const left = isAll ? [...known.keys()].filter((jid) => !jids.has(jid)) : []
    const changed = shown.filter((one) => JSON.stringify(known.get(one.jid)) !== JSON.stringify(one))
    for (const one of shown) known.set(one.jid, one)
    for (const jid of left) known.delete(jid)
    this.#clients.delete(clientId)
    if (known.size > 0) this.#keep(clientId, { workspaceId, shown: known, untilMs: this.#nowMs() + KNOWN_MS })
    for (const one of [...changed, ...left.map(gone)]) this.#publish(workspaceId, { clientId, ...one })
  }

  list(workspaceId: string): ClientPresence[] {
    return [...this.#clients].flatMap(([clientId, known]) =>
      known.workspaceId === workspaceId ? [...known.shown.values()].map((one) => ({ clientId, ...one })) : [],
    )
  }

  /** Answers how to end that. */
  watch(workspaceId: string, onChange: OnChange): () => void {
    const own = this.#watchers.get(workspaceId) ?? new Set()
    this.#watchers.set(workspaceId, own.add(onChange))
    return () => {
      own.delete(onChange)
      if (own.size === 0 && this.#watchers.get(workspaceId) === own) this.#watchers.delete(workspaceId)
    }
  }

  close(): void {
    this.#leave()
    clearTimeout(this.#sweep)
  }

  #keep(clientId: string, known: KnownClient): void {
    this.#clients.set(clientId, known)
    const [oldest] = this.#clients.keys()
    if (this.#clients.size > MOST_CLIENTS && oldest !== undefined) this.#forget(oldest)
    this.#sweepLater()
  }

  #forget(clientId: string): void {
    const known = this.#clients.get(clientId)
    this.#clients.delete(clientId)
    for (const jid of known?.shown.keys() ?? [])
      this.#publish(known?.workspaceId ?? '', { clientId, ...gone(jid) })
  }

  #sweepLater(): void {
    const [first] = this.#clients.values()
    if (this.#sweep || !first) return
    this.#sweep = setTimeout(
      () => {
        this.#sweep = undefined
        const nowMs = this.#nowMs()
        for (const [clientId, { untilMs }] of this.#clients) {
          if (untilMs > nowMs) break
          this.#forget(clientId)
        }
        this.#sweepLater()
      },
      Math.max(1, first.untilMs - this.#nowMs()),
    )
    this.#sweep.unref()
  }

  #publish(workspaceId: string, shown: ClientPresence): void {
    for (const onChange of this.#watchers.get(workspaceId) ?? []) onChange(shown)
  }
}
