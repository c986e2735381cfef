import { type AddressPolicy, PUBLIC_ADDRESSES } from '../../address-policy.ts'
import { describeContent } from '../../conversation/content.ts'
import { type FlowEvent, sourceOf } from '../../conversation/flow-event.ts'
import type { ConversationState } from '../conversation-state.ts'
import type { Decision } from '../decision.ts'
import type { FlowDefinition } from '../definition.ts'
import { processEvent } from '../engine/process-event.ts'
import { type ClientState, type ContactState, LIVE_STATES, type RunState } from '../run.ts'
import { createSnapshot, type FlowSnapshot } from '../snapshot.ts'
import {
  commitDecision,
  type SimulatedEvent,
  type SimulatedSend,
  type SimulatedTables,
  type SimulatedTimer,
  type SimulatedTransition,
} from './commit.ts'
import { DEFAULT_CLIENT, emptyContact, type SimulationOptions } from './defaults.ts'
import { SimulatedEffects } from './effects.ts'

export type CrashPoint = 'before_commit' | 'after_commit' | 'after_send'

/** One message as it went over the wire. */
export interface WireMessage {
  jid: string
  messageId: string
  text: string
}

type EventBody = FlowEvent extends infer E
  ? E extends FlowEvent
    ? Omit<E, 'eventId' | 'receivedAt'>
    : never
  : never

/** Where the simulated process dies; thrown through the work it was doing. */
class SimulatedCrash extends Error {
  override readonly name = 'SimulatedCrash'
}

/**
 * A host for the engine in memory with a virtual clock: inbound table with dedupe, one conversation per contact, outbox,
 * timers, and a process that can crash and restart. It keeps the commit protocol of the real worker: an event and all
 * it causes are one commit, sends leave afterwards, message ids are chosen before the first attempt.
 */
export class Simulation implements SimulatedTables {
  now: number
  readonly client: ClientState
  readonly contacts = new Map<string, ContactState>()
  /** All runs in the order they were created. */
  runs: RunState[] = []
  events: SimulatedEvent[] = []
  transitions: SimulatedTransition[] = []
  outbox: SimulatedSend[] = []
  timers: SimulatedTimer[] = []
  readonly effects = new SimulatedEffects()
  readonly addresses: AddressPolicy | null
  readonly wire: WireMessage[] = []
  /** What each contact's screen shows: every message id once. */
  readonly shown: WireMessage[] = []
  readonly active = new Map<string, FlowSnapshot>()
  readonly versions = new Map<string, FlowSnapshot>()
  /** The next commit or send dies here. */
  crashAt: CrashPoint | null = null
  /** While true every send fails for good. */
  failSends = false
  private holdsAcks = false
  private alive = true
  private lastId = 0
  private decisions = 0
  private readonly held = new Set<string>()
  private unacked: SimulatedSend[] = []
  /** The connection, and how much came in on it: messages and acknowledgements. */
  private connections = 1
  private arrivals = 0
  /** Messages the network keeps while the process is dead or disconnected. */
  private undelivered: { jid: string; event: FlowEvent }[] = []
  private readonly runIds: string[]
  private readonly contactFields: SimulationOptions['contactFields']
  private readonly seeds: Readonly<Record<string, Partial<ContactState>>>

  constructor(options: SimulationOptions = {}) {
    this.now = options.startAt ?? 0
    this.client = { ...DEFAULT_CLIENT, ...options.client }
    this.seeds = options.contacts ?? {}
    this.contactFields = options.contactFields
    this.runIds = [...(options.runIds ?? [])]
    this.addresses = options.addresses === undefined ? PUBLIC_ADDRESSES : options.addresses
  }

  get isAlive(): boolean {
    return this.alive
  }

  readonly newId = (): string => {
    this.lastId += 1
    return `id${this.lastId}`
  }

  private readonly newRunId = (): string => this.runIds.shift() ?? this.newId()

  /** Makes a definition the flow's published version; live runs stay on theirs. */
  publish(flowId: string, definition: FlowDefinition, name = flowId): FlowSnapshot {
    const snapshot = createSnapshot(
      { flowId, versionId: `${flowId}@${this.versions.size + 1}`, name },
      definition,
    )
    this.versions.set(snapshot.versionId, snapshot)
    this.active.set(flowId, snapshot)
    return snapshot
  }

  /** Takes a flow out of service: every contact with a parked run of it is told. */
  unpublish(flowId: string): void {
    this.active.delete(flowId)
    const parked = this.runs.filter((run) => run.flowId === flowId && run.state === 'dormant')
    for (const jid of new Set(parked.map((run) => run.contactJid)))
      this.submit(jid, { type: 'flow_unpublished', flowId })
  }

