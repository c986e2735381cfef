import type { CallState } from '../conversation/call.ts'
import type { AnswerSource, GroupChange, TimerEventType, ToolCall } from '../conversation/flow-event.ts'
import type { Message, MessageSender, WireOrder } from '../conversation/message.ts'
import type { AiTurn, ContactMessage, ToolOutput } from './effects.ts'
import type { PauseCause } from './explain/explanation.ts'
import type { RunErrorCode, RunFailure } from './run-failure.ts'

/** States of a run (docs/flows.md). Live: running, waiting_*, handed_off. Active: live or dormant. */
export const RUN_STATES = [
  'running',
  'waiting_input',
  'waiting_timer',
  'waiting_effect',
  'waiting_approval',
  'handed_off',
  'dormant',
  'completed',
  'failed',
  'cancelled',
  'expired',
] as const
export type RunStateName = (typeof RUN_STATES)[number]

export const LIVE_STATES: readonly RunStateName[] = [
  'running',
  'waiting_input',
  'waiting_timer',
  'waiting_effect',
  'waiting_approval',
  'handed_off',
]
export const TERMINAL_STATES: readonly RunStateName[] = ['completed', 'failed', 'cancelled', 'expired']

export type TimerKind = TimerEventType

/**
 * The message that asks, and since when the contact may have seen it: null until the network has acknowledged it. What
 * the contact wrote before answers nothing.
 */
export interface AskedBy {
  sendId: string
  seenFrom: number | null
  order?: WireOrder
}

/** The open wait of a run. Times are epoch milliseconds. */
export interface WaitState {
  /** When the prompt was put into the outbox; a message received earlier does not answer it. */
  openedAt: number
  attempts: number
  reminderIdx: number
  /** The send whose acknowledgement starts the clock; null when the clock already runs. */
  promptSendId: string | null
  /** When the clock started: the acknowledgement of the prompt, or the step itself when nothing was sent. */
  timerFrom: number | null
  /** The message that asks. Absent where none was sent, and in runs of before this was kept: then `openedAt` counts. */
  asked?: AskedBy
  /** Pieces of an answer that is still being written (`inputDebounceMs`), oldest first, and when the first came. */
  fragments?: LastMessage[]
  fragmentsFrom?: number
  /** The page of a list that is shown, from 0; absent for the first. */
  page?: number
}

/** A caller's place while a sub-flow runs. */
export interface StackFrame {
  flowId: string
  versionId: string
  nodeId: string
  vars: Record<string, unknown>
  /** Of a model that called the sub-flow as a tool. */
  thinking?: AiThinking
}

/** A call of a tool that is made, or is to be made; `output` is there when it is over, and `from` when it has begun. */
export interface OpenCall extends ToolCall {
  output?: ToolOutput
  from?: number
}

/** How far a model has come at the node the run rests at. */
export interface AiThinking {
  /** What the contact said before the model was first asked; what they said since is among `turns`. */
  said: ContactMessage | null
  turns: readonly AiTurn[]
  /** What tools found in documents, as the model is told the numbers of it: behind those that the question itself may be shown. */
  sources?: readonly AnswerSource[]
  /** Calls of the last answer, one after the other. */
  open?: { text: string; calls: readonly OpenCall[] } | undefined
  /** How often the model was asked since the contact last wrote. */
  asked: number
  /** Since when messages are gathered before the model is asked, and how many came. */
  gathers?: { from: number; count: number } | undefined
}

/** The effect a run waits for. */
export interface PendingEffect {
  id: string
  kind: string
  startedAt: number
}

/** A text of a model that leaves only when a person lets it. Times are epoch milliseconds. */
export interface PendingApproval {
  id: string
  text: string
  /** What of documents it names. */
  sources: readonly AnswerSource[]
  writtenAt: number
  /** When nobody decides until then, it is not sent. */
  dueAt: number
}

/** The last poll this run sent; `used` once a vote for it was taken as an answer. */
export interface OpenPoll {
  sendId: string
  used: boolean
}

/** What an event's message left behind for templates: `{{ last.text }}`. */
export interface LastMessage extends Pick<Message, 'media' | 'sender' | 'quoted'> {
  text: string
  type: string
  messageId: string
}

