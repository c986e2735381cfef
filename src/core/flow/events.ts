import type { EffectError, EffectResult } from './effects.ts'

/** Every kind of event a lane can be handed (docs/flows.md). */
export const EVENT_TYPES = [
  'message_received',
  'poll_vote_received',
  'message_edited',
  'message_revoked',
  'reaction_received',
  'human_message',
  'timeout',
  'reminder_due',
  'delay_elapsed',
  'handoff_ended',
  'ttl_expired',
  'effect_result',
  'effect_failed',
  'send_acked',
  'send_failed',
  'api_start',
  'api_resume',
  'manual_start',
  'schedule_start',
  'flow_call',
  'flow_return',
  'cancel_requested',
  'flag_changed',
  'flow_unpublished',
  'client_reconnected',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** How far an event of a run has come; `dead` after the last failed attempt. */
export type EventStatus =
  | 'received'
  | 'processing'
  | 'processed'
  | 'ignored'
  | 'deferred'
  | 'duplicate'
  | 'failed'
  | 'dead'

export type EventSource =
  | 'chat'
  | 'human'
  | 'dashboard'
  | 'api'
  | 'scheduler'
  | 'timer'
  | 'effect'
  | 'flow'
  | 'system'

const SOURCES: Readonly<Partial<Record<EventType, EventSource>>> = {
  human_message: 'human',
  timeout: 'timer',
  reminder_due: 'timer',
  delay_elapsed: 'timer',
  handoff_ended: 'timer',
  ttl_expired: 'timer',
  effect_result: 'effect',
  effect_failed: 'effect',
  send_acked: 'system',
  send_failed: 'system',
  api_start: 'api',
  api_resume: 'api',
  manual_start: 'dashboard',
  schedule_start: 'scheduler',
  flow_call: 'flow',
  flow_return: 'flow',
  cancel_requested: 'dashboard',
  flag_changed: 'dashboard',
  flow_unpublished: 'system',
  client_reconnected: 'system',
}

/** Where an event of a type usually comes from; a host that knows better says so (an API call may cancel, too). */
export function sourceOf(type: EventType): EventSource {
  return SOURCES[type] ?? 'chat'
}

export const MESSAGE_TYPES = [
  'text',
  'image',
  'video',
  'audio',
  'voice',
  'document',
  'sticker',
  'location',
  'contact',
  'poll_vote',
  'other',
] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]

/** What triggers and questions tell messages apart by: their types, and of videos the notes. */
export const MESSAGE_KINDS = [...MESSAGE_TYPES, 'video_note'] as const

/** A video note is a `video`, and a `video_note` where somebody tells the two apart. */
export function isOfKind({ type, media }: InboundMessage, kinds: readonly string[]): boolean {
  const isVideoNote = type === 'video' && media?.isNote === true
  return kinds.includes(type) || (isVideoNote && kinds.includes('video_note'))
}

/** Who wrote a message: in a group its member, elsewhere the contact. `phone` is E.164. */
export interface MessageSender {
  jid: string
  phone: string | null
  name: string | null
}

/** Where something stood among all that came in on one connection: what came later has a higher `n`. */
export interface WireOrder {
  connection: string
  n: number
}

/** The message another one answers, as far as its writer's phone repeats it. */
export interface QuotedMessage {
  id: string
  type: string
  text: string | null
  /** We wrote it. */
  fromMe: boolean
  sender: string | null
}

/** An inbound message as flows see it; `text` is the text or caption, empty when there is none. */
export interface InboundMessage {
  id: string
  type: MessageType
  text: string
  /** True when the chat is a group: only triggers whose scope says so look at it. */
  group?: boolean
  /** When the contact sent it, epoch milliseconds; defaults to the event's receivedAt. */
  sentAt?: number
  /** Absent for what waited while there was no connection. */
  order?: WireOrder
  /**
   * Details, kept as the answer of an `ask`. Of a file `mediaId` (its bytes are fetched when they are used), `mimetype`,
   * `fileName`, `sizeBytes`, `seconds`; of a place `latitude`, `longitude`, `name`, `address`; of cards `name`, `phone`,
   * `contacts`; of what else there is, its `kind` and what that holds.
   */
  media?: Readonly<Record<string, unknown>>
  sender?: MessageSender
  quoted?: QuotedMessage
  /**
   * Of a poll vote: the options now chosen (none: the vote was taken back; `text` is their names joined by ", ") and
   * the id of the send the poll was planned with, null for a poll or an event that no flow sent.
   */
  poll?: { sendId: string | null; options: readonly string[] }
}

/** A run that took a message, and the line that stands for it in the run's story. */
export interface MessageUse {
  runId: string
  summary: string
}

/** What became of a message until its writer changed it. */
export interface MessageFate {
  /** The runs that took it, ended ones too. */
  usedBy: readonly MessageUse[]
  /** It is put off, and may yet be taken: what its writer did to it waits with it. */
  isPutOff: boolean
}

interface EventBase {
  /** Unique per client: message id, `timer:<id>`, or the caller's idempotency key. */
  eventId: string
  /** Epoch milliseconds. */
  receivedAt: number
}

/** An event of one contact's lane. Events not listed here are answered `ignored` with reason `not_supported`. */
export type FlowEvent = EventBase &
  (
    | { type: 'message_received'; message: InboundMessage }
    | { type: 'poll_vote_received'; message: InboundMessage }
    /** `handoffSec`: a person asks for the chat for so long, or gives it back with 0. */
    | { type: 'human_message'; text: string; handoffSec?: number }
    | { type: TimerEventType; timerId: string; runId: string }
    /**
     * `seenFrom`: since when the contact may have seen it, by the network's clock; `order` where its first attempt was
     * acknowledged on the connection it was made on.
     */
    | {
        type: 'send_acked'
        sendId: string
        runId: string
        ackedAt: number
        seenFrom?: number
        order?: WireOrder
      }
    | { type: 'send_failed'; sendId: string; runId: string; nodeId: string; error: string }
    | { type: 'api_start' | 'manual_start'; flowId: string; inputs?: Record<string, unknown> }
    | { type: 'api_resume'; runId: string; nodeId?: string; text?: string }
    | { type: 'schedule_start'; flowId: string; nodeId: string }
    | { type: 'effect_result'; effectId: string; runId: string; result: EffectResult }
    | { type: 'effect_failed'; effectId: string; runId: string; error: EffectError }
    | { type: 'cancel_requested'; runId: string }
    | { type: 'flag_changed'; flag: 'blacklist' | 'favourite'; value: boolean }
    | { type: 'flow_unpublished'; flowId: string }
    | { type: 'client_reconnected' }
    /** Texts or captions; empty where there was none. */
    | { type: 'message_edited'; before: string; after: string; fate: MessageFate }
    | { type: 'message_revoked'; fate: MessageFate }
    | { type: UnsupportedEventType }
  )

export type TimerEventType = 'timeout' | 'reminder_due' | 'delay_elapsed' | 'handoff_ended' | 'ttl_expired'

export type UnsupportedEventType = 'reaction_received' | 'flow_call' | 'flow_return'

export type ChangeEvent = Extract<FlowEvent, { type: 'message_edited' | 'message_revoked' }>
export type MessageEvent = Extract<FlowEvent, { type: 'message_received' | 'poll_vote_received' }>
export type EffectEvent = Extract<FlowEvent, { type: 'effect_result' | 'effect_failed' }>
export type TimerEvent = Extract<FlowEvent, { type: TimerEventType }>
