import { z } from 'zod'
import { FALLBACK_BEHAVIORS, RETRIGGER_BEHAVIORS } from '../core/flow/definition.ts'
import { RUN_STATES } from '../core/flow/run.ts'
import { Online } from './clients/online.ts'
import { KnownPicture } from './conversations/network/picture.ts'
import { MessageSender } from './conversations/record/message-sender.ts'
import { listedStanding } from './conversations/standing.ts'
import { EVENT_NAMES } from './events/event-names.ts'

export { RUN_STATES }

export const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

export const FLOW_STATUSES = ['draft', 'published'] as const
/** Why a run failed. */
export const RUN_ERRORS = ['LOOP_LIMIT', 'NODE_ERROR', 'DATA_TOO_LARGE'] as const
export const WORKER_STATUSES = [
  'stopped',
  'starting',
  'pairing',
  'connected',
  'reconnecting',
  'restricted',
  'logged_out',
  'passkey_required',
  'failed',
] as const
export const MESSAGE_STATUSES = ['ERROR', 'PENDING', 'SERVER_ACK', 'DELIVERY_ACK', 'READ', 'PLAYED'] as const

/** A messaging account owned by a user. */
export const Client = z.object({
  id: z.string(),
  userId: z.string().describe('Owning user.'),
  phoneNumber: z.string().nullable().describe('E.164 with its +; null until paired.'),
  name: z.string().nullable(),
  lastActivityAt: timestamp.nullable(),
  humanHandoffDurationSec: z
    .int32()
    .describe('Seconds automation stays silent after a person wrote; 0 is off.'),
  mainMenuFlowId: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  workerDesiredState: z.enum(['running', 'stopped']),
  workerStateUpdatedAt: timestamp.nullable(),
  sendRatePerSecond: z.int32(),
  sendBurst: z.int32(),
  online: Online,
})

/** A code to link a client by typing it into the phone, instead of scanning a QR. */
export const PairingCode = z.object({
  code: z.string().describe('Eight letters and digits, `XXXX-XXXX`.'),
  phoneNumber: z.string().describe('The phone that takes it, E.164.'),
  expiresAt: timestamp,
})

/** An automation graph. `nodes`, `edges` and `viewport` are strings that hold JSON. */
export const Flow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  nodes: z.string().describe('JSON text of React Flow Node[].'),
  edges: z.string().describe('JSON text of React Flow Edge[].'),
  viewport: z.string().nullable().describe('JSON text of {x, y, zoom}.'),
  status: z.enum(FLOW_STATUSES),
  clientId: z.string().nullable().describe('A flow without it cannot be published.'),
  userId: z.string(),
  isActive: z.boolean(),
  retriggerBehavior: z.enum(RETRIGGER_BEHAVIORS),
  fallbackBehavior: z.enum(FALLBACK_BEHAVIORS),
  fallbackText: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

