import type { EffectResult, FlowEvent } from '../../../conversation/flow-event.ts'
import type { Message } from '../../../conversation/message.ts'
import type { ConversationState, MessageFate } from '../../conversation-state.ts'
import { MAX_PAYLOAD_SUMMARY_CHARS, SUMMARY_TEXT_CHARS } from '../../limits.ts'

/** Stands for what a contact wrote where it is not to be seen. */
const MASKED = '"•••"'

/** One line for the event list: kind and first characters; answers to variables marked `pii` are masked. */
export function summarizeEvent(event: FlowEvent, conversation: ConversationState): string {
  return describe(event, conversation).slice(0, MAX_PAYLOAD_SUMMARY_CHARS)
}

function describe(event: FlowEvent, conversation: ConversationState): string {
  switch (event.type) {
    case 'message_received':
    case 'poll_vote_received':
      return describeMessage(event.message, asksForPii(conversation))
    case 'human_message':
      return `human ${quote(event.text)}`
    case 'api_start':
    case 'manual_start':
      return `start ${event.flowId}`
    case 'api_resume':
      return event.nodeId === undefined ? 'resume' : `resume at ${event.nodeId}`
    case 'flag_changed':
      return `${event.flag} ${event.value}`
    case 'effect_result':
      return describeResult(event.result)
    case 'effect_failed':
      return `effect failed: ${event.error.code}`
    case 'schedule_start':
      return `schedule ${event.nodeId} of ${event.flowId}`
    case 'message_edited': {
      const masked = isMasked(conversation.fate)
      return `edited ${quoteOr(masked, event.before)} -> ${quoteOr(masked, event.after)}`
    }
    case 'message_revoked':
      return `deleted ${conversation.fate?.usedBy[0]?.summary ?? 'message'}`
    case 'send_failed':
      return `send failed: ${event.error}`
    default:
      return event.type.replaceAll('_', ' ')
  }
}

/** Size, not content: what other systems answer is not for the event list. */
function describeResult({ status, body, value, ...answer }: EffectResult): string {
  if (isModelAnswer(answer)) {
    const { inputTokens, outputTokens } = answer.usage ?? {}
    return `ai ${inputTokens ?? '?'} + ${outputTokens ?? '?'} tokens`
  }
  if (status === undefined) return `code ${JSON.stringify(value ?? null).length} B`
  const size = typeof body === 'string' ? body.length : (JSON.stringify(body ?? null)?.length ?? 0)
  return `http ${status} ${size} B`
}

const isModelAnswer = ({ text, object, route }: EffectResult): boolean =>
  text !== undefined || object !== undefined || route !== undefined

function describeMessage(message: Message, masked: boolean): string {
  if (message.text === '') return message.type
  return `${message.type} ${quoteOr(masked, message.text)}`
}

const quoteOr = (masked: boolean, text: string): string => (masked ? MASKED : quote(text))

/** What was masked when the message came stays so when it is edited. */
const isMasked = (fate: MessageFate | null): boolean =>
  fate?.usedBy.some(({ summary }) => summary.endsWith(MASKED)) ?? false

function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return `"${line.length > SUMMARY_TEXT_CHARS ? `${line.slice(0, SUMMARY_TEXT_CHARS)}…` : line}"`
}

/** True when the run waits at a node that writes a variable marked `pii`. */
function asksForPii({ live, versions }: ConversationState): boolean {
  if (live?.state !== 'waiting_input' || live.currentNodeId === null) return false
  const snapshot = versions(live.context.flowVersionId)
  const writes = snapshot?.nodes.get(live.currentNodeId)?.writes ?? []
  return snapshot?.definition.variables.some((item) => item.pii && writes.includes(item.name)) ?? false
}
