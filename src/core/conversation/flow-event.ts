import type { CallState } from './call.ts'
import type { CallFailure, OutboundErrorCode } from './call-failure.ts'
import type { Message, MessageSender, WireOrder } from './message.ts'
import type { SendError } from './send-error.ts'

/** Every kind of event a conversation can be handed (docs/flows.md). */
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
  'approval_decided',
  'send_acked',
  'send_failed',
  'api_start',
  'api_resume',
  'call_received',
  'manual_start',
  'schedule_start',
  'group_changed',
  'phone_call',
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
  approval_decided: 'dashboard',
  send_acked: 'system',
  send_failed: 'system',
  api_start: 'api',
  api_resume: 'api',
  call_received: 'api',
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

/** What came back of an effect, as the node that asked for it expects it. */
export interface EffectResult {
  /** http: the status. */
  status?: number
  headers?: Readonly<Record<string, string>>
  body?: unknown
  /** code: what the script returned. */
  value?: unknown
  /** mcp: what the tool gave. */
  output?: unknown
  /** knowledge: pieces of documents, best first. */
  found?: readonly FoundText[]
  /** ai: what the model said, as its task asked. */
  text?: string
  object?: unknown
  route?: string
  /** ai: the tools that it wants to have called before it goes on, in this order; `text` is what it said with them. */
  calls?: readonly ToolCall[]
  /** ai: what was found in documents for the question, numbered from 1 as the model was shown it. */
  sources?: readonly AnswerSource[]
  /** ai: what the answer took. */
  usage?: ModelUsage
  /** knowledge, ai: what looking in documents by meaning took. */
  search?: SearchUsage
}

/** What it took to look in documents by meaning; null where the model's server or its owner does not say. */
export interface SearchUsage {
  /** As its owner calls the embedding model. */
  model: string
  inputTokens: number | null
  /** In the currency of its owner's prices. */
  cost: number | null
  durationMs: number
  /** Why it was looked for by words alone, a `SearchProblem`; null: by meaning too. */
  problem: string | null
}

/** `NOT_EMBEDDED`: no document has been embedded by this model so far; `NOT_LOADED`: the vectors were not in memory in time. */
export type SearchProblem = OutboundErrorCode | 'NOT_EMBEDDED' | 'NOT_LOADED'

/** A place in a document that a model was shown. */
export interface AnswerSource {
  documentId: string
  title: string
  /** Of a web page. */
  url: string | null
  heading: string | null
  /** Of a PDF. */
  page: number | null
  /** Of a table. */
  row: number | null
}

/** A piece of a document, with where it stands. */
export interface FoundText extends AnswerSource {
  text: string
}

/** A call of a tool as a model asks for it. `input` is a text where what it gave is no JSON. */
export interface ToolCall {
  /** Its own name for the call, by which it is told what came of it. */
  id: string
  name: string
  input: unknown
  /** What its provider wants to see again with the call, as it came. */
  extra?: Readonly<Record<string, unknown>> | undefined
}

/** What an answer of a model took; null where the model's server or its owner does not say. */
export interface ModelUsage {
  /** As its owner calls it. */
  model: string
  inputTokens: number | null
  outputTokens: number | null
  /** In the currency of its owner's prices. */
  cost: number | null
  durationMs: number
  /** How often it was asked until it answered. */
  attempts: number
}

/**
 * Why an effect gave no result: a stable code such as TIMEOUT, and the English that flows and the interface read. `failure` is
 * what that was made of; absent in rows of before, and where a script says itself what is wrong.
 */
export interface EffectError {
  code: string
  message: string
  failure?: CallFailure
}

/** A call as another system made it, of which a flow takes what it needs. */
export interface ReceivedCall {
  body: unknown
  query: Readonly<Record<string, unknown>>
  headers: Readonly<Record<string, string>>
}

/** What happened to somebody in a group: taken in by another, come in by the link, taken out, gone, or asking to be let in. */
export const GROUP_CHANGES = ['added', 'joined', 'removed', 'left', 'asked'] as const
export type GroupChange = (typeof GROUP_CHANGES)[number]

/** One person and one group: a notification about many people is as many of these. */
export interface GroupHappening {
  /** The address of the group. */
  group: string
  change: GroupChange
  person: MessageSender
  /** Who did it, as far as the network says; null where it does not, and where it was this account. */
  by: MessageSender | null
}

/** What a person made of a text that waited for them; `text` is what they made of it. */
export type ApprovalDecision = { as: 'approved' } | { as: 'changed'; text: string } | { as: 'declined' }

