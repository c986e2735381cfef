import type { CallState } from '../conversation/call.ts'
import type { Coded, NoParams } from '../conversation/coded.ts'
import type { ApprovalDecision, EventType, GroupChange } from '../conversation/flow-event.ts'
import type { MessageType } from '../conversation/message.ts'
import type { SendError } from '../conversation/send-error.ts'

/** What an event of a run was, with what varies: the first characters of texts, and only the size of answers. */
export interface SummaryParams {
  /** Its type says it all. */
  EVENT: { type: EventType }
  /** Events the service could not process; its log says why, under the reference. */
  GIVEN_UP: { type: string; reference: string }
  MESSAGE: { type: MessageType; text: string | null }
  /** `text` is that of a person, who wrote it beside the flow. */
  PERSON_WROTE: { text: string }
  STARTED: { flowId: string }
  SCHEDULED: { nodeId: string; flowId: string }
  /** `person` as they are called then. */
  GROUP_CHANGED: { change: GroupChange; group: string; person: string }
  /** By phone. */
  CALLED: { state: CallState }
  RESUMED: NoParams
  RESUMED_AT: { nodeId: string }
  FLAG_SET: { flag: 'blacklist' | 'favourite'; value: boolean }
  HTTP_ANSWERED: { status: number; size: number }
  SCRIPT_RETURNED: { size: number }
  /** A tool of a server that a model called. */
  TOOL_RETURNED: { size: number }
  /** Such a search in documents. */
  DOCUMENTS_FOUND: { pieces: number }
  /** Of a language model; null where it did not say. */
  MODEL_ANSWERED: { inputTokens: number | null; outputTokens: number | null }
  EFFECT_FAILED: { code: string }
  /** `by` is who decided. */
  APPROVAL_DECIDED: { as: ApprovalDecision['as']; by: string; approvalId: string }
  EDITED: { before: string; after: string }
  /** `message` is the summary that the deleted message had; null when no run took it. */
  DELETED: { message: EventSummary | null }
  SEND_FAILED: { error: SendError }
  CONTACTS_MERGED: NoParams
  /** The flow was published, and with it the draft that the run tested was over. */
  TEST_ENDED: NoParams
  /** A line that was stored without a code. */
  OTHER: { line: string }
}

export type SummaryCode = keyof SummaryParams

export type EventSummary = Coded<SummaryParams>
