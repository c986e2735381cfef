import type { NetworkActRefusals } from './client/account-refusals.ts'
import type { ProxyEntryProblem } from './client/proxy-failure.ts'
import type { ContactFieldType } from './contact/contact-fields.ts'
import type { CallFailure } from './conversation/call-failure.ts'
import type { NoParams } from './conversation/coded.ts'
import type { PreparationProblem } from './conversation/content.ts'
import type { TeamRefusals } from './conversation/team-refusals.ts'
import type { IgnoreReason } from './flow/decision.ts'
import type { Finding } from './flow/findings.ts'
import type { RecordProblem } from './flow/record/recording.ts'
import type { StartRefusals } from './flow/start-refusals.ts'
import type { TypebotProblem } from './flow/typebot/document.ts'
import type { InputProblem } from './input/input-problem.ts'
import type { MissingThing } from './input/missing-thing.ts'

/** What any operation may be refused for. */
export interface CommonRefusals {
  NO_SUCH_THING: { what: MissingThing }
  CURSOR_UNKNOWN: NoParams
  IDEMPOTENCY_KEY_REUSED: NoParams
  FIELD_INVALID: { problem: InputProblem }
}

export interface AccountRefusals {
  OWN_ACCOUNT: NoParams
  OWNER_STAYS: NoParams
  OWNER_ONLY: NoParams
  TOO_MANY_WORKSPACES: { most: number }
  /** Whoever has no account may not be invited here. */
  ACCOUNT_FIRST: { email: string }
  ALREADY_MEMBER: { email: string }
  INVITED_OTHER: { email: string }
  INVITATION_OVER: NoParams
  OTHER_NAME: NoParams
  HAS_ACCOUNT: { email: string }
  NO_ACCOUNT: { email: string }
  EMAIL_INVALID: { email: string }
  EMAIL_TAKEN: { email: string }
  PASSWORD_LENGTH: { least: number; most: number }
  KEY_EXPIRY_PAST: NoParams
  NO_SERVER_MAIL: NoParams
  NO_SUCH_SECRET: NoParams
  SECRET_VALUE_MISSING: NoParams
  SECRET_HOSTS_MISSING: NoParams
  TOO_MANY_SECRETS: { most: number }
  SECRET_OF_OTHER_KIND: NoParams
  NO_SUCH_CONNECTION: NoParams
  KEY_FILE_UNREADABLE: NoParams
  /** Its tokens are had without anybody. */
  NOBODY_AGREES: NoParams
  AGREEMENT_UNKNOWN: NoParams
  /** `error` is the code of the other system, as of a code that it refuses. */
  NOT_AGREED: { name: string; error: string | null }
  CODE_REFUSED: { name: string; error: string | null }
  TOO_MANY_WEBHOOKS: { most: number }
  /** Of the address of a webhook; `call` is why it is not called. */
  BAD_URL: { call: CallFailure }
  ADDRESS_REFUSED: { call: CallFailure }
}

/** Of tables for flows and their rows. `row` counts from 1 among those given; null where there is one. */
export interface TableRefusals {
  NO_SUCH_TABLE: { name: string }
  NO_SUCH_COLUMN: { name: string }
  NO_SUCH_ROW: { table: string }
  TOO_MANY_TABLES: { most: number }
  COLUMN_TWICE: { name: string }
  COLUMN_CHOICES: { name: string }
  COLUMN_TYPE_STAYS: { name: string }
  COLUMN_VALUE: { name: string; row: number | null }
  ROW_TAKEN: { row: number | null; columns: string }
  ROW_SIZE: NoParams
  ROWS_AT_ONCE: { most: number }
  TABLE_LIMIT: { what: 'rows' | 'bytes' }
}

/** Of fields of contacts and their values. */
export interface ContactFieldRefusals {
  NO_SUCH_CONTACT_FIELD: { name: string }
  TOO_MANY_CONTACT_FIELDS: { most: number }
  CONTACT_FIELD_CHOICES: NoParams
  CONTACT_FIELD_TYPE_STAYS: { name: string }
  CONTACT_FIELD_VALUE: { name: string; type: ContactFieldType; choices: string }
}

/** Of language models and how they are set up. `host` is that of the address. */
export interface ModelRefusals {
  NO_SUCH_MODEL: NoParams
  TOO_MANY_MODELS: { most: number }
  MODEL_ADDRESS: { why: 'missing' | 'unreadable' | 'more_than_address' | 'private' | 'plain'; host: string }
  MODEL_SECRET: { why: 'missing' | 'unknown' | 'held'; name: string; host: string }
  MODEL_TASK: { lacks: 'schema' | 'routes' }
  MODEL_KIND: { why: 'no_embedding' | 'no_vectors' }
}