  /** An event from the chat: kept by the network while nobody is there to take it. */
  receive(jid: string, body: EventBody, eventId: string): void {
    const event = { ...body, eventId, receivedAt: this.now } as FlowEvent
    if (!this.alive || !this.client.connected) return void this.undelivered.push({ jid, event })
    if ('message' in event) event.message = { ...event.message, order: this.nextOrder() }
    this.ingest(jid, event)
  }

  private nextOrder() {
    this.arrivals += 1
    return { connection: `connection${this.connections}`, n: this.arrivals }
  }

  /** `hold`: what is sent is shown, and its acknowledgement is on its way until `release`; then they arrive in order. */
  setAcks(how: 'hold' | 'release' | undefined): void {
    if (how !== undefined) this.holdsAcks = how === 'hold'
    const late = how === 'release' ? this.unacked : []
    if (how === 'release') this.unacked = []
    for (const send of late) this.acknowledge(send, true)
  }

  private acknowledge({ id: sendId, jid, runId, sentAt }: SimulatedSend, isFirst: boolean): void {
    const seen = isFirst
      ? { order: this.nextOrder() }
      : { ...(sentAt === undefined ? {} : { seenFrom: sentAt }) }
    this.apply(jid, { type: 'send_acked', sendId, runId, ackedAt: this.now, ...seen })
  }

  /** An event from our own side. */
  submit(jid: string, body: EventBody, eventId = this.newId()): void {
    this.ingest(jid, { ...body, eventId, receivedAt: this.now } as FlowEvent)
  }

  /** Changes a flag at once, as the API does in a transaction of its own, whatever the process is doing. */
  setFlag(jid: string, flag: 'blacklist' | 'favourite', value: boolean): void {
    this.submit(jid, { type: 'flag_changed', flag, value })
    const row = this.events.at(-1)
    if (row) commitDecision(this, row, this.decide(jid, row.event))
  }

  /** The id of a poll the contact was shown, counted from 0 or from the end; null when there is none. */
  pollOf(jid: string, index: number): string | null {
    const polls = this.outbox.filter((send) => send.jid === jid && send.content.type === 'poll')
    return polls.at(index)?.id ?? null
  }

  /** Keeps a contact's events queued until `release`. */
  hold(jid: string): void {
    this.held.add(jid)
  }

  release(jid: string): void {
    this.held.delete(jid)
  }

  /** Moves the clock forward; timers fire at their own time on the way. */
  advanceTo(time: number): void {
    for (let timer = this.nextTimer(time); this.alive && timer; timer = this.nextTimer(time)) {
      this.now = Math.max(this.now, timer.dueAt)
      this.fire(timer)
      this.pump()
    }
    this.now = Math.max(this.now, time)
  }

  /** The timer that fires next, at or before `until`. */
  nextTimer(until = Number.POSITIVE_INFINITY): SimulatedTimer | undefined {
    return this.timers
      .filter((timer) => !timer.fired && timer.dueAt <= until)
      .reduce<SimulatedTimer | undefined>(
        (best, timer) => (best && best.dueAt <= timer.dueAt ? best : timer),
        undefined,
      )
  }

  /** Processes what is queued and sends what is planned, until nothing is left or the process dies. */
  pump(): void {
    if (!this.alive) return
    try {
      this.drain()
      this.answerEffects()
      for (let row = this.nextRow(); row; row = this.nextRow()) {
        this.processRow(row)
        this.drain()
        this.answerEffects()
      }
    } catch (error) {
      if (!(error instanceof SimulatedCrash)) throw error
      this.alive = false
      this.crashAt = null
    }
  }

  /** Starts the process again: it reconnects, takes what the network kept, and goes on where the tables are. */
  restart(): void {
    this.alive = true
    this.crashAt = null
    this.held.clear()
    this.reconnect()
  }

  disconnect(): void {
    this.client.connected = false
  }

  /** The connection is back: waits get their grace, kept messages arrive, and overdue timers fire. */
  reconnect(): void {
    this.client.connected = true
    this.connections += 1
    for (const run of this.runs) {
      if (LIVE_STATES.includes(run.state)) this.submit(run.contactJid, { type: 'client_reconnected' })
    }
    const kept = this.undelivered
    this.undelivered = []
    for (const { jid, event } of kept) this.ingest(jid, event)
    this.pump()
    this.advanceTo(this.now)
  }

