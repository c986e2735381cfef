import type { ContactFieldShape } from '../contact/contact-fields.ts'
import type { EventSummary } from './event-summary.ts'
import type { ClientState, ContactState, RunState } from './run.ts'
import type { FlowSnapshot } from './snapshot.ts'

/** A run that took a message, and what stands for it in the run's story. */
export interface MessageUse {
  runId: string
  summary: EventSummary
}

/** What became of a message until its writer changed it. */
export interface MessageFate {
  /** The runs that took it, ended ones too. */
  usedBy: readonly MessageUse[]
  /** It is put off, and may yet be taken: what its writer did to it waits with it. */
  isPutOff: boolean
}

/**
 * Everything that is known of one contact's conversation, loaded by the host before an event. `flows` are the client's active
 * flows at their published version. `versions` answers the snapshot of any version a run of this conversation points at.
 */
export interface ConversationState {
  client: ClientState
  contact: ContactState
  live: RunState | null
  dormant: readonly RunState[]
  /** Flows of which this contact has any run, terminal ones included: needed by `once`. */
  pastFlowIds: readonly string[]
  flows: readonly FlowSnapshot[]
  versions: (versionId: string) => FlowSnapshot | undefined
  /** The fields that the owner has defined for contacts, by their names; absent where none are. */
  contactFields?: ReadonlyMap<string, ContactFieldShape>
  /** Of the message that the event is about, when its writer edited or deleted it; null where nothing is known of it. */
  fate: MessageFate | null
}
