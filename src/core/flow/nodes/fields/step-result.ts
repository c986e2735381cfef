import type { FlowContent } from '../../../conversation/content.ts'
import type {
  AnswerSource,
  ApprovalDecision,
  EffectError,
  EffectResult,
} from '../../../conversation/flow-event.ts'
import type { Message } from '../../../conversation/message.ts'
import type { Outcome } from '../../decision.ts'
import type { AwaitedEffect } from '../../effects.ts'
import type { PendingApproval } from '../../run.ts'
import type { RunFailure } from '../../run-failure.ts'
import type { IncomingCall } from '../triggers/webhook-rule.ts'

/** What a node decides; the engine carries it out. */
export type StepResult =
  | { kind: 'follow'; handle: string; outcome: Outcome }
  | { kind: 'jump'; nodeId: string }
  | WaitInput
  | { kind: 'wait_timer'; dueAt: number }
  /** `outcome` is there when it is one more step at the same node. */
  | { kind: 'wait_effect'; effect: AwaitedBody; outcome?: Outcome }
  /** The text is kept until a person has decided about it; `timeout` when nobody did in time. */
  | { kind: 'wait_approval'; text: string; sources: readonly AnswerSource[]; timeoutSec: number }
  | { kind: 'handoff'; durationSec: number | null }
  | { kind: 'call'; flowId: string; inputs: Record<string, unknown> }
  /** This run is over and another flow begins. */
  | { kind: 'switch'; flowId: string; inputs: Record<string, unknown> }
  | { kind: 'cancel' }
  | { kind: 'complete'; result: 'success' | 'failure' }
  | { kind: 'misunderstood' }
  /** The same question with another page of its list; an answer to the page before no longer counts. */
  | { kind: 'turn_page'; page: number }
  /** With a code the run leaves by `error` where that is connected, with the code as the node's error. */
  | { kind: 'fail'; failure: RunFailure; code?: string }

/**
 * Send the prompt and wait for the contact. `content` is sent instead of the text when it is there; the clock starts
 * at the acknowledgement of the last of it. A blank prompt sends nothing. `consumeTrigger` offers the trigger's
 * message first.
 */
export interface WaitInput {
  kind: 'wait_input'
  prompt: string
  content?: readonly FlowContent[]
  consumeTrigger: boolean
}

/** An effect as a node asks for it; the engine adds its place. */
export type AwaitedBody = DistributiveOmit<AwaitedEffect, 'runId' | 'nodeId'>

/** Why a resting node is woken. */
export type Signal =
  | { kind: 'answer'; message: Message }
  | { kind: 'timeout' }
  | { kind: 'elapsed' }
  | { kind: 'called'; call: IncomingCall }
  /** The contact writes on while the run waits for something else; only where `onMessage` is `restart`. */
  | { kind: 'message'; message: Message }
  | { kind: 'effect'; result: EffectResult }
  | { kind: 'effect_failed'; error: EffectError }
  | { kind: 'decided'; approval: PendingApproval; decision: ApprovalDecision }
  | { kind: 'returned'; result: 'success' | 'failure'; vars: Record<string, unknown> }

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
