import type { FlowContent } from '../conversation/content.ts'
import type { AnswerSource, ModelUsage, SearchUsage } from '../conversation/flow-event.ts'
import type { AwaitedEffect, EffectKind, FlowEffect } from './effects.ts'
import type { EventSummary } from './event-summary.ts'
import type { Explanation, PauseCause } from './explain/explanation.ts'
import { type RunState, TERMINAL_STATES, type TimerKind } from './run.ts'
import type { StartRefusals } from './start-refusals.ts'

/** Why an event changed nothing (docs/flows.md), stored as the event's `error`. */
export type IgnoreReason =
  | 'no_match'
  | 'not_waiting'
  | 'before_prompt'
  | 'handoff'
  | 'blacklisted'
  | 'stale_timer'
  | 'stale_effect'
  | 'stale_message'
  | 'own_echo'
  | 'once'
  | 'retrigger_ignored'
  | 'cooldown'
  | 'group'
  | 'not_supported'

export type Outcome =
  | 'triggered'
  | 'next'
  | 'reply'
  | 'option'
  | 'invalid'
  | 'timeout'
  | 'case'
  | 'else'
  | 'arm'
  | 'open'
  | 'closed'
  | 'ok'
  | 'taken'
  | 'short'
  | 'error'
  | 'drafted'
  | 'declined'
  | 'jump'
  | 'call'
  | 'return'
  | 'done'
  | 'route'
  | 'tool'
  | 'switched'
  | 'handoff'
  | 'resumed'
  | 'continued'
  | 'interrupted'
  | 'dormant'
  | 'completed'
  | 'failed'
  | 'cancelled'

/** What a step did, for the run inspector; `at` is epoch milliseconds, null while it waits for an acknowledgement. */
export type StepAction =
  | { k: 'send'; outboxId: string; type: string }
  /** The exit by which a flow ended that leads nowhere. */
  | { k: 'exit'; handle: string }
  /** A message that rendered to nothing and was left out. */
  | { k: 'skip'; type: string }
  | { k: 'set'; var: string }
  | { k: 'arm'; jobId: string; at: number | null }
  /** `effectId` is there when the run waits for the effect. */
  | { k: EffectKind; effectId?: string; request?: RequestSummary }
  /** What an answer of a model took. */
  | ({ k: 'ai_usage' } & ModelUsage)
  /** What looking in documents by meaning took, or why it was by words alone. */
  | ({ k: 'search_usage' } & SearchUsage)
  /** A tool that a model asked for, with what it gave; and what came of it. Both are JSON texts that may be cut. */
  | { k: 'tool_call'; tool: string; input: string }
  | { k: 'tool_result'; tool: string; output: string; durationMs: number }
  /** What such a tool found in documents: the pieces by the numbers the model was told, with the beginning of each. */
  | { k: 'tool_found'; tool: string; found: readonly FoundNote[]; durationMs: number }
  /** A text that is kept until a person has decided about it. */
  | { k: 'approval'; approvalId: string; text: string }
  /** What the flow is for was reached; `amount` is what it was worth. */
  | { k: 'goal'; name: string; amount: number | null }
  /** The way a split drew; `depth` is how deep in sub-flows it stands. */
  | { k: 'split'; arm: string; depth: number }
  /** A row of a condition that was looked at, with the values its sides had; `expr` has its text and its value. */
  | { k: 'compare'; left: string; op: string; right: string; holds: boolean }

export interface FoundNote extends AnswerSource {
  number: number
  text: string
}

/** A call as it goes out, without the values of secrets. */
export interface RequestSummary {
  method: string
  url: string
  headers: { name: string; value: string }[]
  body: string | null
}

/** One move of a run. `nodeType` is the type of the node that was left; `toNodeId` is null at the end. */
export interface Transition {
  runId: string
  fromNodeId: string
  toNodeId: string | null
  nodeType: string
  outcome: Outcome
  edgeId: string | null
  actions: StepAction[]
  /** RFC 7396 merge patch from the context before this move to the one after it; `brakes` is left out. */
  contextPatch: Record<string, unknown>
}

/** A message to put into the outbox in the transaction of this event; `id` came from `newId`. */
export interface PlannedSend {
  id: string
  runId: string
  /** The node it came from; in a sub-flow behind the flow's id and a colon. A failure of this message names it again. */
  nodeId: string
  /** Order within this event, from 0. */
  seq: number
  content: FlowContent
  purpose: 'prompt' | 'retry' | 'reminder' | 'message'
}

export type RunChange =
  | { op: 'create'; run: RunState }
  | { op: 'update'; run: RunState }
  | { op: 'delete'; runId: string }

/**
 * Timers by id. `arm`: fire at `dueAt`. `await_ack`: nothing to schedule yet; hand the engine `send_acked` for
 * `sendId` and it answers with `arm`. `clear`: may be left in place, a cleared timer that fires is `stale_timer`.
 */
export type TimerChange =
  | { op: 'arm'; timerId: string; runId: string; kind: TimerKind; dueAt: number }
  | { op: 'await_ack'; timerId: string; runId: string; kind: TimerKind; afterMs: number; sendId: string }
  | { op: 'clear'; timerId: string; runId: string }

/** Fields of the contact to change; absent fields stay. `fields` and `lastFlowAt` are merged by key, null removes. */
export interface ContactPatch {
  handoffUntil?: number | null
  /** Goes with `handoffUntil`. */
  handoffBy?: PauseCause | null
  blacklist?: boolean
  favourite?: boolean
  lastFlowAt?: Record<string, number>
  fields?: Record<string, unknown>
  /** Tags to add and to remove; no tag is in both lists. */
  tags?: { add: string[]; remove: string[] }
  lastInboundAt?: number
}

/** Why an API start was refused; `runId` is the run in the way. */
export type StartRefusal = {
  [Code in keyof StartRefusals]: { code: Code; params: StartRefusals[Code]; runId: string | null }
}[keyof StartRefusals]

/**
 * Everything one event causes. The host commits all of it in one transaction, then sends and runs the effects.
 * `status` is the event's new status; `deferred` means: offer the same event again after the conversation's next change
 * (`changesConversation`), which may be this one.
 */
export interface Decision {
  event: {
    status: 'processed' | 'ignored' | 'deferred'
    error: IgnoreReason | null
    runId: string | null
    summary: EventSummary
    /** Of a message of the contact that was ignored or put off, or gave the chat to people. */
    explanation: Explanation | null
  }
  runs: RunChange[]
  transitions: Transition[]
  sends: PlannedSend[]
  effects: (FlowEffect | AwaitedEffect)[]
  timers: TimerChange[]
  contact: ContactPatch
  /** Runs deleted by a blacklist; the host also drops their pending messages, timers and effects. */
  cancelledRunIds: string[]
  /** Runs, ended ones too, that the event is told to and that stay as they are. */
  notifiedRunIds: readonly string[]
  refusal: StartRefusal | null
}

const isOver = (change: RunChange): boolean =>
  change.op === 'delete' || TERMINAL_STATES.includes(change.run.state)

/** Whether what was put off in the conversation is offered again. An event that is put off itself only ever ends runs whose flow is gone. */
export function changesConversation({ event, runs }: Decision): boolean {
  return event.status === 'deferred' ? runs.some(isOver) : runs.length > 0
}
