import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '../../../bus/port.ts'
import type { ConversationEvent, ReceivedCall } from '../../../core/conversation/flow-event.ts'
import { Refusal, refusal } from '../../../core/errors.ts'
import type { IgnoreReason, StartRefusal } from '../../../core/flow/index.ts'
import type { PassedOverRefusals } from '../../../core/refusal-reasons.ts'
import type { Database } from '../../../db/client.ts'
import { statement } from '../../../db/statement.ts'

/** How long a caller waits for the conversation to take a request up. */
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
  refusal: StoredRefusal | null
  runId: string | null
}

export interface RequestDeps {
  db: Database
  bus: Bus
  /** Stores the request as an open event of its conversation; answers the contact's canonical address, which names the conversation. */
  store(input: ConversationEvent): Promise<string>
  /** Works on the conversation in this process, for clients nobody owns; gives up after the time. */
  drainConversation(clientId: string, contactJid: string, timeoutMs: number): Promise<void>
}

/** The request was stored and will be taken up, but its outcome is not known yet. */
export const refuseLate = (): Refusal => refusal('GATEWAY_TIMEOUT', 'REQUEST_LATE', {})

/**
 * Stores a request in its conversation and waits for its outcome. The owner of the client works on it, so that what
 * it sends leaves at once; without an owner it is worked on here.
 */
export function createRequester({ db, bus, store, drainConversation }: RequestDeps) {
  return async function request(input: ConversationEvent): Promise<RequestOutcome> {
    const { clientId, event } = input
    const { eventId } = event
    const deadline = performance.now() + REQUEST_TIMEOUT_MS
    const contactJid = await store(input)
    const command = { name: 'runs.wake', input: { contactJid } }
    const reply = await bus.request(clientId, command, { commandId: eventId, timeoutMs: REQUEST_TIMEOUT_MS })
    if (reply.kind !== 'ok') await drainConversation(clientId, contactJid, deadline - performance.now())
    for (;;) {
      const outcome = await db.queryOne(READ_OUTCOME, [clientId, eventId])
      if (outcome && outcome.status !== 'received') return outcome
      if (performance.now() > deadline) throw refuseLate()
      await sleep(LOOK_EVERY_MS)
    }
  }
}

/** Rows of before have a sentence in place of parameters. */
type StoredRefusal = StartRefusal | { code: StartRefusal['code']; message: string; runId: string | null }

const INVALID_REQUESTS: readonly string[] = ['INPUT_MISSING', 'INPUT_INVALID', 'NODE_NOT_FOUND']
const PASSED_OVER: Readonly<Record<string, keyof PassedOverRefusals>> = {
  no_match: 'NO_MATCH',
  not_waiting: 'NOT_WAITING',
  before_prompt: 'BEFORE_PROMPT',
  blacklisted: 'BLACKLISTED',
  stale_timer: 'STALE_TIMER',
  stale_effect: 'STALE_EFFECT',
  stale_message: 'STALE_MESSAGE',
  own_echo: 'OWN_ECHO',
  once: 'ONCE',
  retrigger_ignored: 'RETRIGGER_IGNORED',
  cooldown: 'COOLDOWN',
  group: 'GROUP',
  not_supported: 'NOT_SUPPORTED',
} satisfies Record<Exclude<IgnoreReason, 'handoff'>, keyof PassedOverRefusals>

/** The refusal of a request that changed nothing. */
export function refuseRequest({ error, refusal: why }: RequestOutcome): Refusal {
  if (why) return refuseStart(why)
  if (error === 'handoff') return refusal('CONFLICT', 'HANDOFF', { while: 'starting' })
  const reason = PASSED_OVER[error ?? '']
  if (reason) return refusal('CONFLICT', reason, {})
  // What broke while it was worked on stands there in its own words.
  return refusal('CONFLICT', 'FAILED', { words: error ?? 'failed' })
}

function refuseStart(why: StoredRefusal): Refusal {
  const code = INVALID_REQUESTS.includes(why.code) ? 'BAD_REQUEST' : 'CONFLICT'
  const data = why.runId === null ? {} : { flowStateId: why.runId }
  if ('params' in why) return refusal(code, why.code, why.params, { data })
  // A row of before: it has its sentence, and no parameters.
  return new Refusal(code, why.message, { data: { reason: why.code, ...data } })
}

/** A start at a trigger, whoever asked for it; the same at every repeat of its event id. */
export interface OutsideStart {
  clientId: string
  contactJid: string
  flowId: string
  triggerId: string
  inputs: Record<string, unknown>
  eventId: string
}

const isLate = (error: unknown): boolean => error instanceof Refusal && error.data?.reason === 'REQUEST_LATE'

/** Answers the run that was started, or null when the start is stored and nobody took it up in time; else refuses like any start. */
export function createOutsideStarts(request: (event: ConversationEvent) => Promise<RequestOutcome>) {
  return async ({ clientId, contactJid, eventId, ...start }: OutsideStart): Promise<string | null> => {
    const event = { type: 'api_start' as const, eventId, ...start }
    try {
      const outcome = await request({ clientId, contactJid, source: 'api', event })
      if (outcome.status === 'processed' && outcome.runId !== null) return outcome.runId
      throw refuseRequest(outcome)
    } catch (error) {
      if (isLate(error)) return null
      throw error
    }
  }
}

/** A call at the address of a wait: of one run, one node and one visit. */
export interface CalledWait {
  clientId: string
  contactJid: string
  runId: string
  place: string
  visit: number
  call: ReceivedCall
}

/**
 * Each visit takes one call, whoever makes it and however often it is repeated. Answers false when the run does not rest there:
 * nothing was taken then, and the call may be made again. One that nobody took up in time is stored, and counts as taken.
 */
export function createCallReceipt(request: (event: ConversationEvent) => Promise<RequestOutcome>) {
  return async ({ clientId, contactJid, ...called }: CalledWait): Promise<boolean> => {
    const eventId = `call:${called.runId}:${called.place}:${called.visit}`
    const event = { type: 'call_received' as const, eventId, ...called }
    try {
      return (await request({ clientId, contactJid, source: 'api', event })).status === 'processed'
    } catch (error) {
      if (isLate(error)) return true
      throw error
    }
  }
}
