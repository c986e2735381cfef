import type { CallErrorCode, ModelErrorCode } from '../conversation/call-failure.ts'
import type { MediaContent, TextContent } from '../conversation/content.ts'
import type { ToolCall } from '../conversation/flow-event.ts'
import type { GroupRefusals } from '../conversation/group-refusals.ts'
import type { TableCall } from '../tables.ts'

/**
 * Work outside the engine. The host writes effects in the event's transaction and carries them out after it commits.
 * No run waits for those of `FlowEffect`; one waits for each `AwaitedEffect`.
 */

/** A text that may hold secrets, as the pieces it is put together from; the value of a secret is never seen here. */
export type SecretText = string | readonly (string | SecretPart)[]

/**
 * Where the host puts the value of the secret `secret`: `raw` as it is (a header refuses line breaks), `url`
 * percent-encoded, `json` as the inside of a JSON string.
 */
export interface SecretPart {
  secret: string
  as: SecretEncoding
}
export type SecretEncoding = 'raw' | 'url' | 'json'

interface EffectPlace {
  runId: string
  nodeId: string
}

export interface NotifyEffect extends EffectPlace {
  kind: 'notify'
  webhook?: string
  jid?: string
  label?: string
  reason: string
}

/**
 * Somebody is to look after the conversation: a member of a department by its rule, or one person of the workspace. Who it is is
 * decided where this is carried out, once.
 */
export interface AssignEffect extends EffectPlace {
  kind: 'assign'
  departmentId?: string
  personId?: string
}

/** Labels of the workspace on the conversation, by their names. A name that is no label of it changes nothing. */
export interface LabelEffect extends EffectPlace {
  kind: 'label'
  add: readonly string[]
  remove: readonly string[]
}

/** Shows "typing" to the contact for a time. */
export interface TypingEffect extends EffectPlace {
  kind: 'typing'
  durationMs: number
}

export const CHAT_ACTIONS = ['read', 'typing', 'recording', 'react', 'archive', 'label'] as const

/**
 * Something done in the chat that is no message. `value`: milliseconds for typing and recording, the emoji for
 * react, the label's name for label, `true` or `false` for archive. `messageId` is the contact's last message.
 */
export interface ChatActionEffect extends EffectPlace {
  kind: 'chat_action'
  action: (typeof CHAT_ACTIONS)[number]
  value: string | null
  messageId: string | null
}

/** An event for webhooks and the event stream: `event` is its name, `payload` JSON text. */
export interface EmitEffect extends EffectPlace {
  kind: 'emit'
  event: string
  payload: SecretText
}

/** Work nothing waits for. */
export type FlowEffect =
  | NotifyEffect
  | AssignEffect
  | LabelEffect
  | TypingEffect
  | ChatActionEffect
  | EmitEffect

/** A request as it goes out, rendered and escaped; `Content-Type` and `Idempotency-Key` are among the headers. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  url: SecretText
  headers: { name: string; value: SecretText }[]
  body: SecretText | null
  /** A stored file: without a place instead of a body, its bytes as they are, with its type unless a header says another. */
  file?: { mediaId: string; place?: FilePlace | undefined } | undefined
}

/** Where a file goes in a body: as a part of a form beside its fields, or as base64 where `mark` stands in the JSON of `body`. */
export type FilePlace =
  | { kind: 'part'; name: string; fields: { name: string; value: SecretText }[] }
  | { kind: 'base64'; mark: string }

/**
 * A call of another system. `retries` more attempts are allowed after a failure that came before an answer, or a
 * 429 or 5xx, and only when `mayRetry`. Answer with `effect_result` {status, headers, body} whatever the status (body
 * parsed when it is JSON, else text), `effect_failed` when no answer could be had or it is larger than `maxBodyBytes`.
 */
export interface HttpEffect extends EffectPlace {
  kind: 'http'
  effectId: string
  request: HttpRequest
  timeoutMs: number
  retries: number
  mayRetry: boolean
  maxBodyBytes: number
  /** The tool of a model that is called with it; absent for a node's own call. */
  tool?: string
  /** The contact sees "typing" for as long as it takes. */
  typing?: true
}

/**
 * A call of a tool at a server that speaks the Model Context Protocol over streamable HTTP. `request` is its address with its headers;
 * a new session is opened for each call. Answer with `effect_result` {output} whatever the tool says of itself, `effect_failed` when
 * there is no answer. Attempts are those of `HttpEffect`.
 */
