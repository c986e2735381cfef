import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '../../../bus/port.ts'
import type { ConversationEvent } from '../../../core/conversation/flow-event.ts'
import { Refusal } from '../../../core/errors.ts'
import type { StartRefusal } from '../../../core/flow/index.ts'
import type { Database } from '../../../db/client.ts'
import { statement } from '../../../db/statement.ts'

/** How long a caller waits for the lane to take a request up. */
const REQUEST_TIMEOUT_MS = 10_000
const LOOK_EVERY_MS = 20

/** Events of version 1 hold why they were refused. */
const READ_OUTCOME = statement<RequestOutcome>(
  'request_outcome',
  `select e.status, e.error, coalesce(e.refusal, case when e.v = 1 then e.event->'refusal' end) as refusal,
     (select v.flow_state_id from flow_state_event v join flow_state s on s.id = v.flow_state_id
      where s.client_id = e.client_id and s.contact_jid = e.contact_jid and v.event_id = e.event_id
      order by s.created_at desc, s.id desc limit 1) as "runId"
   from inbound_event e where e.client_id = $1 and e.event_id = $2`,
)

/** What became of a request. `runId` is the newest run it touched. */
export interface RequestOutcome {
  status: string
  error: string | null
  refusal: StartRefusal | null
  runId: string | null
}

export interface RequestDeps {
  db: Database
  bus: Bus
  /** Stores the request as an open event of its lane; answers the contact's canonical address, which names the lane. */
  store(input: ConversationEvent): Promise<string>
  /** Works on the lane in this process, for clients nobody owns; gives up after the time. */
  drainLane(clientId: string, contactJid: string, timeoutMs: number): Promise<void>
}

/** The request was stored and will be taken up, but nobody knows what it comes to yet. */
export function refuseLate(): Refusal {
  return new Refusal(
    'GATEWAY_TIMEOUT',
    'The request is stored but was not taken up in time. Look at the flow state again in a moment.',
  )
}

/**
 * Hands a request to its lane and waits for what it comes to: the owner of the client works on it, so that what it sends
 * leaves at once; without an owner it is worked on here.
 */
export function createRequester({ db, bus, store, drainLane }: RequestDeps) {
  return async function request(input: ConversationEvent): Promise<RequestOutcome> {
    const { clientId, event } = input
    const { eventId } = event
    const deadline = performance.now() + REQUEST_TIMEOUT_MS
    const contactJid = await store(input)
    const command = { name: 'runs.wake', input: { contactJid } }
    const reply = await bus.request(clientId, command, { commandId: eventId, timeoutMs: REQUEST_TIMEOUT_MS })
    if (reply.kind !== 'ok') await drainLane(clientId, contactJid, deadline - performance.now())
    for (;;) {
      const outcome = await db.queryOne(READ_OUTCOME, [clientId, eventId])
      if (outcome && outcome.status !== 'received') return outcome
      if (performance.now() > deadline) throw refuseLate()
      await sleep(LOOK_EVERY_MS)
    }
  }
}

const INVALID_REQUESTS: readonly string[] = ['INPUT_MISSING', 'INPUT_INVALID', 'NODE_NOT_FOUND']
const WHY: Readonly<Record<string, string>> = {
  blacklisted: 'The contact is blacklisted; take the flag away first.',
  handoff: 'A person has taken the chat over; wait until that ends, or resume the flow state.',
  once: 'The flow runs once for each contact, and has.',
  cooldown: 'The flow was started for this contact a moment ago; its trigger has a cooldown.',
  retrigger_ignored: 'The contact has a parked run of this flow, which its retriggerBehavior keeps.',
}

/** The refusal of a request that changed nothing. */
export function refuseRequest({ error, refusal }: RequestOutcome): Refusal {
  if (refusal) {
    const code = INVALID_REQUESTS.includes(refusal.code) ? 'BAD_REQUEST' : 'CONFLICT'
    const data = { reason: refusal.code, ...(refusal.runId === null ? {} : { flowStateId: refusal.runId }) }
    return new Refusal(code, refusal.message, { data })
  }
  const reason = error ?? 'failed'
  return new Refusal('CONFLICT', WHY[reason] ?? `The request changed nothing (${reason}).`, {
    data: { reason: reason.toUpperCase().slice(0, 64) },
  })
}
