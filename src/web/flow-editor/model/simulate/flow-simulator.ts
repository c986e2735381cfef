import type { CallState } from '../../../../core/conversation/call.ts'
import { describeContent, type FlowContent } from '../../../../core/conversation/content.ts'
import type { GroupChange, ModelUsage } from '../../../../core/conversation/flow-event.ts'
import type { MessageType } from '../../../../core/conversation/message.ts'
import {
  type AiEffect,
  type AwaitedEffect,
  type CaseStep,
  type EffectAnswer,
  type FlowDefinition,
  type GroupActEffect,
  type HttpEffect,
  isAwaited,
  type KnowledgeEffect,
  LIVE_STATES,
  pinOf,
  type RunState,
  Simulation,
  submitCall,
  submitDecision,
  submitRunCall,
  toGroupChange,
} from '../../../../core/flow/index.ts'
import type { ScriptTask } from '../../../../core/script-interpreter.ts'
import { beginAt, withCallsTo, withoutOtherTriggers } from '../called-flows.ts'
import type { Marks } from '../canvas/marks.ts'
import { type FieldChange, type FieldShapes, listFieldChanges, toCaseFields } from './contact-fields.ts'
import { summarizeEffect, toTask } from './effect-summary.ts'
import { TESTED_FLOW } from './flow-tests.ts'
import { type GroupTriggerData, toGroupStep } from './group-step.ts'
import { markPath } from './simulated-path.ts'

/** One line of the conversation. */
export type TalkLine =
  | { kind: 'contact' | 'human'; text: string; type: MessageType }
  /** `flowName` is that of a called flow; null: it comes from the flow that is edited. */
  | {
      kind: 'flow'
      content: FlowContent
      text: string
      nodeId: string
      sendId: string
      flowName: string | null
    }
  | { kind: 'script'; ok: boolean; text: string }
  | { kind: 'pinned'; nodeId: string }
  /** A call that was made for real; `error` is why there was no answer. */
  | { kind: 'called'; status: number; error: null }
  | { kind: 'called'; status: null; error: string }
  /** A model that was asked for real; `error` is why there was no answer. */
  | { kind: 'asked'; usage: ModelUsage | null; error: string | null }
  /** A search that was made for real; `pieces` is how much was found. */
  | { kind: 'searched'; pieces: number }
  /** A field of the contact has another value now. */
  | ({ kind: 'field' } & FieldChange)
  /** Somebody is to look after the conversation; who it is, nobody knows before. */
  | { kind: 'handed'; departmentId: string | null; personId: string | null }
  | { kind: 'ignored'; reason: string }
  | { kind: 'waited'; ms: number }
  | { kind: 'ended'; state: RunState['state']; failure: RunState['failure'] }

/** A call, script or question to a model that the run waits for. */
export interface OpenEffect {
  effectId: string
  kind: AwaitedEffect['kind']
  nodeId: string
  /** By what an answer of it is pinned. */
  pin: string
  /** The request line, the script, or what the model is asked. */
  summary: string
  /** What is to be run, when it is a script. */
  script: ScriptTask | null
  /** What is to be called, when it is a call; secrets are only named in it. */
  call: Pick<HttpEffect, 'request' | 'timeoutMs'> | null
  /** What a model is asked, when it is a question to one. */
  question: AiEffect | null
  /** What a model looks for in documents, when it is a search. */
  search: KnowledgeEffect['search'] | null
  /** What is done in a group, when it is that. */
  group: GroupActEffect | null
}

/** Where a run stands. */
export interface SimulatedPlace {
  nodeId: string
  /** Null: in the flow that is edited. */
  flowName: string | null
}

/** What can be seen of a simulation. A new object after each step. */
export interface SimulatorView {
  lines: readonly TalkLine[]
  run: RunState | null
  place: SimulatedPlace | null
  /** Milliseconds until the next timer of the run fires; null: none is set. */
  nextTimerMs: number | null
  openEffects: readonly OpenEffect[]
  tags: readonly string[]
  /** The contact's own, as they are now. */
  fields: Readonly<Record<string, unknown>>
  marks: Marks
  isMuted: boolean
}