/** How the run began: `{{ trigger.text }}`. */
export interface TriggerRecord {
  nodeId: string
  type: string
  text: string
  messageId: string | null
  /** What happened in a group, where a trigger.group began it. */
  group?: string
  change?: GroupChange
  person?: MessageSender
  by?: MessageSender | null
  /** A call, where a trigger.call began it. */
  call?: { state: CallState; isVideo: boolean }
}

/** Counters for the brakes of docs/flows.md. */
export interface LoopGuards {
  /** Both within the day that began at `dayFrom`; the run's beginning in runs of before it was written. */
  steps: number
  events: number
  dayFrom?: number
  timeoutsInRow: number
  /** Messages that could not be delivered since the contact last wrote; absent in runs of before it was counted. */
  failedSendsInRow?: number
  /** Answers of effects since the contact last wrote or a timer fired; absent in runs of before it was counted. */
  effectsInRow?: number
  recentInboundAt: number[]
}

/** The run's context object: JSON of at most 64 KiB, stored with the run. */
export interface RunContext {
  vars: Record<string, unknown>
  wait: WaitState | null
  visits: Record<string, number>
  trigger: TriggerRecord | null
  last: LastMessage | null
  stack: StackFrame[]
  /** The version of the flow that is executing now: the sub-flow's while one runs. */
  flowVersionId: string
  /** Messages kept by a `delay` with `onMessage: buffer`, oldest first. */
  buffered: LastMessage[]
  /** A delay kept what the contact wrote: until an answer to a question that was seen, what came before it answers too. */
  gathers?: boolean
  brakes: LoopGuards
  /** Variables of an earlier run that could not go on because its version changed. */
  prev?: Record<string, unknown>
  result?: 'success' | 'failure'
  effect?: PendingEffect
  thinking?: AiThinking | undefined
  approval?: PendingApproval
  poll?: OpenPoll
  /** How many items each node that goes through a list has handed out, by the place of the node. */
  loops?: Record<string, number>
  /** What http nodes got: `{{ node.ID.status }}`, `{{ node.ID.body }}` (null when larger than 8 KiB). */
  nodes?: Record<string, NodeResult>
}

export interface NodeResult {
  status: number | null
  body: unknown
  error: string | null
}

/**
 * A run of a flow for one contact. `flowId` and `versionId` name the flow it was started for, also while a
 * sub-flow executes. Times are epoch milliseconds. `timeoutJobId` is the id of its only valid timer.
 */
export interface RunState {
  id: string
  flowId: string
  versionId: string
  contactJid: string
  state: RunStateName
  currentNodeId: string | null
  context: RunContext
  version: number
  timeoutJobId: string | null
  timerKind: TimerKind | null
  /** When the valid timer is due; null while it waits for an acknowledgement. */
  timerDueAt: number | null
  lastEventId: string | null
  lastEventAt: number | null
  /** What kind of failure ended it. */
  error: RunErrorCode | null
  /** Why, for the person who looks at the failed run. */
  failure: RunFailure | null
  createdAt: number
  updatedAt: number
}

/** The contact as flows see it, and what automation remembers about them. `jid` is canonical. */
export interface ContactState {
  jid: string
  phone: string | null
  /** The name by which the contact may be found, without its @. */
  username?: string | null
  name: string | null
  tags: readonly string[]
  fields: Readonly<Record<string, unknown>>
  blacklist: boolean
  favourite: boolean
  /** Automation is muted until then; epoch milliseconds. */
  handoffUntil: number | null
  /** Why; absent and null for what was muted before causes were kept. */
  handoffBy?: PauseCause | null
  /** Flow id to the last start, for cooldowns. */
  lastFlowAt: Readonly<Record<string, number>>
  /** The previous inbound message, null when this is the first ever. */
  lastInboundAt: number | null
}

export interface ClientState {
  id: string
  name: string | null
  phone: string | null
  /** 0 turns the detection of human takeover off. */
  humanHandoffDurationSec: number
  mainMenuFlowId: string | null
  /** ISO 3166 code used to read phone numbers without a country, for instance PT. */
  defaultCountry: string | null
  /** False while the connection is down: timers that involve the contact are deferred. */
  connected: boolean
}
