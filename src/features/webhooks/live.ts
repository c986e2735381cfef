import { CONTACT_PRESENCE } from '../../contract/events/live-event-names.ts'
import type { ShownPresence } from '../../contract/events/live-events.ts'
import type { Executor } from '../../db/transaction.ts'
import type { Log } from '../../platform/logger.ts'
import type { OutboundHttp } from '../../platform/outbound-http.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { type PostedEvent, postEvent } from './post.ts'
import { type ListeningRow, READ_LISTENING } from './store.ts'

/** How long it counts who listens, so that what is told costs no statement each. */
const KNOWN_MS = 10_000
const MOST_WORKSPACES = 1_000
/** Of one webhook. */
const AT_ONCE = 4
const MOST_WAITING = 200

interface Waiting {
  row: ListeningRow
  event: PostedEvent
}

/** What waits for one webhook, by conversation, and which of them are on their way. */
interface Lane {
  waiting: Map<string, Waiting>
  underway: Set<string>
}

export interface LiveWebhooksDeps {
  db: Executor
  box: SecretBox
  http: OutboundHttp
  log: Log
  now(): number
  newId(): string
}

/**
 * Posts what is told only while it happens to the webhooks that name it. Nothing of it is stored: what a receiver does not take is
 * not tried again, and of a conversation that changed while a post was under way only how it is then is posted.
 */
export class LiveWebhooks {
  readonly #deps: LiveWebhooksDeps
  readonly #listening = new Map<string, { untilMs: number; rows: Promise<ListeningRow[]> }>()
  readonly #lanes = new Map<string, Lane>()
  readonly #closing = new AbortController()

  constructor(deps: LiveWebhooksDeps) {
    this.#deps = deps
  }

  take(workspaceId: string, clientId: string, shown: ShownPresence): void {
    const { log, now, newId } = this.#deps
    const event: PostedEvent = {
      ...{ id: newId(), name: CONTACT_PRESENCE, clientId, data: { ...shown } },
      createdAt: new Date(now()),
    }
    this.#find(workspaceId).then(
      (rows) => {
        for (const row of rows)
          if (row.clientId === null || row.clientId === clientId)
            this.#add(row, `${clientId} ${shown.jid}`, event)
      },
      (err: unknown) => log.warn({ err }, 'who listens could not be read, and is told nothing'),
    )
  }

  close(): void {
    this.#closing.abort()
    this.#lanes.clear()
  }

  #find(workspaceId: string): Promise<ListeningRow[]> {
    const { db, now } = this.#deps
    const known = this.#listening.get(workspaceId)
    if (known && known.untilMs > now()) return known.rows
    const rows = db.query(READ_LISTENING, [workspaceId, CONTACT_PRESENCE])
    const found = { untilMs: now() + KNOWN_MS, rows }
    this.#listening.delete(workspaceId)
    this.#listening.set(workspaceId, found)
    // What could not be read is asked for again by the next.
    rows.catch(() => Object.assign(found, { untilMs: 0 }))
    const [oldest] = this.#listening.keys()
    if (this.#listening.size > MOST_WORKSPACES && oldest !== undefined) this.#listening.delete(oldest)
    return rows
  }

  #add(row: ListeningRow, place: string, event: PostedEvent): void {
    if (this.#closing.signal.aborted) return
    const lane = this.#lanes.get(row.id) ?? { waiting: new Map(), underway: new Set() }
    this.#lanes.set(row.id, lane)
    lane.waiting.set(place, { row, event })
    const [oldest] = lane.waiting.keys()
    if (lane.waiting.size > MOST_WAITING && oldest !== undefined) lane.waiting.delete(oldest)
    this.#send(row.id, lane)
  }

  #send(id: string, lane: Lane): void {
    for (const [place, { row, event }] of lane.waiting) {
      if (lane.underway.size >= AT_ONCE) return
      if (lane.underway.has(place)) continue
      lane.waiting.delete(place)
      lane.underway.add(place)
      void this.#post(row, event).finally(() => {
        lane.underway.delete(place)
        if (lane.waiting.size > 0) this.#send(id, lane)
        else if (lane.underway.size === 0) this.#lanes.delete(id)
      })
    }
  }

  async #post(row: ListeningRow, event: PostedEvent): Promise<void> {
    const { log } = this.#deps
    try {
      const to = { webhookId: row.id, target: row }
      const { ok, failure } = await postEvent(this.#deps, to, event, this.#closing.signal)
      if (!ok) log.debug({ webhookId: row.id, failure }, 'a webhook did not take what it was told once')
    } catch (err) {
      log.warn({ err, webhookId: row.id }, 'a webhook could not be told')
    }
  }
}