/** Whom the flow talks with. */
export interface SimulatedContact {
  name: string
  phone: string | null
  tags: readonly string[]
  /** Of the contact's own, by their names; the language is one of them. */
  fields: Readonly<Record<string, unknown>>
}

/** A flow that can be called, by the id the calling nodes know it by. */
export interface CalledFlow {
  id: string
  name: string
  definition: FlowDefinition
  /** Its keywords start it too; a draft is only ever called. */
  isPublished: boolean
}

export interface SimulatorSetup {
  /** The id of the edited flow, by which a called one may call it back. */
  flowId: string
  definition: FlowDefinition
  startAt: number
  contact: SimulatedContact
  called?: readonly CalledFlow[]
  /** The fields of contacts that are defined: what is written into one is read as what it holds, or refused. */
  contactFields?: FieldShapes
  /** Begins at this node in place of a trigger. */
  playFrom?: string | null
}

const JID = 'u1'

/** Does something with the simulator, and shows what came of it. */
export type Act = (run: (simulator: FlowSimulator) => void) => void

/**
 * A conversation with a draft on the pure engine: nothing leaves the browser, and the clock moves when it is told to.
 * Every step is kept in the form of a case, with what came of it, so that the conversation can be saved as a test.
 */
export class FlowSimulator {
  readonly startAt: number
  readonly contact: SimulatedContact
  /** The definitions of fields that the flows name, as a case has them. */
  readonly contactFields: ReturnType<typeof toCaseFields>
  /** False when it began in the middle: such a conversation cannot be repeated on the flow itself. */
  readonly isWhole: boolean
  /** What was done so far, as the script of a case. */
  readonly script: CaseStep[] = []
  private readonly simulation: Simulation
  private readonly lines: TalkLine[] = []
  private shownSends = 0
  private seenEvents = 0
  private seenEffects = 0
  private seenFields: Readonly<Record<string, unknown>>
  private endedRuns = new Set<string>()
  private lastMessage = 0

  constructor(setup: SimulatorSetup) {
    const { flowId, definition, startAt, contact, called = [], playFrom = null } = setup
    const { contactFields = new Map() } = setup
    this.contactFields = toCaseFields(contactFields, [definition, ...called.map((flow) => flow.definition)])
    this.seenFields = contact.fields
    this.startAt = startAt
    this.contact = contact
    this.isWhole = playFrom === null
    const { name, phone, tags, fields } = contact
    this.simulation = new Simulation({
      startAt,
      contacts: { [JID]: { name, phone, tags, fields } },
      contactFields,
      addresses: null,
    })
    for (const flow of called) {
      const callable = flow.isPublished ? flow.definition : withoutOtherTriggers(flow.definition)
      this.simulation.publish(flow.id, withCallsTo(callable, flowId, TESTED_FLOW), flow.name)
    }
    this.simulation.publish(TESTED_FLOW, playFrom === null ? definition : beginAt(definition, playFrom))
    if (playFrom !== null) this.startByApi({})
  }

  receive(text: string, type: MessageType = 'text'): void {
    this.step({ text, ...(type !== 'text' && { type }) }, () => {
      this.lines.push({ kind: 'contact', text, type })
      const id = this.messageId()
      this.simulation.receive(JID, { type: 'message_received', message: { id, type, text } }, id)
    })
  }

  /** Votes in a poll that was sent; the poll is named by its send. */
  vote(sendId: string, option: string): void {
    const polls = this.simulation.outbox.filter((send) => send.content.type === 'poll')
    const poll = polls.findIndex((send) => send.id === sendId)
    this.step({ vote: option, poll }, () => {
      this.lines.push({ kind: 'contact', text: option, type: 'poll_vote' })
      const id = this.messageId()
      const message = { id, type: 'poll_vote' as const, text: option, poll: { sendId, options: [option] } }
      this.simulation.receive(JID, { type: 'poll_vote_received', message }, id)
    })
  }

