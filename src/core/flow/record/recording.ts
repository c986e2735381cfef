import type { FlowEvent } from '../../conversation/flow-event.ts'
import type { AwaitedEffect } from '../effects.ts'
import type { CaseFlow, FlowCase } from '../simulate/case-format.ts'

/** An event of a run as it was stored. */
export interface RecordedEvent {
  /** When it was received, epoch milliseconds. */
  at: number
  event: FlowEvent
}

/** What is kept of a real conversation: all that its runs were made of. */
export interface Recording {
  /** The runs in the order they began: what each draws by chance follows from its id. */
  runIds: readonly string[]
  /** The version that the last of those that were chosen ran on under the name `flow`, and those it calls by their ids. */
  flows: Readonly<Record<string, CaseFlow>>
  client: NonNullable<FlowCase['client']>
  contact: RecordedContact
  /** The fields of contacts that are defined, of those that the flows name. */
  contactFields: NonNullable<FlowCase['contactFields']>
  /** In the order they were decided. */
  events: readonly RecordedEvent[]
  /** The type of the event after them, which is of other flows too; null where they are all. */
  endsBefore: string | null
  /** What each effect was, by its id. */
  effects: Readonly<Record<string, AwaitedEffect['kind']>>
  /** What the contact was sent, in order. `id` is what votes name a poll by. */
  sent: readonly { id: string; text: string; isPoll: boolean }[]
}

/** The contact as they are known now. */
export interface RecordedContact {
  /** The address that sticky splits divide by. */
  jid: string
  /** By which they are known, the one that the flow sees first. */
  names: readonly string[]
  /** E.164. */
  phone: string | null
  tags: readonly string[]
  fields: Readonly<Record<string, unknown>>
  /** Names of fields that the runs themselves wrote: what was in them before is not known. */
  writtenFields: readonly string[]
  writesTags: boolean
}

/** What is replaced; what is false stays as it was written. */
export interface RecordingMask {
  names: boolean
  phones: boolean
  emails: boolean
}

/** Why a conversation cannot be a test. */
export interface RecordProblems {
  /** The first line in which what was sent and what a replay says are not the same. */
  SAYS_OTHER: { sent: string | null; said: string | null }
  /** With what is personal replaced, the conversation takes another way through the flow. */
  MASK_CHANGES: Readonly<Record<string, never>>
  /** Its first event is of a type that no test can hold. */
  NOTHING_TO_PLAY: { event: string | null }
  /** The version it ran on is refused today. */
  FLOW_REFUSED: Readonly<Record<string, never>>
  /** There are more of them, one after the other, than a test holds. */
  TOO_MANY_RUNS: { most: number }
  /** A replay did not end in time. */
  NOT_REPLAYED: Readonly<Record<string, never>>
}

export type RecordProblemCode = keyof RecordProblems

export type RecordProblem = {
  [Code in RecordProblemCode]: { code: Code; params: RecordProblems[Code] }
}[RecordProblemCode]

/** How many texts of each kind were replaced. */
export type Masked = Readonly<Record<keyof RecordingMask, number>>

export type RecordedCase =
  | {
      ok: true
      /** Without its flows, as it is saved with a flow. */
      document: Record<string, unknown>
      masked: Masked
      /** The type of the first event that a case cannot hold; the case ends before it. Null when all is in it. */
      endsBefore: string | null
    }
  | { ok: false; problem: RecordProblem }
