import type { EffectResult, FlowEvent } from '../../../conversation/flow-event.ts'
import type { Message, MessageSender } from '../../../conversation/message.ts'
import type { SendError } from '../../../conversation/send-error.ts'
import type { ConversationState, MessageFate } from '../../conversation-state.ts'
import type { EventSummary } from '../../event-summary.ts'
import { SUMMARY_TEXT_CHARS } from '../../limits.ts'

/** Stands for what a contact wrote where it is not to be seen. */
const MASK = '•••'

/** For the list of events: kind and first characters; answers to variables marked `pii` are masked. */
export function summarizeEvent(event: FlowEvent, conversation: ConversationState): EventSummary {
  switch (event.type) {
    case 'message_received':
    case 'poll_vote_received':
      return summarizeMessage(event.message, asksForPii(conversation))
    case 'human_message':
      return { code: 'PERSON_WROTE', params: { text: cut(event.text) } }
    case 'api_start':
    case 'manual_start':
      return { code: 'STARTED', params: { flowId: event.flowId } }
    case 'api_resume':
      return summarizeResume(event.nodeId)
    case 'flag_changed':
      return { code: 'FLAG_SET', params: { flag: event.flag, value: event.value } }
    case 'effect_result':
      return summarizeResult(event.result)
    case 'effect_failed':
      return { code: 'EFFECT_FAILED', params: { code: event.error.code } }
    case 'approval_decided': {
      const { decision, by, approvalId } = event
      return { code: 'APPROVAL_DECIDED', params: { as: decision.as, by: by.name, approvalId } }
    }
    case 'schedule_start':
      return { code: 'SCHEDULED', params: { nodeId: event.nodeId, flowId: event.flowId } }
    case 'group_changed': {
      const { change, group, person } = event
      return {
        code: 'GROUP_CHANGED',
        params: { change, group, person: calledOf(person) },
      }
    }
    case 'phone_call':
      return { code: 'CALLED', params: { state: event.state } }
    case 'message_edited':
      return summarizeEdit(event, isMasked(conversation.fate))
    case 'message_revoked':
      return { code: 'DELETED', params: { message: conversation.fate?.usedBy[0]?.summary ?? null } }
    case 'send_failed':
      return { code: 'SEND_FAILED', params: { error: event.failure ?? toSentence(event.error) } }
    default:
      return { code: 'EVENT', params: { type: event.type } }
  }
}

const calledOf = ({ name, username, phone, jid }: MessageSender): string =>
  name ?? (username && `@${username}`) ?? phone ?? jid

/** What rows of before say of a send has no code. */
export const toSentence = (sentence: string): SendError => ({ code: 'OTHER', params: { sentence } })

function summarizeResume(nodeId: string | undefined): EventSummary {
  return nodeId === undefined ? { code: 'RESUMED', params: {} } : { code: 'RESUMED_AT', params: { nodeId } }
}

/** Size, not content: what other systems answer is not for the event list. */
function summarizeResult({ status, body, value, output, found, ...answer }: EffectResult): EventSummary {
  if (found !== undefined) return { code: 'DOCUMENTS_FOUND', params: { pieces: found.length } }
  if (output !== undefined) return { code: 'TOOL_RETURNED', params: { size: JSON.stringify(output).length } }
  if (isModelAnswer(answer)) {
    const { inputTokens, outputTokens } = answer.usage ?? {}
    const tokens = { inputTokens: inputTokens ?? null, outputTokens: outputTokens ?? null }
    return { code: 'MODEL_ANSWERED', params: tokens }
  }
  if (status === undefined)
    return { code: 'SCRIPT_RETURNED', params: { size: JSON.stringify(value ?? null).length } }
  const size = typeof body === 'string' ? body.length : (JSON.stringify(body ?? null)?.length ?? 0)
  return { code: 'HTTP_ANSWERED', params: { status, size } }
}

const isModelAnswer = ({ text, calls, object, route }: EffectResult): boolean =>
  text !== undefined || calls !== undefined || object !== undefined || route !== undefined

function summarizeMessage({ type, text }: Message, masked: boolean): EventSummary {
  return { code: 'MESSAGE', params: { type, text: text === '' ? null : cutOr(masked, text) } }
}

function summarizeEdit({ before, after }: { before: string; after: string }, masked: boolean): EventSummary {
  return { code: 'EDITED', params: { before: cutOr(masked, before), after: cutOr(masked, after) } }
}

const cutOr = (masked: boolean, text: string): string => (masked ? MASK : cut(text))

/** What was masked when the message came stays so when it is edited. */
const isMasked = (fate: MessageFate | null): boolean =>
  fate?.usedBy.some(({ summary: { code, params } }) =>
    code === 'MESSAGE' ? params.text === MASK : code === 'OTHER' && params.line.endsWith(`"${MASK}"`),
  ) ?? false

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > SUMMARY_TEXT_CHARS ? `${line.slice(0, SUMMARY_TEXT_CHARS)}…` : line
}

/** True when the run waits at a node that writes a variable marked `pii`. */
function asksForPii({ live, versions }: ConversationState): boolean {
  if (live?.state !== 'waiting_input' || live.currentNodeId === null) return false
  const snapshot = versions(live.context.flowVersionId)
  const writes = snapshot?.nodes.get(live.currentNodeId)?.writes ?? []
  return snapshot?.definition.variables.some((item) => item.pii && writes.includes(item.name)) ?? false
}