export interface McpEffect extends EffectPlace {
  kind: 'mcp'
  effectId: string
  request: HttpRequest
  /** The tool as the model knows it, and as the server does. */
  tool: string
  remoteTool: string
  input: Readonly<Record<string, unknown>>
  timeoutMs: number
  retries: number
  mayRetry: boolean
  maxBodyBytes: number
  typing?: true
}

/**
 * A script to run in a sandbox without clock, network or disk: `source` is the body of a function whose parameters are
 * the keys of `input`. Answer with `effect_result` {value} (JSON), or `effect_failed` when it threw or met a limit.
 */
export interface CodeEffect extends EffectPlace {
  kind: 'code'
  effectId: string
  source: string
  input: Record<string, unknown>
  timeoutMs: number
  memoryMb: number
}

/** A tool that a model may ask for; `schema` is a JSON Schema of its input. Who asks is shown nothing else of it. */
export interface AiTool {
  name: string
  description: string
  schema: Readonly<Record<string, unknown>>
}

/** What a call of a tool came to: its output, or the code of why there is none. */
export type ToolOutput = { value: unknown } | { error: string }

/** What came after the question was first asked: a message of the contact, or calls that the model asked for, with their outputs. */
export type AiTurn =
  | { said: string }
  | { text: string; calls: readonly (ToolCall & { output: ToolOutput })[] }

/** What a model is to come to: a text, a text after calls of tools, a JSON object that a schema fits, or one of several ways. */
export type AiTask =
  | { mode: 'reply' }
  | { mode: 'agent'; tools: readonly AiTool[] }
  | { mode: 'extract'; schema: Readonly<Record<string, unknown>> }
  | { mode: 'classify'; routes: readonly { id: string; description: string }[] }

/** A message of the contact as a model is shown it. */
export interface ContactMessage {
  messageId: string
  type: string
  text: string
}

/**
 * A question to the model that its owner calls `model`. `instructions` alone are the flow's own words; `facts`, `prompt` and what
 * the contact `said` hold words of others and go to the model in the role of the user. The host adds the last
 * `historyTurns` messages of the conversation. `turns` follow after all of it, absent for none. Answer with `effect_result` {text},
 * {calls}, {object} or {route} as the task asks, and {usage}; with `effect_failed` when there is no answer, when it is none of these, or when a limit of its owner is reached.
 * A question changes nothing, so one whose answer was lost is asked again, and counted again.
 */
export interface AiEffect extends EffectPlace {
  kind: 'ai'
  effectId: string
  model: string
  task: AiTask
  instructions: string
  facts: string | null
  prompt: string | null
  said: ContactMessage | null
  turns?: readonly AiTurn[]
  knowledge?: KnowledgeQuestion
  historyTurns: number
  maxTokens: number
  timeoutMs: number
  /** The contact sees "typing" for as long as it takes. */
  typing?: true
}

/**
 * What is looked for in the documents of the flow's owner before the model is asked. The pieces go to the model in the role of the
 * user; which they were is answered as {sources}.
 */
export interface KnowledgeQuestion {
  question: string
  /** Null: all of them. */
  collections: readonly string[] | null
  maxPieces: number
}

/**
 * A search in the documents of the flow's owner that a model asked for as a tool. It changes nothing, so one whose answer was lost is
 * made again. Answer with `effect_result` {found}, which is empty where nothing is found.
 */
export interface KnowledgeEffect extends EffectPlace {
  kind: 'knowledge'
  effectId: string
  /** The tool as the model knows it. */
  tool: string
  search: KnowledgeQuestion
  typing?: true
}

/**
 * A look at, or a change of, a table of the owner. A change and its answer are stored in one transaction, so it is made once however
 * often a process dies. Answer with `effect_result` {value: `TableAnswer`}, or `effect_failed` with a `TableErrorCode`.
 */
export interface TableEffect extends EffectPlace {
  kind: 'table'
  effectId: string
  call: TableCall
}

/**
 * An e-mail by the server of the secret `secret`, sent once: one whose outcome cannot be known is not sent again. Answer with
 * `effect_result` {output: {messageId, accepted, refused}} when the server took it for somebody, else `effect_failed`.
 */
export interface EmailEffect extends EffectPlace {
  kind: 'email'
  effectId: string
  secret: string
  to: readonly string[]
  cc: readonly string[]
  replyTo: string | null
  subject: string
  text: string | null
  html: string | null
  files: readonly { mediaId: string }[]
  timeoutMs: number
}

/** What a flow may do with people in a group. */
export const GROUP_MEMBER_ACTS = ['add', 'remove', 'promote', 'demote', 'approve', 'reject'] as const
export type GroupMemberAct = (typeof GROUP_MEMBER_ACTS)[number]

