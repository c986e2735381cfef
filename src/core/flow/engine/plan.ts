import { type AddressPolicy, PUBLIC_ADDRESSES } from '../../address-policy.ts'
import { toFieldValue } from '../../contact/contact-field-value.ts'
import type { ContactFieldShape } from '../../contact/contact-fields.ts'
import type { FlowEvent } from '../../conversation/flow-event.ts'
import type { Message } from '../../conversation/message.ts'
import type { ConversationState } from '../conversation-state.ts'
import type {
  ContactPatch,
  Decision,
  IgnoreReason,
  PlannedSend,
  RunChange,
  StartRefusal,
  TimerChange,
  Transition,
} from '../decision.ts'
import type { AwaitedEffect, FlowEffect } from '../effects.ts'
import type { Explanation, PauseCause } from '../explain/explanation.ts'
import { toText } from '../expressions/conditions.ts'
import type { ApiInput } from '../expressions/input-types.ts'
import type { BoundNode } from '../nodes/node-type.ts'
import type { ContactState, RunState } from '../run.ts'
import type { FlowSnapshot } from '../snapshot.ts'
import { type Computed, type ValueProblem, valueProblem } from '../value-problem.ts'
import { summarizeEvent } from './routes/summary.ts'

/** What the host supplies with every event. */
export interface EngineContext {
  /** The time of processing, epoch milliseconds; the only clock a step sees. */
  now: number
  /** A fresh id at every call, for runs, sends and timers. Sends use it as their outbox id. */
  newId: () => string
  /** The id of a run that begins, from which follows what it draws by chance; absent means any fresh one. */
  newRunId?: (() => string) | undefined
  /** The addresses that the host calls; absent means public ones alone, null that nobody here knows. */
  addresses?: AddressPolicy | null
  /** The address at which that visit of a wait is called, always the same; absent where nobody can call, as in a browser. */
  urlOf?: UrlOf | undefined
}

/** `place` is a node, of a sub-flow with that flow before it. */
export type UrlOf = (runId: string, place: string, visit: number) => string

const urlOfNobody: UrlOf = (runId, place, visit) =>
  `https://calls.invalid/${[runId, place, visit].map(encodeURIComponent).join('/')}`

/** Collects everything one event causes; becomes the `Decision`. */
export class Plan {
  conversation: ConversationState
  readonly event: FlowEvent
  readonly now: number
  readonly newId: () => string
  readonly newRunId: () => string
  readonly addresses: AddressPolicy | null
  readonly urlOf: UrlOf
  transitions: Transition[] = []
  sends: PlannedSend[] = []
  effects: (FlowEffect | AwaitedEffect)[] = []
  /** How many flows this event has switched through. */
  switches = 0
  timers: TimerChange[] = []
  /** The contact with this event's changes already applied. */
  contact: ContactState
  private readonly patch: ContactPatch = {}
  private readonly changes = new Map<string, RunChange>()
  private readonly cancelledRunIds: string[] = []
  private notifiedRunIds: readonly string[] = []
  private refusal: StartRefusal | null = null
  /** Why a message came to nothing, or what it caused beside its run. */
  explanation: Explanation | null = null
  private outcome: Pick<Decision['event'], 'status' | 'error' | 'runId'> = {
    status: 'processed',
    error: null,
    runId: null,
  }

  constructor(conversation: ConversationState, event: FlowEvent, context: EngineContext) {
    this.conversation = conversation
    this.event = event
    this.now = context.now
    this.newId = context.newId
    this.newRunId = context.newRunId ?? context.newId
    this.addresses = context.addresses === undefined ? PUBLIC_ADDRESSES : context.addresses
    this.urlOf = context.urlOf ?? urlOfNobody
    this.contact = conversation.contact
  }

  /** The inbound message of this event, if it is one. */
  get message(): Message | null {
    return 'message' in this.event ? this.event.message : null
  }

  /** A published flow that can be called, at its trigger.api. */
  findCallable(
    flowId: string,
  ): { snapshot: FlowSnapshot; node: BoundNode; inputs: readonly ApiInput[] } | null {
    const snapshot = this.conversation.flows.find((flow) => flow.flowId === flowId)
    const node = snapshot?.triggers.find((item) => item.trigger?.kind === 'api')
    if (!snapshot || node?.trigger?.kind !== 'api') return null
    return { snapshot, node, inputs: node.trigger.inputs }
  }

  get isProcessed(): boolean {
    return this.outcome.status === 'processed'
  }

  process(runId: string | null): void {
    this.outcome = { status: 'processed', error: null, runId }
  }