/** What whoever asks for a start may want beside it; each is absent in rows of before. */
export interface StartWishes {
  /** The step, or the trigger, of the published version at which the run begins. */
  nodeId?: string
  /** A live run makes way: it is parked where its flow goes on later, else it ends. */
  replaces?: boolean
  /** The contact is given back to flows first, where a person looks after it. */
  endsPause?: boolean
  /** An `Actor`: who asked. */
  by?: string
}

interface EventBase {
  /** Unique per client: message id, `timer:<id>`, or the caller's idempotency key. */
  eventId: string
  /** Epoch milliseconds. */
  receivedAt: number
}

/**
 * An event of one contact's conversation. Events of types that no flow has to do with are answered `ignored` with reason
 * `not_supported`.
 */
export type FlowEvent = EventBase &
  (
    | { type: 'message_received'; message: Message }
    | { type: 'poll_vote_received'; message: Message }
    /** `handoffSec`: a person asks for the chat for so long, or gives it back with 0. `by`: an `Actor`; rows of before have none. */
    | { type: 'human_message'; text: string; handoffSec?: number; by?: string }
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
    /** `failure` is why as a code, of which `error` is the English; absent in rows of before. */
    | {
        type: 'send_failed'
        sendId: string
        runId: string
        nodeId: string
        error: string
        failure?: SendError
      }
    /** `triggerId`: the trigger.webhook that was called; without it, the trigger.api of the flow. */
    | ({
        type: 'api_start'
        flowId: string
        inputs?: Record<string, unknown>
        triggerId?: string
      } & StartWishes)
    /** `draftId`: the draft that is tested with this contact; `triggerId`: where it begins. */
    | ({
        type: 'manual_start'
        flowId: string
        inputs?: Record<string, unknown>
        draftId?: string
        triggerId?: string
      } & StartWishes)
    /** `replaces`: a live run makes way for one that is parked. */
    | {
        type: 'api_resume'
        runId: string
        nodeId?: string
        text?: string
        replaces?: boolean
        by?: string
      }
    /** The address of a wait was called: `place` is its node, of a sub-flow with that flow before it, at its visit of that number. */
    | { type: 'call_received'; runId: string; place: string; visit: number; call: ReceivedCall }
    | { type: 'schedule_start'; flowId: string; nodeId: string }
    /** In the conversation of the person, and once more in that of the group: `place` is which one. */
    | ({ type: 'group_changed'; place: 'person' | 'group' } & GroupHappening)
    /** Somebody calls the account, or what became of it; `callId` is the network's. */
    | { type: 'phone_call'; callId: string; state: CallState; isVideo: boolean }
    | { type: 'effect_result'; effectId: string; runId: string; result: EffectResult }
    | { type: 'effect_failed'; effectId: string; runId: string; error: EffectError }
    /** `by` is who decided, as they are called then. */
    | {
        type: 'approval_decided'
        runId: string
        approvalId: string
        decision: ApprovalDecision
        by: { id: string; name: string }
      }
    | { type: 'cancel_requested'; runId: string }
    | { type: 'flag_changed'; flag: 'blacklist' | 'favourite'; value: boolean }
    | { type: 'flow_unpublished'; flowId: string }
    | { type: 'client_reconnected' }
    /** `before` and `after` are texts or captions, empty where there was none; `messageId` is the message meant. */
    | { type: 'message_edited'; messageId: string; before: string; after: string }
    | { type: 'message_revoked'; messageId: string }
    /** An empty `emoji` takes the reaction back. */
    | { type: 'reaction_received'; messageId: string; emoji: string; sender?: MessageSender }
    | { type: 'flow_call' | 'flow_return' }
  )

export type TimerEventType = 'timeout' | 'reminder_due' | 'delay_elapsed' | 'handoff_ended' | 'ttl_expired'

export type PhoneCallEvent = Extract<FlowEvent, { type: 'phone_call' }>
export type GroupEvent = Extract<FlowEvent, { type: 'group_changed' }>
export type MessageEvent = Extract<FlowEvent, { type: 'message_received' | 'poll_vote_received' }>
export type EffectEvent = Extract<FlowEvent, { type: 'effect_result' | 'effect_failed' }>
export type TimerEvent = Extract<FlowEvent, { type: TimerEventType }>

type WithoutReceipt<Event> = Event extends FlowEvent ? Omit<Event, 'receivedAt'> : never

/** An event that is still to be stored: the database's clock says when it was received. */
export type NewFlowEvent = WithoutReceipt<FlowEvent>

/** An event with the conversation it is of. `contactJid` is the canonical address of the chat, of the group for group messages. */
export interface ConversationEvent {
  clientId: string
  contactJid: string
  source: EventSource
  event: NewFlowEvent
}
