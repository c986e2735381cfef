import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { Refusal } from '../../core/errors.ts'
import {
  type IncomingCall,
  readCalledContact,
  readCalledInputs,
  readDedupeKey,
  type WebhookRule,
} from '../../core/flow/index.ts'
import type { Log } from '../../platform/logger.ts'
import { sha256 } from '../../platform/secrets.ts'
import { readContactsByAddress } from '../contacts/index.ts'
import { runOnce } from '../idempotency/index.ts'
import { CallLimits } from './call-limits.ts'
import { toKeptCall } from './call-record.ts'
import type { IncomingAnswer, IncomingRequest } from './incoming-request.ts'
import {
  refuseNoContact,
  refuseSignature,
  refuseTooOften,
  refuseUnknownAddress,
  refuseUnknownContact,
} from './refusals.ts'
import { ADD_CALL, type CalledRow, FIND_CALLED } from './store.ts'
import { isSignedCall } from './verify.ts'
import { WaitEntrance, type WaitEntranceDeps } from './wait-entrance.ts'

/** A start that somebody outside asked for. */
export interface OutsideStart {
  clientId: string
  contactJid: string
  flowId: string
  triggerId: string
  inputs: Record<string, unknown>
  /** The same at every repeat. */
  eventId: string
}

export interface EntranceDeps extends WaitEntranceDeps {
  log: Log
  /** Starts it once for an event id, and answers the run, or null when it is stored and not taken up in time; refuses as starts are. */
  start(asked: OutsideStart): Promise<string | null>
  newId(): string
}

/** 32 bytes of base64url. */
const TOKEN = /^[\w-]{43}$/

/** In a minute, in each process. */
const PER_PEER = 600
/** In a minute, over all processes. */
const PER_ADDRESS = 120
const PER_OWNER = 600

/** Without a key of its own, a call with the same content within a minute is a repeat. */
const SAME_CONTENT_MS = 60_000

const ABOUT = {
  what: 'The address of a trigger of a flow.',
  method: 'POST',
  contentTypes: ['application/json', 'application/x-www-form-urlencoded'],
  maxBytes: 262_144,
}

/** A call on its way to a start; what is known of it so far is kept with its outcome. */
interface Received {
  called: CalledRow
  rule: WebhookRule
  request: IncomingRequest
  raw: Uint8Array
  secret: string | undefined
  parsed: { value: unknown } | null
}

interface Started {
  runId: string | null
  isRepeat: boolean
}

const readCountry = (phone: string | null): string | null =>
  phone === null ? null : (parsePhoneNumberFromString(phone)?.country ?? null)

function refuseAfter(retryAfterSec: number | null): void {
  if (retryAfterSec !== null) throw refuseTooOften(retryAfterSec)
}

/** Answers calls of other systems at the addresses of triggers; refusals are thrown. Nothing is started before all is checked. */
export class IncomingEntrance {
  readonly #deps: EntranceDeps
  readonly #limits: CallLimits
  readonly #waits: WaitEntrance

  constructor(deps: EntranceDeps) {
    this.#deps = deps
    this.#limits = new CallLimits(deps.db, deps.nowMs)
    this.#waits = new WaitEntrance(deps)
  }

  async handle(request: IncomingRequest): Promise<IncomingAnswer> {
    refuseAfter(await this.#limits.countHere({ key: `peer ${request.peer}`, max: PER_PEER }))
    if (request.token.startsWith('run/')) return await this.#handleWait(request)
    const { called, rule } = await this.#find(request.token)
    if (request.method === 'GET') return { status: 200, body: ABOUT }
    const address = { key: `address ${called.flowId} ${called.nodeId}`, max: PER_ADDRESS }
    refuseAfter(await this.#limits.count([address, { key: `owner ${called.userId}`, max: PER_OWNER }]))
    const raw = await request.read()
    if (raw instanceof Refusal) throw raw
    const received: Received = { called, rule, request, raw, secret: undefined, parsed: null }
    try {
      const started = await this.#take(received)
      const status = started.isRepeat ? 200 : 202
      await this.#keep(received, {
        status,
        reason: started.isRepeat ? 'REPEATED' : null,
        runId: started.runId,
      })
      const told = started.isRepeat ? 'repeated' : 'accepted'
      return { status, body: { status: told, flowStateId: started.runId } }
    } catch (error) {
      if (error instanceof Refusal) await this.#keepRefused(received, error)
      throw error
    }
  }

  async #handleWait(request: IncomingRequest): Promise<IncomingAnswer> {
    const at = this.#waits.find(request.token)
    if (request.method === 'GET') return { status: 200, body: { ...ABOUT, what: 'The address of a run.' } }
    refuseAfter(await this.#limits.count([{ key: `run ${at.runId}`, max: PER_ADDRESS }]))
    const raw = await request.read()
    if (raw instanceof Refusal) throw raw
    return await this.#waits.take(at, request, raw)
  }