  /** The event stands in the stories of these runs, and changes none of them. */
  notify(runIds: readonly string[]): void {
    this.process(null)
    this.notifiedRunIds = runIds
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

  /** What the event came to so far. */
  get reached(): Readonly<Pick<Decision['event'], 'status' | 'error' | 'runId'>> {
    return this.outcome
  }

  /** A run of the contact as it was before this event. */
  findRun(runId: string): RunState | null {
    const { live, dormant } = this.conversation
    return live?.id === runId ? live : (dormant.find((run) => run.id === runId) ?? null)
  }

  /** People have the chat until then. */
  pause(until: number, by: PauseCause): void {
    this.patchContact({ handoffUntil: until, handoffBy: by })
  }

  /** Flows have the chat again. */
  endPause(by: PauseCause): void {
    this.patchContact({ handoffUntil: null, handoffBy: by })
  }

  patchContact(patch: ContactPatch): void {
    const { lastFlowAt, fields, tags: _tags, ...plain } = patch
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

  /** Writes a value as the field holds it, or says why it is none; fields that nobody defined hold anything. */
  patchField(name: string, value: unknown): Computed {
    const field = this.conversation.contactFields?.get(name)
    const kept = field && value !== null ? toFieldValue(field, value) : value
    if (field && kept === undefined) return { ok: false, problem: toFieldProblem(field, value) }
    this.patchContact({ fields: { [name]: kept } })
    return { ok: true, value: kept }
  }

  /** Adds and removes tags; the last word of an event counts for each tag. */
  patchTags(add: readonly string[], remove: readonly string[]): void {
    const { tags = { add: [], remove: [] } } = this.patch
    const without = (list: readonly string[], others: readonly string[]) =>
      list.filter((tag) => !others.includes(tag))
    this.patch.tags = {
      add: [...new Set([...without(tags.add, remove), ...add])],
      remove: [...new Set([...without(tags.remove, add), ...remove])],
    }
    this.contact = {
      ...this.contact,
      tags: [...new Set([...without(this.contact.tags, remove), ...add])],
    }
  }

  saveRun(run: RunState): void {
    const isNew = run.version === 1 || this.changes.get(run.id)?.op === 'create'
    this.changes.set(run.id, { op: isNew ? 'create' : 'update', run })
  }

  /** The rest of the event is decided as if these runs were not there any more. */
  forgetRuns(runs: readonly RunState[]): void {
    const { live, dormant } = this.conversation
    this.conversation = {
      ...this.conversation,
      live: live && runs.includes(live) ? null : live,
      dormant: dormant.filter((run) => !runs.includes(run)),
    }
  }

  /** The contact's parked runs as they are by now: one that this event parked may be the next to go on. */
  get dormant(): RunState[] {
    const runs = new Map(this.conversation.dormant.map((run) => [run.id, run]))
    for (const [id, change] of this.changes) {
      if (change.op !== 'delete' && change.run.state === 'dormant') runs.set(id, change.run)
      else runs.delete(id)
    }
    return [...runs.values()]
  }

  /** Flows of which the contact has any run by now, those that this event started included. */
  get pastFlowIds(): string[] {
    const started = [...this.changes.values()].flatMap((change) =>
      change.op === 'create' ? [change.run.flowId] : [],
    )
    return [...this.conversation.pastFlowIds, ...started]
  }

  /** Removes a run with everything this event had planned for it. */
  deleteRun(runId: string): void {
    const isOther = (item: { runId: string }) => item.runId !== runId
    this.transitions = this.transitions.filter(isOther)
    this.sends = this.sends.filter(isOther)
    this.effects = this.effects.filter(isOther)
    this.timers = this.timers.filter(isOther)
    this.changes.set(runId, { op: 'delete', runId })
    this.cancelledRunIds.push(runId)
  }

  /** Removes the contact's parked runs, those parked by this event included. */
  deleteParked(): void {
    for (const run of this.dormant) this.deleteRun(run.id)
  }

  /** A run hit a loop guard: nothing this event planned may leave. */
  dropOutput(): void {
    this.sends = []
    this.effects = []
    this.timers = this.timers.filter((timer) => timer.op !== 'await_ack')
  }

  toDecision(): Decision {
    return {
      event: {
        ...this.outcome,
        summary: summarizeEvent(this.event, this.conversation),
        explanation: this.explanation,
      },
      runs: [...this.changes.values()],
      transitions: this.transitions,
      sends: this.sends,
      effects: this.effects,
      timers: this.timers,
      contact: this.patch,
      cancelledRunIds: this.cancelledRunIds,
      notifiedRunIds: this.notifiedRunIds,
      refusal: this.refusal,
    }
  }
}

function toFieldProblem({ type, choices }: ContactFieldShape, value: unknown): ValueProblem {
  const shown = `"${toText(value)}"`
  return type === 'choice'
    ? valueProblem('NO_CHOICE', { shown, choices: choices.join(', ') })
    : valueProblem('NO_FIELD_VALUE', { shown, type })
}