  contact(jid: string): ContactState {
    const known = this.contacts.get(jid)
    if (known) return known
    const contact = { ...emptyContact(jid), ...this.seeds[jid] }
    this.contacts.set(jid, contact)
    return contact
  }

  runsOf(jid: string): RunState[] {
    return this.runs.filter((run) => run.contactJid === jid)
  }

  transitionsOf(runId: string): SimulatedTransition[] {
    return this.transitions.filter((transition) => transition.runId === runId)
  }

  nextDecision(): number {
    this.decisions += 1
    return this.decisions
  }

  /** Everything the engine may know of a contact before an event. */
  loadConversation(jid: string): ConversationState {
    const runs = this.runsOf(jid)
    return {
      client: this.client,
      contact: this.contact(jid),
      live: runs.find((run) => LIVE_STATES.includes(run.state)) ?? null,
      dormant: runs.filter((run) => run.state === 'dormant'),
      pastFlowIds: [...new Set(runs.map((run) => run.flowId))],
      flows: [...this.active.values()],
      versions: (versionId) => this.versions.get(versionId),
      fate: null,
      ...(this.contactFields ? { contactFields: this.contactFields } : {}),
    }
  }

  /** Dies here when the step asked for it. */
  crash(point: CrashPoint): void {
    if (this.crashAt === point) throw new SimulatedCrash(point)
  }

  private decide(jid: string, event: FlowEvent): Decision {
    const { now, newId, newRunId, addresses } = this
    return processEvent(this.loadConversation(jid), event, { now, newId, newRunId, addresses })
  }

  private ingest(jid: string, event: FlowEvent): void {
    const isDuplicate = this.events.some((row) => row.event.eventId === event.eventId)
    const decidedAs = isDuplicate ? this.nextDecision() : null
    this.events.push({
      seq: this.events.length + 1,
      jid,
      event,
      source: sourceOf(event.type),
      status: isDuplicate ? 'duplicate' : 'received',
      error: null,
      runId: null,
      summary: null,
      refusal: null,
      decidedAs,
    })
  }

  private fire(timer: SimulatedTimer): void {
    timer.fired = true
    const { id: timerId, runId, kind, jid } = timer
    this.submit(jid, { type: kind, timerId, runId }, `timer:${timerId}`)
  }

  private nextRow(): SimulatedEvent | undefined {
    return this.events.find((row) => row.status === 'received' && !this.held.has(row.jid))
  }

  private processRow(row: SimulatedEvent): void {
    const decision = this.decide(row.jid, row.event)
    this.crash('before_commit')
    commitDecision(this, row, decision)
    this.crash('after_commit')
  }

  /** Sends what is planned, in order; a row that was on the wire before a crash goes again under its own id. */
  private drain(): void {
    if (!this.client.connected) return
    for (const send of this.outbox) {
      if (send.status === 'sent' || send.status === 'failed') continue
      if (this.failSends) {
        this.failSend(send)
        continue
      }
      const isFirst = send.status === 'pending'
      send.status = 'sending'
      send.sentAt ??= this.now
      this.deliver({ jid: send.jid, messageId: send.messageId, text: describeContent(send.content) })
      this.crash('after_send')
      send.status = 'sent'
      if (this.holdsAcks) this.unacked.push(send)
      else this.acknowledge(send, isFirst)
    }
  }

  /** Effects whose answer is known are answered as events, as the effect worker does. */
  private answerEffects(): void {
    for (const { jid, effectId, runId, outcome } of this.effects.takeAnswered()) {
      const body: EventBody =
        'result' in outcome
          ? { type: 'effect_result', effectId, runId, ...outcome }
          : { type: 'effect_failed', effectId, runId, ...outcome }
      this.submit(jid, body, `fx:${effectId}`)
    }
  }

  private failSend(send: SimulatedSend): void {
    send.status = 'failed'
    const { id: sendId, runId, nodeId } = send
    this.submit(send.jid, { type: 'send_failed', sendId, runId, nodeId, error: 'not on the network' })
  }

  private deliver(message: WireMessage): void {
    this.wire.push(message)
    if (!this.shown.some((shown) => shown.messageId === message.messageId)) this.shown.push(message)
  }

  /** An acknowledgement is applied at once and is no row of the inbound table. */
  private apply(jid: string, body: EventBody): void {
    const event = { ...body, eventId: `ack:${this.newId()}`, receivedAt: this.now } as FlowEvent
    commitDecision(this, null, this.decide(jid, event), jid)
  }
}
