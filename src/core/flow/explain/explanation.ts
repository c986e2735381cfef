import type { Coded, NoParams } from '../../conversation/coded.ts'
import type { MessageType } from '../../conversation/message.ts'

/** A node of a flow. */
export interface Place {
  flowId: string
  nodeId: string
}

/**
 * Why people have a chat: somebody wrote or asked for it, a node handed it over, or the contact wrote so often that it looks
 * like another bot. `at` is epoch milliseconds. Beside no pause it is why the last one ended. `by` is an `Actor`
 * (`core/conversation/conversation-entry.ts`), absent in rows of before.
 */
export type PauseCause =
  | { kind: 'person'; at: number; by?: string }
  | ({ kind: 'flow' | 'loop_guard'; at: number } & Place)

/** What kept the nearest keyword from fitting: it asks for the whole message, its beginning, a whole word, or other letters. */
export type NearBecause = 'whole_message' | 'beginning' | 'whole_word' | 'case' | 'typing'

export interface NearKeyword extends Place {
  keyword: string
  because: NearBecause
}

/**
 * Why a message of a contact started and moved nothing, or waits: what was known when it was decided. Times are epoch
 * milliseconds. Stored with the event, so a code keeps its meaning.
 */
export interface ExplanationParams {
  BLOCKED: NoParams
  /** `by` is null for what was paused before causes were kept. */
  PAUSED: { until: number | null; by: PauseCause | null }
  /** Too many messages within a minute: this one gave the chat to people. */
  LOOP_GUARD: Place & { until: number }
  NO_FLOWS: NoParams
  /** No active flow begins with a message. */
  NO_LISTENERS: NoParams
  NEAR_KEYWORD: NearKeyword
  NOTHING_FITS: NoParams
  /** Keywords are compared with text, and the message had none. */
  NOT_TEXT: { type: MessageType }
  NOT_IN_GROUPS: NoParams
  ONLY_FIRST: Place
  ONLY_AFTER_IDLE: Place & { idleSec: number }
  ONLY_TYPES: Place & { types: readonly string[] }
  COOLING: Place & { until: number }
  ONCE_ONLY: { flowId: string }
  /** The flow ignores starts as long as an earlier run of it rests. */
  RESTING: { flowId: string }
  TOO_OLD: { sentAt: number; limitSec: number }
  /** A delay that takes no messages; `until` is null while it waits for what was sent before it. */
  IN_DELAY: Place & { until: number | null }
  BEFORE_QUESTION: Place
  NOT_ASKED: Place
  /** Waits until the run has its result, a person's decision, or its turn. */
  RUN_BUSY: Place & { state: 'running' | 'waiting_effect' | 'waiting_approval' | 'waiting_timer' }
  /** Waits until it is known whether the question had been seen. */
  QUESTION_UNCONFIRMED: Place
}

export type Explanation = Coded<ExplanationParams>
