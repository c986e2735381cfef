import type { Bus } from '../../bus/port.ts'
import type { ShownPresence } from '../../contract/events/live-events.ts'
import { HeardOf } from './heard-of.ts'

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

const gone = (jid: string): ShownPresence => ({
  jid,
  availability: 'unknown',
  lastSeenAt: null,
  active: [],
})

/** Who of the contacts is there and what they do, as this process heard of it. */
export class ContactPresences {
  /** By client. */
  readonly #clients: HeardOf<KnownClient, ClientPresence>
  readonly #nowMs: () => number
  readonly #leave: () => void

  constructor(bus: Pick<Bus, 'subscribe'>, nowMs: () => number) {
    this.#nowMs = nowMs
    this.#clients = new HeardOf({
      ...{ nowMs, most: MOST_CLIENTS },
      onForgotten: (clientId, { workspaceId, shown }) => {
        for (const jid of shown.keys()) this.#publish(workspaceId, { clientId, ...gone(jid) })
      },
    })
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
    if (known.size === 0) this.#clients.delete(clientId)
    else this.#clients.keep(clientId, { workspaceId, shown: known, untilMs: this.#nowMs() + KNOWN_MS })
    for (const one of [...changed, ...left.map(gone)]) this.#publish(workspaceId, { clientId, ...one })
  }

  list(workspaceId: string): ClientPresence[] {
    return [...this.#clients.entries()].flatMap(([clientId, known]) =>
      known.workspaceId === workspaceId ? [...known.shown.values()].map((one) => ({ clientId, ...one })) : [],
    )
  }

  /** Answers how to end that. */
  watch(workspaceId: string, onChange: (shown: ClientPresence) => void): () => void {
    return this.#clients.watch(workspaceId, onChange)
  }

  close(): void {
    this.#leave()
    this.#clients.close()
  }

  #publish(workspaceId: string, shown: ClientPresence): void {
    this.#clients.publish(workspaceId, () => shown)
  }
}