/** Of documents that are kept as knowledge. */
export interface KnowledgeRefusals {
  KNOWLEDGE_FULL: { what: 'documents' | 'bytes'; most: number }
  KNOWLEDGE_FILE_TOO_LARGE: { most: number }
  KNOWLEDGE_ADDRESS: { why: 'unreadable' | 'password' | 'private'; host: string }
  KNOWLEDGE_FILE_READ: NoParams
}

export interface ProxyRefusals {
  SANDBOX_USES_NO_PROXY: NoParams
  CLIENTS_WOULD_GO_DIRECT: { clients: number }
  PROXY_UNKNOWN: NoParams
  PROXY_INVALID: { problem: ProxyEntryProblem }
}

/** Of clients, their workers and how they are linked. */
export interface ClientRefusals {
  RECIPIENT_UNREADABLE: { given: string }
  STATUS_IS_NO_CONTACT: NoParams
  NO_WORKER: NoParams
  WORKER_ENDED: NoParams
  WORKER_NOT_RUNNING: NoParams
  WORKER_NOT_STARTED: NoParams
  /** The worker did not answer, so what it was told may still take effect. */
  WORKER_UNSURE: NoParams
  WORKER_CHANGED_HANDS: NoParams
  ALREADY_PAIRED: NoParams
  NOT_PAIRING: NoParams
  PAIRING_CODE_REFUSED: { why: 'bad_request' | 'rate_limited' | 'no_answer' | 'passkey_asked' }
  NO_PASSKEY_ASKED: { worker: 'running' | 'stopped' }
  PASSKEY_REFUSED: { why: 'wrong_challenge' | 'refused' | 'no_answer' }
}

/** Of somebody who opens a pairing link, and of whoever makes one. */
export interface PairingLinkRefusals {
  NOT_LINKABLE: NoParams
  LINK_UNKNOWN: NoParams
  LINK_OVER: NoParams
  LINK_OPENED_ELSEWHERE: NoParams
  LINK_USED_UP: NoParams
  TOO_OFTEN: NoParams
  NO_VISIT: NoParams
  PAIRING_METHOD: NoParams
  PAIRING_CONTENT_TYPE: NoParams
  PAIRING_PATH_UNKNOWN: NoParams
}

/** Why a file holds no session that can be used. */
export interface SessionFileRefusals {
  /** No known layout: of no program, or of one that is known to be something else. */
  SESSION_FILE_UNKNOWN: {
    found: 'no_session' | 'no_export' | 'nesting' | 'sqlite' | 'parley_export' | 'gzip'
  }
  /** Cut off or altered. */
  SESSION_FILE_DAMAGED:
    | { part: 'file' | 'content' | 'json' | 'zip' }
    | { part: 'identity'; fields: readonly string[] }
    | { part: 'key_pair'; name: string }
  /** More than is read or written, or too long. */
  SESSION_TOO_LARGE:
    | { of: 'export' | 'time' }
    | { of: 'unpacked'; entries: number; mib: number }
    | { of: 'values'; most: number }
  /** Keys only. */
  SESSION_CREDS_MISSING: NoParams
  /** Credentials only. */
  SESSION_KEYS_MISSING: NoParams
  /** Never paired. */
  SESSION_NOT_REGISTERED: NoParams
  /** Null where another network exported it, else the account that is none of this network. */
  SESSION_OTHER_NETWORK: { account: string | null }
  /** Several, none named. */
  SESSION_AMBIGUOUS: { count: number; sessions: string }
  /** The named one is not among them. */
  SESSION_NOT_IN_FILE: { wanted: string; sessions: string }
}

export interface SessionRefusals extends SessionFileRefusals {
  NO_SESSION: NoParams
  SESSION_EXISTS: NoParams
  SESSION_IN_USE: NoParams
  /** It may run in another place, or be taken back while another is imported. */
  SESSION_EXPORTED: { while: 'starting' | 'importing' }
  SESSION_NOT_EXPORTED: NoParams
  SESSION_PASSPHRASE_WRONG: NoParams
  SESSION_FILE_VERSION: { version: number; known: number }
  /** So many are being read or sealed already, of everybody or of one owner. */
  SESSIONS_BEING_MOVED: { by: 'everybody' | 'owner' }
  WORKER_NOT_STOPPED: NoParams
}

/** What a flow was to be done with. */
export type FlowNext = 'publish' | 'test'

