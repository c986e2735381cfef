import type {
  ContactPatch,
  Decision,
  FlowEffect,
  IgnoreReason,
  PlannedSend,
  RunChange,
  StartRefusal,
  TimerChange,
  Transition,
} from '../decision.ts'
import type { FlowEvent, InboundMessage } from '../events.ts'
import type { ContactState, LaneState, RunState } from '../lane.ts'
import { summarizeEvent } from './summary.ts'

/** What the host supplies with every event. */
export interface EngineContext {
  /** The time of processing, epoch milliseconds; the only clock a step sees. */
  now: number
  /** A fresh id at every call, for runs, sends and timers. Sends use it as their outbox id. */
  newId: () => string
}

/** Collects everything one event causes; becomes the `Decision`. */
export class Plan {
  readonly lane: LaneState
  readonly event: FlowEvent
  readonly now: number
  readonly newId: () => string
  readonly transitions: Transition[] = []
  sends: PlannedSend[] = []
  effects: FlowEffect[] = []
  timers: TimerChange[] = []
  /** The contact with this event's changes already applied. */
  contact: ContactState
  private readonly patch: ContactPatch = {}
  private readonly changes = new Map<string, RunChange>()
  private readonly cancelledRunIds: string[] = []
  private refusal: StartRefusal | null = null
  private outcome: Pick<Decision['event'], 'status' | 'error' | 'runId'> = {
    status: 'processed',
    error: null,
    runId: null,
  }

  constructor(lane: LaneState, event: FlowEvent, context: EngineContext) {
    this.lane = lane
    this.event = event
    this.now = context.now
    this.newId = context.newId
    this.contact = lane.contact
  }

  /** The inbound message of this event, if it is one. */
  get message(): InboundMessage | null {
    return 'message' in this.event ? this.event.message : null
  }

  process(runId: string | null): void {
    this.outcome = { status: 'processed', error: null, runId }
  }

  ignore(reason: IgnoreReason, runId: string | null = null): void {
    this.outcome = { status: 'ignored', error: reason, runId }
  }

  defer(runId: string | null): void {
    this.outcome = { status: 'deferred', error: null, runId }
  }

  refuse(reason: IgnoreReason, refusal: StartRefusal): void {
    this.refusal = refusal
    this.ignore(reason, refusal.runId)
  }

  patchContact(patch: ContactPatch): void {
    const { lastFlowAt, fields, ...plain } = patch
    Object.assign(this.patch, plain)
    this.contact = { ...this.contact, ...plain }
    if (lastFlowAt) {
      this.patch.lastFlowAt = { ...this.patch.lastFlowAt, ...lastFlowAt }
      this.contact = { ...this.contact, lastFlowAt: { ...this.contact.lastFlowAt, ...lastFlowAt } }
    }
    if (fields) {
      this.patch.fields = { ...this.patch.fields, ...fields }
      this.contact = { ...this.contact, fields: { ...this.contact.fields, ...fields } }
    }
  }

  saveRun(run: RunState): void {
    const isNew = run.version === 1
    this.changes.set(run.id, { op: isNew ? 'create' : 'update', run })
  }

  deleteRun(runId: string): void {
    this.changes.set(runId, { op: 'delete', runId })
    this.cancelledRunIds.push(runId)
  }

  /** A run hit a brake: nothing this event planned may leave. */
  dropOutput(): void {
    this.sends = []
    this.effects = []
    this.timers = this.timers.filter((timer) => timer.op !== 'await_ack')
  }

  toDecision(): Decision {
    return {
      event: { ...this.outcome, payloadSummary: summarizeEvent(this.event, this.lane) },
      runs: [...this.changes.values()],
      transitions: this.transitions,
      sends: this.sends,
      effects: this.effects,
      timers: this.timers,
      contact: this.patch,
      cancelledRunIds: this.cancelledRunIds,
      refusal: this.refusal,
    }
  }
}