  /** A person of ours writes in the chat. */
  writeAsHuman(text: string): void {
    this.step({ human: text }, () => {
      this.lines.push({ kind: 'human', text, type: 'text' })
      this.simulation.receive(JID, { type: 'human_message', text }, this.messageId())
    })
  }

  startByApi(inputs: Record<string, unknown>): void {
    this.step({ start: { flow: TESTED_FLOW, inputs } }, () =>
      this.simulation.submit(JID, { type: 'api_start', flowId: TESTED_FLOW, inputs }),
    )
  }

  /** Another system calls the address of a trigger. */
  startByWebhook(
    node: string,
    call: { body?: unknown; query?: Record<string, unknown>; headers?: Record<string, string> },
  ): void {
    const webhook = { flow: TESTED_FLOW, node, ...call }
    this.step({ webhook }, () => submitCall(this.simulation, JID, webhook))
  }

  /** Another system calls the address of a wait. */
  callRun(
    place: string,
    given: { body?: unknown; query?: Record<string, unknown>; headers?: Record<string, string> },
  ): void {
    const call = { place, ...given }
    this.step({ call }, () => submitRunCall(this.simulation, JID, call))
  }

  /** A person decides about the text that waits for them. */
  decide(approval: NonNullable<CaseStep['approval']>): void {
    this.step({ approval }, () => submitDecision(this.simulation, JID, approval))
  }

  /** Something happens to the contact in a group, as the trigger listens. */
  startByGroup(data: GroupTriggerData, change: GroupChange): void {
    const groupChange = toGroupStep(data, change)
    const event = toGroupChange(this.simulation.contact(JID), groupChange)
    this.step({ groupChange }, () => this.simulation.receive(JID, event, this.messageId()))
  }

  startByCall(state: CallState): void {
    const phoneCall = { state, isVideo: false }
    const callId = this.messageId()
    this.step({ phoneCall }, () =>
      this.simulation.receive(JID, { type: 'phone_call', callId, ...phoneCall }, callId),
    )
  }

  startBySchedule(nodeId: string): void {
    this.step({ schedule: { flow: TESTED_FLOW, node: nodeId } }, () =>
      this.simulation.submit(JID, { type: 'schedule_start', flowId: TESTED_FLOW, nodeId }),
    )
  }

  /** Lets time pass until the run's next timer: the end of a wait, a reminder, the end of a handoff. */
  skip(): void {
    const dueAt = this.run?.timerDueAt ?? null
    if (dueAt === null) return
    const ms = Math.max(0, dueAt - this.simulation.now)
    this.lines.push({ kind: 'waited', ms })
    this.step({ at: (dueAt - this.startAt) / 1_000 }, () => this.simulation.advanceTo(dueAt))
  }

  /** `told` is the line that says where the answer came from, when no person made it up. */
  answerEffect(kind: OpenEffect['kind'], answer: EffectAnswer, line?: TalkLine): void {
    if (line) this.lines.push(line)
    this.step({ [kind]: answer }, () => this.simulation.effects.answer(JID, kind, answer))
  }

  view(): SimulatorView {
    const { run, simulation } = this
    const dueAt = run?.timerDueAt ?? null
    const contact = simulation.contact(JID)
    return {
      lines: [...this.lines],
      run,
      place: run && this.placeOf(run),
      nextTimerMs: dueAt === null ? null : Math.max(0, dueAt - simulation.now),
      openEffects: this.openEffects(),
      tags: contact.tags,
      fields: contact.fields,
      marks: markPath(simulation, JID),
      isMuted: contact.handoffUntil !== null && contact.handoffUntil > simulation.now,
    }
  }

  private get run(): RunState | null {
    const runs = this.simulation.runsOf(JID)
    return runs.find(({ state }) => LIVE_STATES.includes(state)) ?? runs.at(-1) ?? null
  }

  private messageId(): string {
    this.lastMessage += 1
    return `m${this.lastMessage}`
  }