/** Of calls at the addresses of triggers, and of who makes the addresses. */
export interface IncomingRefusals {
  WEBHOOK_UNKNOWN: NoParams
  WEBHOOK_TRIGGER_UNKNOWN: NoParams
  SIGNATURE_WRONG: NoParams
  /** `path` is where the number was looked for. */
  CONTACT_MISSING: { path: string }
  CONTACT_UNKNOWN: NoParams
  CALL_CONTENT_TYPE: NoParams
  CALL_TOO_LARGE: { kib: number }
  FORM_UNREADABLE: NoParams
}

export interface FlowRefusals {
  FLOW_CHANGED: NoParams
  FLOW_UNREADABLE: { problem: Finding }
  FLOW_HAS_ERRORS: { errors: number; next: FlowNext }
  FLOW_PUBLISHED: NoParams
  FLOW_WITHOUT_LANGUAGES: NoParams
  NO_TRANSLATION_TABLE: NoParams
  FLOW_WITHOUT_CLIENT: { next: FlowNext }
  MAIN_MENU_UNSUITABLE: NoParams
  VERSION_UNKNOWN: { number: number }
  /** `holder` is what names a secret; the key itself where the operation needs the scope. */
  SCOPE_MISSING: { scope: string; holder: 'key' | 'call' | 'flow' | 'model' }
  CALLS_NOT_MADE_HERE: NoParams
  /** `words` are those of who reads files of that form. */
  /** Two flows have the same `ref`, or the same made of their names. */
  BUNDLE_UNREADABLE: { twice: string }
  TYPEBOT_UNREADABLE: TypebotProblem
  /** Of an imported file: where the workflow begins, and the address of that below the one of n8n. */
  N8N_WORKFLOW: { start: 'chat' | 'webhook' | 'parley' | 'other'; node: string; method: string; path: string }
  BOT_ARCHIVE: NoParams
  TRIGGER_UNKNOWN: NoParams
  PHONE_NOT_ALLOWED: NoParams
  TOO_MANY_TEST_PHONES: { most: number }
  TEST_PHONE_UNKNOWN: NoParams
  TEST_CASE_UNKNOWN: NoParams
  EVALUATION_UNKNOWN: NoParams
  EVALUATION_WITHOUT_CASES: NoParams
  EVALUATION_ENDED: NoParams
  TOO_MANY_EVALUATIONS: { most: number }
  TEST_CASE_UNREADABLE: { why: 'characters' | 'steps'; most: number } | { why: 'form'; words: string }
  TEST_CASES_FALL_SHORT: { failed: number; of: number }
  TOO_MANY_TEST_CASES: { most: number }
  TOO_MANY_TESTS_RUNNING: NoParams
  /** The events of a run are gone, or from a release of before. */
  RUN_NOT_RECORDED: NoParams
  RUN_NOT_REPEATABLE: RecordProblem
}

/** What a server does not do yet, as callers have been told it from the first. */
export type NotAvailable =
  | 'sending files from here'
  | 'links to calls from here'
  | 'files given as base64'
  | 'files of messages'
  | `assets.${'list' | 'get' | 'upload' | 'delete'}`
  | 'knowledge.add'

/** Why a file cannot be sent as what it shall be, and what to do. */
export type MismatchAdvice = 'picture' | 'webp' | 'audio' | 'video' | 'sticker' | 'document'

export interface MediaRefusals {
  FILE_EMPTY: NoParams
  FILE_SIZE: NoParams
  TOO_MANY_FILES: { most: number }
  ASSET_IN_USE: { flowName: string }
  ASSET_IN_REPLY: { title: string }
  NOT_AVAILABLE_YET: { missing: NotAvailable }
  MEDIA_NOT_FOUND: NoParams
  /** Of a file that is given by its address; `call` is why it could not be fetched. */
  MEDIA_TOO_LARGE: { call: CallFailure }
  MEDIA_ADDRESS_REFUSED: { call: CallFailure }
  MEDIA_NOT_FETCHED: { call: CallFailure } | { host: string; status: number }
  /** `words` are those of the network's media server. */
  MEDIA_UPLOAD_FAILED: { words: string }
  MEDIA_TYPE_MISMATCH: { media: string; found: string | null; advice: MismatchAdvice }
  VOICE_NOTE_TOO_LONG: { minutes: number }
  VOICE_NOTE_NOT_CONVERTIBLE: { found: string; why: 'no_sound' | 'unreadable' | 'format' }
  /** `words` are those of the store. */
  BUCKET_UNUSABLE: { bucket: string; words: string }
}