/**
 * Something done in a group of the account. Each sets what is to be, so one whose answer was lost is done again; a message is put
 * into the outbox in the transaction of its answer. Answer with `effect_result` {output}: {results} of the people, as the operations
 * on groups answer them, {code, url} of an invite link, {messageId} of a message; with `effect_failed` and a `GroupErrorCode` where
 * it was not done, for one of the people or at all.
 */
export interface GroupActEffect extends EffectPlace {
  kind: 'group_act'
  effectId: string
  group: string
  act: GroupMemberAct | 'send' | 'get_invite' | 'renew_invite'
  people: readonly string[]
  /** Of a message; null for other acts. */
  text: string | null
}

/** Why a group act was not done, beside the codes of refusals of the network (`GroupRefusals`). */
export type GroupErrorCode =
  /** There is no group: the run is in none, and none was named. */
  | 'GROUP_MISSING'
  | 'BAD_ADDRESS'
  /** One of the people has no account, is not in the group, or has not asked to join it. */
  | 'PERSON_UNKNOWN'
  /** The username finds somebody with its key alone. */
  | 'KEY_NEEDED'
  /** Who is to be added wants to be asked. */
  | 'INVITE_ONLY'
  | 'PERSON_REFUSED'
  | keyof GroupRefusals
  | 'NETWORK_NOT_ANSWERING'
  | 'ACTS_NOT_DONE_HERE'

/**
 * A post in a channel of the account: posted once, under an id that is made of the effect's, so one whose answer was lost is looked for
 * before it is posted again. Answer with `effect_result` {output: {id, serverId}}, or `effect_failed` with a `ChannelErrorCode`.
 */
export interface ChannelPostEffect extends EffectPlace {
  kind: 'channel_post'
  effectId: string
  channel: string
  content: TextContent | MediaContent
}

/** Why nothing was posted. */
export type ChannelErrorCode =
  /** No channel was named, or what was named is none. */
  | 'CHANNEL_MISSING'
  | 'FILE_MISSING'
  | 'TOO_LARGE'
  | 'ADDRESS_REFUSED'
  | 'MEDIA_NOT_FETCHED'
  | 'MEDIA_UPLOAD_FAILED'
  | 'MEDIA_TYPE_MISMATCH'
  | 'CHANNEL_NOT_FOUND'
  | 'NOT_CHANNEL_ADMIN'
  | 'ACCOUNT_NOT_ASKED'
  | 'ACCOUNT_RATE_LIMITED'
  | 'ACCOUNT_REFUSED'
  /** The network never said whether it took it. */
  | 'OUTCOME_UNKNOWN'
  | 'ACTS_NOT_DONE_HERE'

/**
 * A status of the account, for those whom its privacy names: posted once, under an id that is made of the effect's. Answer with
 * `effect_result` {output: {id}} when the network took it, else `effect_failed` with a `StatusErrorCode`.
 */
export interface StatusPostEffect extends EffectPlace {
  kind: 'status_post'
  effectId: string
  content: TextContent | MediaContent
}

/** Why nothing was posted, beside the codes of files of `ChannelErrorCode`. */
export type StatusErrorCode =
  | 'STATUS_FOR_NOBODY'
  | 'STATUS_TOO_LONG'
  | Exclude<ChannelErrorCode, 'CHANNEL_MISSING' | 'CHANNEL_NOT_FOUND' | 'NOT_CHANNEL_ADMIN'>

/** Work a run waits for in `waiting_effect`; answered by one `effect_result` or `effect_failed` event. */
export type AwaitedEffect =
  | HttpEffect
  | McpEffect
  | CodeEffect
  | AiEffect
  | KnowledgeEffect
  | TableEffect
  | EmailEffect
  | GroupActEffect
  | ChannelPostEffect
  | StatusPostEffect

export type EffectKind = FlowEffect['kind'] | AwaitedEffect['kind']

/** Codes of calls that gave no result; those of scripts are `ScriptErrorCode`. */
export type EffectErrorCode = CallErrorCode

/** Codes of questions to a model that gave no result, beside those of calls. */
export type AiErrorCode = ModelErrorCode

/** Why a tool that a model asked for has no output, beside the codes of calls; the model is told. */
export type ToolErrorCode =
  | 'TOOL_UNKNOWN'
  | 'INPUT_INVALID'
  | 'CALLS_TOO_MANY'
  | 'FLOW_FAILED'
  | 'GIVEN_UP'
  | 'NOT_CALLED'

export function isAwaited(effect: FlowEffect | AwaitedEffect): effect is AwaitedEffect {
  return 'effectId' in effect
}