  private step(step: Partial<CaseStep>, act: () => void): void {
    const { shown } = this.simulation
    const shownBefore = shown.length
    act()
    this.simulation.pump()
    const { fields } = this.simulation.contact(JID)
    const changes = listFieldChanges(this.seenFields, fields)
    this.seenFields = fields
    this.collect(changes)
    this.script.push({
      jid: JID,
      ...step,
      expect: {
        out: shown.slice(shownBefore).map(({ text }) => text),
        state: this.run?.state ?? null,
        node: this.run?.currentNodeId ?? null,
        ...(changes.length > 0 && { contact: { fields } }),
      },
    })
  }

  /** Takes over into the conversation what is new in the tables of the simulation. */
  private collect(changes: readonly FieldChange[]): void {
    const { outbox, events } = this.simulation
    for (const send of outbox.slice(this.shownSends)) this.lines.push(this.toLine(send))
    this.shownSends = outbox.length
    for (const change of changes) this.lines.push({ kind: 'field', ...change })
    this.collectHandOvers()
    for (const { status, error, refusal, event } of events.slice(this.seenEvents)) {
      const isQuiet = event.type === 'send_failed' || (error ?? '').startsWith('stale')
      if (status === 'ignored' && !isQuiet)
        this.lines.push({ kind: 'ignored', reason: refusal ?? error ?? '' })
    }
    this.seenEvents = events.length
    for (const { id, state, failure } of this.simulation.runs) {
      if (LIVE_STATES.includes(state) || state === 'dormant' || this.endedRuns.has(id)) continue
      this.endedRuns.add(id)
      this.lines.push({ kind: 'ended', state, failure })
    }
  }

  private collectHandOvers(): void {
    const { rows } = this.simulation.effects
    for (const { effect } of rows.slice(this.seenEffects)) {
      if (effect.kind !== 'assign') continue
      const { departmentId = null, personId = null } = effect
      this.lines.push({ kind: 'handed', departmentId, personId })
    }
    this.seenEffects = rows.length
  }

  /** A message of a called flow names its node behind the flow's id; one of a flow that was switched to is of its run. */
  private toLine({ content, nodeId: place, id, runId }: Simulation['outbox'][number]): TalkLine {
    const run = this.simulation.runs.find((item) => item.id === runId)
    const at = place.lastIndexOf(':')
    const flowId = at < 0 ? (run?.flowId ?? TESTED_FLOW) : place.slice(0, at)
    const called = [...this.simulation.versions.values()].find((flow) => flow.flowId === flowId)
    const flowName = flowId === TESTED_FLOW ? null : (called?.name ?? null)
    const nodeId = place.slice(at + 1)
    return { kind: 'flow', content, text: describeContent(content), nodeId, sendId: id, flowName }
  }

  private openEffects(): OpenEffect[] {
    return this.simulation.effects.rows.flatMap(({ effect, status }) =>
      status === 'pending' && isAwaited(effect)
        ? [
            {
              effectId: effect.effectId,
              kind: effect.kind,
              nodeId: effect.nodeId,
              pin: pinOf(effect),
              summary: summarizeEffect(effect),
              script: toTask(effect),
              call: effect.kind === 'http' ? { request: effect.request, timeoutMs: effect.timeoutMs } : null,
              question: effect.kind === 'ai' ? effect : null,
              search: effect.kind === 'knowledge' ? effect.search : null,
              group: effect.kind === 'group_act' ? effect : null,
            },
          ]
        : [],
    )
  }

  private placeOf({ currentNodeId, context }: RunState): SimulatedPlace | null {
    return currentNodeId === null
      ? null
      : { nodeId: currentNodeId, flowName: this.nameOf(context.flowVersionId) }
  }

  /** The name of a called flow; null for the edited one. */
  private nameOf(versionId: string): string | null {
    const snapshot = this.simulation.versions.get(versionId)
    return !snapshot || snapshot.flowId === TESTED_FLOW ? null : snapshot.name
  }
}