/** A run of a flow for one contact. */
export const FlowState = z.object({
  id: z.string(),
  flowId: z.string(),
  clientId: z.string(),
  contactJid: z.string().describe('Full address.'),
  state: z.enum(RUN_STATES),
  currentNodeId: z.string().nullable(),
  context: z.string().describe('JSON text of the run’s context object.'),
  version: z.int32(),
  claimedUntil: timestamp.nullable(),
  claimedBy: z.string().nullable(),
  timeoutJobId: z.string().nullable(),
  lastEventId: z.string().nullable(),
  lastEventAt: timestamp.nullable(),
  error: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const FlowStateEvent = z.object({
  id: z.string(),
  flowStateId: z.string(),
  eventId: z.string(),
  eventType: z.string().describe('For example message_received, timeout, human_message, api_start.'),
  source: z.string().describe('chat, human, dashboard, api, scheduler, timer, effect, flow or system.'),
  mode: z.string().describe('live, simulated or replay.'),
  payloadSummary: z
    .string()
    .nullable()
    .describe(
      'One line of text, at most 200 characters. Of message_edited `edited "before" -> "after"`, of message_revoked `deleted` and the line of the message.',
    ),
  receivedAt: timestamp,
  processedAt: timestamp.nullable(),
  status: z
    .string()
    .describe('received, processing, processed, ignored, deferred, duplicate, failed or dead.'),
  error: z.string().nullable(),
  createdAt: timestamp,
})

export const FlowStateTransition = z.object({
  id: z.string(),
  flowStateEventId: z.string(),
  fromNodeId: z.string().nullable(),
  toNodeId: z.string().nullable().describe('Null at the end.'),
  nodeType: z.string(),
  outcome: z.string(),
  edgeId: z.string().nullable(),
  actions: z
    .string()
    .describe(
      'JSON text of an array of actions. An `http` holds its request as it went out, without the values of secrets; a `compare` the values a condition compared.',
    ),
  contextPatch: z.string().describe('JSON text of an RFC 7396 merge patch.'),
  createdAt: timestamp,
})

/** A message that a run sent, or is about to. */
export const FlowStateSend = z.object({
  id: z.string().describe('The `outboxId` of a `send` among the actions of a transition.'),
  messageId: z.string(),
  nodeId: z.string().nullable(),
  type: z.string(),
  text: z.string().nullable().describe('Null until it leaves, and for what has none.'),
  status: z.enum(MESSAGE_STATUSES),
  error: z.string().nullable(),
  createdAt: timestamp,
})

/** What was written down, by its code, with what varies. A client of an older version meets codes that it does not know. */
export const Coded = z.object({ code: z.string(), params: z.record(z.string(), z.unknown()) })

/** A message key in an answer. */
export const MessageKey = z.looseObject({
  remoteJid: z.string().describe('Full address of the chat.'),
  id: z.string(),
  fromMe: z.boolean(),
  participant: z.string().nullable().default(null).describe('Who wrote it, in a group.'),
})

const MessageStatus = z.enum(MESSAGE_STATUSES)

export const SendResponse = z.looseObject({
  key: MessageKey,
  messageTimestamp: z.number().optional().describe('Whole seconds since 1970.'),
  status: MessageStatus.optional(),
  reached: z
    .enum(['queued', 'server', 'delivered'])
    .optional()
    .describe('How far the message got; told to callers who gave `wait` or `waitSec`.'),
  message: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('The network’s message as JSON, bytes in base64.'),
})

/**
 * What a send answers once the message was handed to the network. `type` is `success`, or `error` with `error` set:
 * certainly not sent, unless `error` starts with `OUTCOME_UNKNOWN`.
 */
export const SendResult = z.looseObject({
  type: z.enum(['success', 'error']),
  client: z.string().describe('Client id.'),
  message: z.string().describe('A sentence for people.'),
  res: SendResponse.optional(),
  error: z.string().optional(),
})

export const ReadResult = z.looseObject({
  type: z.enum(['success', 'error']),
  client: z.string().describe('Client id.'),
  message: z.string().describe('A sentence for people.'),
  error: z.string().optional(),
})

const receiptTimes = {
  serverAt: timestamp.nullable(),
  deliveredAt: timestamp.nullable(),
  readAt: timestamp.nullable(),
  playedAt: timestamp.nullable(),
}

export const Receipt = z.looseObject({
  ...receiptTimes,
  participants: z
    .array(z.looseObject({ jid: z.string(), ...receiptTimes }))
    .optional()
    .describe('In groups.'),
})

export const ConversationMessage = z.object({
  id: z.string(),
  clientId: z.string(),
  jid: z.string().describe('Full address of the conversation.'),
  fromMe: z.boolean(),
  timestamp: z.number().describe('Whole seconds since 1970.'),
  type: z
    .string()
    .describe(
      'text, image, video, audio, document, sticker, location, contacts, poll, event and so on; `viewOnce` and `phoneOnly` can be opened on the account’s phone alone; `unknown:` and the network’s own name of a kind that is not translated, of which `chat.getMessage` has all in `content`.',
    ),
  text: z.string().nullable(),
  status: MessageStatus.nullable(),
  receipt: Receipt.nullable(),
  pushName: z.string().nullable(),
  displayName: z.string().nullable(),
  starred: z.boolean().describe('On WhatsApp, by any device of the account.'),
  cursor: z.string().describe('Give it as `cursor` to page from here.'),
})

/** A file of a message. */
export const MediaFile = z.object({
  mediaId: z.string().describe('Send it again as `{mediaId}`.'),
  kind: z.enum(['image', 'video', 'audio', 'document', 'sticker']),
  mimetype: z.string(),
  fileName: z.string().nullable(),
  sizeBytes: z.number(),
  sha256: z.string().describe('Of the file, 64 hexadecimal digits.'),
  url: z.string().describe('Path on this service: GET it with the same key or session.'),
  expiresAt: timestamp.nullable().describe('When the file is deleted here.'),
})

/** A message with everything that happened to it. */
export const MessageDetails = z.object({
  message: ConversationMessage,
  key: MessageKey,
  quotedId: z.string().nullable(),
  reactions: z.record(z.string(), z.string()).describe('The last reaction of each person, by address.'),
  votes: z
    .record(z.string(), z.array(z.string()))
    .describe('Of polls and events: what each person chose, by address.'),
  editedAt: timestamp.nullable(),
  revokedAt: timestamp.nullable(),
  error: z.string().nullable().describe('Why it was not sent.'),
  content: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'The network’s message as JSON, bytes in base64; with all of it as `unreadBytes` when it is of a kind newer than this service. Null once it was taken back.',
    ),
})

/** What became of a message that was received, and why. */
export const MessageFate = z.object({
  messageId: z.string(),
  outcome: z
    .enum(['answered', 'taken', 'waiting', 'failed', 'ignored', 'none'])
    .describe(
      'A flow answered it; took it without a word; it waits; something failed; no flow took it; or flows have nothing to do with it.',
    ),
  code: z.string().describe('What became of it.'),
  params: z.record(z.string(), z.unknown()).describe('What varies in it; times are epoch milliseconds.'),
  line: z.string().describe('The same in one line of English; times in UTC.'),
  hint: z.string().nullable().describe('What would change it; null where nothing has to.'),
  decidedAt: timestamp.nullable(),
  runs: z
    .array(z.object({ flowStateId: z.string(), flowId: z.string(), state: z.string() }))
    .describe('The runs that took it or were pushed aside by it.'),
  sends: z
    .array(
      z.object({
        messageId: z.string(),
        status: z.enum(['pending', 'sending', 'sent', 'failed']),
        failure: Coded.nullable(),
      }),
    )
    .describe('What the run wrote from then on until the contact wrote again.'),
  names: z
    .object({
      flows: z.record(z.string(), z.string()),
      nodes: z.array(
        z.object({ flowId: z.string(), nodeId: z.string(), type: z.string(), label: z.string().nullable() }),
      ),
    })
    .describe('What the flows and nodes in `params` are called now.'),
})

/** A message as an inbox shows it. */
export const InboxMessage = MessageDetails.extend({
  failure: Coded.nullable().describe('Of `error`, by its code; null where only the sentence was stored.'),
  quoted: z
    .object({
      id: z.string(),
      fromMe: z.boolean(),
      type: z.string(),
      text: z.string().nullable(),
      displayName: z.string().nullable(),
      isStatus: z.boolean().describe('It was a status, and no message of this conversation.'),
    })
    .nullable()
    .describe('The message this one answers; null when it answers none or that one is not here.'),
  file: z
    .object({
      state: z.enum(['waiting', 'stored', 'failed', 'gone']),
      mimetype: z.string(),
      fileName: z.string().nullable(),
      sizeBytes: z.number().nullable(),
      url: z.string().nullable().describe('Null until it is stored; chat.downloadMedia has it fetched.'),
    })
    .nullable()
    .describe('The file of the message, once it is known here.'),
  sender: MessageSender.nullable().describe(
    'Who had the account send it; null for what others wrote, and where it is not known.',
  ),
})

export const NumberCheck = z.object({
  phoneNumber: z.string(),
  exists: z.boolean(),
  jid: z.string().nullable(),
  lid: z.string().nullable(),
})

/** One row per person. */
export const Contact = z.object({
  id: z.string().describe('Canonical address.'),
  notify: z.string().nullable().describe('The name the person chose.'),
  username: z
    .string()
    .nullable()
    .describe(
      'The name by which the person may be found, without its @. Whoever gives one up leaves it to others.',
    ),
  lid: z.string().nullable(),
  name: z.string().nullable().describe('The name in the account’s address book.'),
  phoneNumber: z.string().nullable().describe('E.164 with its +.'),
})

export const Conversation = z.object({
  clientId: z.string(),
  jid: z.string(),
  displayName: z.string().nullable(),
  picture: KnownPicture,
  unreadCount: z.int(),
  lastMessage: ConversationMessage.nullable(),
  ...listedStanding,
})

/** One change of a client's live state, as it was reported. */
export const ClientStateChange = z.object({
  id: z.string(),
  status: z.enum(WORKER_STATUSES),
  code: z.string(),
  message: z.string(),
  action: z.string().nullable(),
  detail: z.string().nullable().describe('What the network or the connection said of it.'),
  cause: Coded.nullable().describe('Of `detail`, as a code with what varies.'),
  rawCode: z.int().nullable().describe('The network’s own number for it.'),
  createdAt: timestamp,
})

/** A key for machines, without its value: only its prefix and last four characters are kept. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  lastFour: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
  revokedAt: timestamp.nullable(),
  expiresAt: timestamp.nullable().describe('From then on it is refused; null: never.'),
  scopes: z.array(z.string()).nullable().describe('What it may do; null: all its owner may.'),
  clientIds: z.array(z.string()).nullable().describe('The only clients it works on; null: all of its owner.'),
  usedThisHour: z.int().describe('Calls counted in the present hour (UTC clock).'),
  limit: z.int().describe('Calls an hour of the owner’s tier.'),
  userId: z.string().describe('Whose key it is.'),
  userName: z.string(),
})

export { EVENT_NAMES }

/** Something that happened, as the event log keeps it. */
export const LoggedEvent = z.object({
  id: z.string().describe('Unique, and larger for what was stored later.'),
  name: z.string().describe(`One of ${EVENT_NAMES.join(', ')}.`),
  clientId: z.string().nullable(),
  data: z.record(z.string(), z.unknown()).describe('By name; see the guide, “Events”.'),
  createdAt: timestamp,
})