  async #find(token: string): Promise<{ called: CalledRow; rule: WebhookRule }> {
    const { db, catalog } = this.#deps
    const called = TOKEN.test(token) ? await db.queryOne(FIND_CALLED, [sha256(token)]) : undefined
    if (!called) throw refuseUnknownAddress()
    const snapshot = (await catalog.load(db, [called.versionId])).get(called.versionId)
    const trigger = snapshot?.triggers.find(({ id }) => id === called.nodeId)?.trigger
    if (trigger?.kind !== 'webhook') throw refuseUnknownAddress()
    return { called, rule: trigger }
  }

  async #take(received: Received): Promise<Started> {
    await this.#checkSignature(received)
    const { called, rule, request } = received
    const value = request.parse(received.raw)
    if (value instanceof Refusal) throw value
    received.parsed = { value }
    const call: IncomingCall = { body: value, query: request.query, headers: request.headers }
    const contactJid = readCalledContact(call, rule.contact, rule.country ?? readCountry(called.clientPhone))
    if (contactJid === null) throw refuseNoContact(rule.contact)
    const key = await this.#readKey(received, call)
    const inputs = readCalledInputs(call, rule.inputs)
    return await this.#startOnce(received, { key, contactJid, inputs })
  }

  async #checkSignature(received: Received): Promise<void> {
    const { called, request, raw } = received
    const { signature } = received.rule
    if (!signature) return
    const found = await this.#deps.secrets.read(called.userId, [signature.secret])
    received.secret = found.get(signature.secret)?.value
    const nowSec = Math.floor(this.#deps.nowMs() / 1000)
    if (!isSignedCall(signature, received.secret ?? '', { headers: request.headers, raw, nowSec }))
      throw refuseSignature()
  }

  /** The key of the idempotency store: what the call says itself, else its content and the minute it began in. */
  async #readKey({ called, rule, raw, request }: Received, call: IncomingCall): Promise<string> {
    const own = readDedupeKey(call, rule.dedupe, rule.signature)
    const place = `hook:${called.flowId}:${called.nodeId}:`
    if (own !== null) return place + sha256(`key ${own}`).toString('hex')
    const content = sha256(
      Buffer.concat([Buffer.from(`content ${JSON.stringify(request.query)} `), raw]),
    ).toString('hex')
    return `${place}${content}:${Math.floor(this.#deps.nowMs() / SAME_CONTENT_MS)}`
  }

  async #startOnce(
    { called, rule }: Received,
    { key, contactJid, inputs }: { key: string; contactJid: string; inputs: Record<string, unknown> },
  ): Promise<Started> {
    const { db, newId } = this.#deps
    const { userId, clientId, flowId, nodeId: triggerId } = called
    let isRepeat = true
    const once = { userId, key, operation: 'incoming-webhook', body: {} }
    const { runId } = await runOnce({ db, newMessageId: newId }, once, async (id) => {
      isRepeat = false
      if (!rule.startsUnknown) await this.#refuseUnknown(clientId, contactJid)
      const start = { clientId, contactJid, flowId, triggerId, inputs, eventId: `hook:${id}` }
      const started = await this.#deps.start(start)
      return { response: { runId: started }, final: started !== null }
    })
    return { runId, isRepeat }
  }

  async #refuseUnknown(clientId: string, contactJid: string): Promise<void> {
    const known = await readContactsByAddress(this.#deps.db, clientId, [contactJid])
    if (known.length === 0) throw refuseUnknownContact()
  }

  async #keepRefused(received: Received, refused: Refusal): Promise<void> {
    const { reason } = refused.data ?? {}
    const runId = refused.data?.flowStateId
    await this.#keep(received, {
      status: refused.status,
      reason: typeof reason === 'string' ? reason : refused.code,
      runId: typeof runId === 'string' ? runId : null,
    })
  }

  /** What is kept for people never stands in the way of an answer. */
  async #keep(
    { called, rule, request, raw, secret, parsed }: Received,
    { status, reason, runId }: { status: number; reason: string | null; runId: string | null },
  ): Promise<void> {
    const { flowId, nodeId } = called
    const body = parsed ? { parsed: parsed.value } : { raw: Buffer.from(raw).toString('utf8') }
    const signed = rule.signature && { header: rule.signature.header, secret }
    const kept = toKeptCall(request, body, signed)
    const { headers, query } = { headers: JSON.stringify(kept.headers), query: JSON.stringify(kept.query) }
    const values = [flowId, nodeId, status, reason, runId, raw.length, headers, query, kept.body, kept.isCut]
    await this.#deps.db.query(ADD_CALL, values).catch((error: unknown) => {
      this.#deps.log.warn({ err: error, flowId }, 'a call from outside was answered and not kept')
    })
  }
}