/** Of sends, and of what is read of conversations. In all of them nothing was handed to the network. */
export interface SendRefusals extends TeamRefusals {
  /** Not connected, or the network was silent while it was asked about the number or about what a message needs. */
  CLIENT_NOT_CONNECTED: { while: 'sending' | 'checking' | 'naming' | 'preparing' | 'testing' }
  SEND_QUEUE_FULL: { waiting: number }
  NO_CALL_LINK: NoParams
  RECIPIENT_NOT_FOUND: { address: string }
  USERNAME_NOT_FOUND: { username: string }
  USERNAME_KEY_NEEDED: { username: string }
  EDIT_WINDOW_PAST: { minutes: number }
  DELETE_WINDOW_PAST: { hours: number }
  MESSAGE_NOT_FOUND: { id: string }
  QUOTED_NOT_FOUND: { id: string }
  MESSAGE_NOT_PREPARED: PreparationProblem
  REACH_OUT_RESTRICTED: { until: string }
  NEW_CHAT_LIMIT: { until: string }
  /** What the message was, seen from this client, is not what the key says. */
  KEY_OF_OTHER: { fromMe: boolean }
  KEY_OF_OTHER_CHAT: NoParams
  NOT_OWN_MESSAGE: { act: 'edit' | 'revoke' }
  NOT_EDITABLE: { type: string }
  PLACE_UNKNOWN: { list: 'conversation' | 'inbox' | 'pages' }
  FIELD_MISPLACED: { fitting: readonly string[]; type: string }
  MESSAGE_TYPE_UNKNOWN: NoParams
  ALBUM_ITEM_EMPTY: NoParams
  NO_FILE_IN_MESSAGE: NoParams
  STATUS_HAS_NO_PICTURE: NoParams
  STATUS_IS_NO_CHAT: NoParams
  /** `words` are those of the download; null where it took too long. */
  MEDIA_GONE: { words: string | null }
  MEDIA_NOT_AVAILABLE: { words: string | null }
  NO_ANSWER_IN_TIME: NoParams
  NETWORK_NOT_ANSWERING: NoParams
  PICTURES_ASKED_TOO_OFTEN: NoParams
}

/** Why the engine passed a request over. */
export type PassedOverRefusals = { [Reason in Uppercase<Exclude<IgnoreReason, 'handoff'>>]: NoParams }

export interface RunRefusals extends StartRefusals, PassedOverRefusals {
  /** Somebody was faster. */
  APPROVAL_DECIDED: { as: 'approved' | 'changed' | 'declined'; by: string }
  HANDOFF: { while: 'starting' | 'testing' }
  /** It broke while it was worked on; `words` are those of what broke. */
  FAILED: { words: string }
  OWN_NUMBER: NoParams
  NOT_PAUSED: { state: string }
  RUN_ENDED: { state: string }
  /** It is stored and will be taken up. */
  REQUEST_LATE: NoParams
  DRAFTS_NOT_TESTED_HERE: NoParams
}

/** Of what a caller may not do, and of bodies that are not taken. */
export interface CallRefusals {
  ADMINS_ONLY: NoParams
  /** What the caller is in the workspace does not allow it. */
  WORKSPACE_LEFT: NoParams
  ROLE_MISSING: {
    right: 'view' | 'inspect' | 'talk' | 'build' | 'manage' | 'own'
    role: 'owner' | 'admin' | 'agent' | 'viewer'
  }
  PEOPLE_ONLY: NoParams
  CONTENT_TYPE: NoParams
  BODY_TOO_LARGE: { mib: number }
  /** Without the files in that field, which do not count. */
  BODY_TOO_LARGE_BESIDE: { field: string }
  SHORT_FILES_TOO_LARGE: NoParams
  BODY_TOO_MANY_VALUES: { most: number }
  BODY_TOO_DEEP: { levels: number }
  BODY_ENDED_EARLY: NoParams
}

export interface SandboxRefusals {
  NOT_PAIRED: NoParams
  NOT_A_SANDBOX_CLIENT: NoParams
  NETWORK_NOT_AVAILABLE: NoParams
  NO_QR: NoParams
  FILE_TOO_LARGE: { mib: number }
  /** What a simulated person cannot do; `words` are those of the sandbox. */
  SANDBOX_REFUSED: { words: string }
}

/** Why an operation was refused, with what varies in its sentence. The sentences are in `words`, a record a language. */
export interface RefusalParams
  extends CommonRefusals,
    AccountRefusals,
    TableRefusals,
    ContactFieldRefusals,
    ModelRefusals,
    KnowledgeRefusals,
    ProxyRefusals,
    ClientRefusals,
    PairingLinkRefusals,
    SessionRefusals,
    FlowRefusals,
    IncomingRefusals,
    MediaRefusals,
    SendRefusals,
    NetworkActRefusals,
    RunRefusals,
    CallRefusals,
    SandboxRefusals {}

export type RefusalReason = keyof RefusalParams
