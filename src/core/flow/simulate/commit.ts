import type { EventSource, FlowEvent } from '../../conversation/flow-event.ts'
import { changesConversation, type Decision, type PlannedSend, type Transition } from '../decision.ts'
import type { EventSummary } from '../event-summary.ts'
import type { ContactState, RunState, TimerKind } from '../run.ts'
import type { SimulatedEffects } from './effects.ts'

/** A row of the inbound table: one event of one contact. */
export interface SimulatedEvent {
  seq: number
  jid: string
  event: FlowEvent
  source: EventSource
  status: 'received' | 'processed' | 'ignored' | 'deferred' | 'duplicate'
  error: string | null
  runId: string | null
  /** Null while it waits to be decided. */
  summary: EventSummary | null
  refusal: string | null
  /** Counts decisions from 1: when this event was last decided, or set aside; null while it waits for that. */
  decidedAs: number | null
}

export interface SimulatedTransition extends Transition {
  eventSeq: number
}

/** A row of the outbox; the message id was drawn when it was committed. */
export interface SimulatedSend extends PlannedSend {
  jid: string
  messageId: string
  status: 'pending' | 'sending' | 'sent' | 'failed'
  /** When it was first on the wire. */
  sentAt?: number
}

export interface SimulatedTimer {
  id: string
  jid: string
  runId: string
  kind: TimerKind
  dueAt: number
  fired: boolean
}

/** What a decision is committed to. */
export interface SimulatedTables {
  readonly contacts: Map<string, ContactState>
  runs: RunState[]
  events: SimulatedEvent[]
  transitions: SimulatedTransition[]
  outbox: SimulatedSend[]
  timers: SimulatedTimer[]
  readonly effects: SimulatedEffects
  readonly newId: () => string
  /** The next number of `decidedAs`. */
  nextDecision(): number
  /** The contact's row, made when it is first asked for. */
  contact(jid: string): ContactState
}

/** Applies a decision to the tables, as one transaction would. `row` is null for events that are no inbound rows. */
export function commitDecision(
  world: SimulatedTables,
  row: SimulatedEvent | null,
  decision: Decision,
  jid?: string,
): void {
  const contactJid = row?.jid ?? jid ?? ''
  if (row) {
    const decidedAs = world.nextDecision()
    Object.assign(row, { ...decision.event, refusal: decision.refusal?.code ?? null, decidedAs })
  }
  commitContact(world, contactJid, decision)
  for (const transition of decision.transitions) {
    world.transitions.push({ ...transition, eventSeq: row?.seq ?? world.events.length })
  }
  commitRuns(world, decision)
  for (const send of decision.sends) {
    world.outbox.push({ ...send, jid: contactJid, messageId: `M${world.newId()}`, status: 'pending' })
  }
  for (const effect of decision.effects) world.effects.add(contactJid, effect)
  for (const timer of decision.timers) {
    if (timer.op !== 'arm') continue
    const { timerId: id, runId, kind, dueAt } = timer
    world.timers.push({ id, jid: contactJid, runId, kind, dueAt, fired: false })
  }
  if (changesConversation(decision))
    reofferDeferred(world, contactJid, row?.status === 'deferred' ? null : row)
}

function commitContact(world: SimulatedTables, jid: string, { contact: patch }: Decision): void {
  const contact = world.contact(jid)
  const { lastFlowAt, fields, tags, ...plain } = patch
  const kept = contact.tags.filter((tag) => !tags?.remove.includes(tag))
  const merged = Object.entries({ ...contact.fields, ...fields }).filter(([, value]) => value !== null)
  world.contacts.set(jid, {
    ...contact,
    ...plain,
    tags: [...new Set([...kept, ...(tags?.add ?? [])])],
    fields: Object.fromEntries(merged),
    lastFlowAt: { ...contact.lastFlowAt, ...lastFlowAt },
  })
}

/** Runs are stored as JSON, so that nothing but JSON can survive from one event to the next. */
function commitRuns(world: SimulatedTables, decision: Decision): void {
  for (const change of decision.runs) {
    if (change.op === 'delete') {
      deleteRun(world, change.runId)
      continue
    }
    const run = JSON.parse(JSON.stringify(change.run)) as typeof change.run
    const index = world.runs.findIndex((item) => item.id === run.id)
    if (index < 0) world.runs.push(run)
    else world.runs[index] = run
  }
}

function deleteRun(world: SimulatedTables, runId: string): void {
  world.runs = world.runs.filter((run) => run.id !== runId)
  world.transitions = world.transitions.filter((transition) => transition.runId !== runId)
  world.outbox = world.outbox.filter((send) => send.runId !== runId || send.status !== 'pending')
  world.timers = world.timers.filter((timer) => timer.runId !== runId)
  world.effects.dropRun(runId)
}

function reofferDeferred(world: SimulatedTables, jid: string, current: SimulatedEvent | null): void {
  for (const row of world.events) {
    if (row.jid === jid && row.status === 'deferred' && row !== current) row.status = 'received'
  }
}
