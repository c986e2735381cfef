import {
  type EffectError,
  type EffectResult,
  EVENT_TYPES,
  type EventType,
  type FlowEvent,
} from '../../../core/conversation/flow-event.ts'
import {
  MESSAGE_TYPES,
  type Message,
  type MessageMedia,
  type MessageSender,
  type MessageType,
  type QuotedMessage,
  type WireOrder,
} from '../../../core/conversation/message.ts'
import type { EventColumns } from '../../../core/conversation/stored-event.ts'

type Payload = Readonly<Record<string, unknown>>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** The network's kinds of message that flows call by another name. */
const RENAMED: Readonly<Record<string, MessageType>> = {
  contacts: 'contact',
  ptt: 'voice',
  pollVote: 'poll_vote',
}

function toMessageType(type: unknown): MessageType {
  const known = MESSAGE_TYPES.find((item) => item === type)
  return known ?? RENAMED[text(type)] ?? 'other'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isPoll(value: unknown): value is NonNullable<Message['poll']> {
  if (!isObject(value) || !Array.isArray(value.options)) return false
  return value.sendId === null || typeof value.sendId === 'string'
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Of a content that flows have no type for: the network's word for it. */
function toMedia({ type, media }: Payload): Pick<Message, 'media'> {
  if (!isObject(media)) return {}
  const details = media as unknown as MessageMedia
  return { media: toMessageType(type) === 'other' ? { kind: text(type), ...details } : details }
}

function toSender({ sender }: Payload): { sender?: MessageSender } {
  if (!isObject(sender) || typeof sender.jid !== 'string') return {}
  const { jid, phone, name } = sender
  return { sender: { jid, phone: textOrNull(phone), name: textOrNull(name) } }
}

function toQuoted({ quoted }: Payload): { quoted?: QuotedMessage } {
  if (!isObject(quoted) || typeof quoted.id !== 'string') return {}
  const { id, fromMe, sender } = quoted
  return {
    quoted: {
      id,
      type: toMessageType(quoted.type),
      text: textOrNull(quoted.text),
      fromMe: fromMe === true,
      sender: textOrNull(sender),
    },
  }
}

function toMessage(eventId: string, payload: Payload): Message {
  const atSec = number(payload.atSec)
  return {
    id: text(payload.messageId) || eventId,
    type: toMessageType(payload.type),
    text: text(payload.text),
    ...(payload.group === true ? { group: true } : {}),
    ...(isPoll(payload.poll) ? { poll: payload.poll } : {}),
    ...toMedia(payload),
    ...toSender(payload),
    ...toQuoted(payload),
    ...toOrder(payload),
    ...(atSec === null ? {} : { sentAt: atSec * 1_000 }),
  }
}

function toOrder({ order }: Payload): { order?: WireOrder } {
  if (!isObject(order) || typeof order.connection !== 'string' || typeof order.n !== 'number') return {}
  return { order: { connection: order.connection, n: order.n } }
}

function toAcknowledgement(payload: Payload) {
  const seenFrom = number(payload.seenFrom)
  return {
    ...{ sendId: text(payload.sendId), runId: text(payload.runId) },
    ...(seenFrom === null ? {} : { seenFrom }),
    ...toOrder(payload),
  }
}

function isEventType(type: string): type is EventType {
  return EVENT_TYPES.some((known) => known === type)
}

/**
 * The event of a row of version 1, whose `event` was the payload that each writer chose; the reader of version 2 is
 * `core/conversation/stored-event.ts`. Rows of before may be open for weeks behind a run, so this stays until a release
 * says otherwise. A type that this build does not know is one that no flow has to do with.
 */
export function readStoredEventV1(
  { eventId, eventType, receivedAt }: EventColumns,
  stored: unknown,
): FlowEvent {
  const payload = isObject(stored) ? stored : {}
  const base = { eventId, receivedAt }
  const type = isEventType(eventType) ? eventType : 'flow_call'
  switch (type) {
    case 'message_received':
    case 'poll_vote_received':
      return { ...base, type, message: toMessage(eventId, payload) }
    case 'human_message': {
      const handoffSec = number(payload.handoffSec)
      return { ...base, type, text: text(payload.text), ...(handoffSec === null ? {} : { handoffSec }) }
    }
    case 'timeout':
    case 'reminder_due':
    case 'delay_elapsed':
    case 'handoff_ended':
    case 'ttl_expired':
      return { ...base, type, timerId: text(payload.timerId), runId: text(payload.runId) }
    case 'send_acked':
      return { ...base, type, ...toAcknowledgement(payload), ackedAt: receivedAt }
    case 'send_failed': {
      const { sendId, runId, nodeId, error } = payload
      return {
        ...base,
        type,
        sendId: text(sendId),
        runId: text(runId),
        nodeId: text(nodeId),
        error: text(error),
      }
    }
    case 'cancel_requested':
      return { ...base, type, runId: text(payload.runId) }
    case 'message_edited': {
      const [before, after] = [text(payload.textBefore), text(payload.text)]
      return { ...base, type, messageId: text(payload.messageId), before, after }
    }
    case 'message_revoked':
      return { ...base, type, messageId: text(payload.messageId) }
    case 'reaction_received': {
      const messageId = text(payload.messageId)
      return { ...base, type, messageId, emoji: text(payload.text), ...toSender(payload) }
    }
    default:
      return toControlEvent(base, type, payload)
  }
}

type ControlType = Exclude<
  EventType,
  | 'message_received'
  | 'poll_vote_received'
  | 'human_message'
  | 'timeout'
  | 'reminder_due'
  | 'delay_elapsed'
  | 'handoff_ended'
  | 'ttl_expired'
  | 'send_acked'
  | 'send_failed'
  | 'cancel_requested'
  | 'message_edited'
  | 'message_revoked'
  | 'reaction_received'
>

function toStart({ flowId, inputs }: Payload) {
  return { flowId: text(flowId), inputs: (inputs ?? {}) as Record<string, unknown> }
}

/** What callers and the dashboard ask of a run. */
function toControlEvent(
  base: { eventId: string; receivedAt: number },
  type: ControlType,
  payload: Payload,
): FlowEvent {
  switch (type) {
    case 'api_start':
      return { ...base, type, ...toStart(payload) }
    case 'manual_start': {
      const { draftId, triggerId } = payload
      return {
        ...{ ...base, type, ...toStart(payload) },
        ...(typeof draftId === 'string' ? { draftId } : {}),
        ...(typeof triggerId === 'string' ? { triggerId } : {}),
      }
    }
    case 'api_resume':
      return {
        ...base,
        type,
        runId: text(payload.runId),
        ...(typeof payload.nodeId === 'string' ? { nodeId: payload.nodeId } : {}),
        ...(typeof payload.text === 'string' ? { text: payload.text } : {}),
      }
    case 'flag_changed':
      return {
        ...base,
        type,
        flag: payload.flag === 'blacklist' ? 'blacklist' : 'favourite',
        value: payload.value === true,
      }
    case 'flow_unpublished':
      return { ...base, type, flowId: text(payload.flowId) }
    case 'schedule_start':
      return { ...base, type, flowId: text(payload.flowId), nodeId: text(payload.nodeId) }
    case 'effect_result':
    case 'effect_failed':
      return toEffectEvent(base, type, payload)
    // There were none.
    case 'call_received':
    case 'group_changed':
    case 'phone_call':
    case 'approval_decided':
      return { ...base, type: 'flow_call' }
    default:
      return { ...base, type }
  }
}

/** What an effect worker answered; the run waits for it. */
function toEffectEvent(
  base: { eventId: string; receivedAt: number },
  type: 'effect_result' | 'effect_failed',
  payload: Payload,
): FlowEvent {
  const place = { ...base, effectId: text(payload.effectId), runId: text(payload.runId) }
  if (type === 'effect_result') return { ...place, type, result: (payload.result ?? {}) as EffectResult }
  const { code, message } = (payload.error ?? {}) as Partial<EffectError>
  return { ...place, type, error: { code: text(code) || 'FAILED', message: text(message) } }
}
