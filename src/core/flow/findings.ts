import type { ContactFieldType } from '../contact/contact-fields.ts'
import type { GivenParams, NoParams } from '../conversation/coded.ts'

/** What graph validation can report. Any error blocks publishing; warnings never do. */
export type ErrorCode =
  | 'NO_TRIGGER'
  | 'DISCONNECTED'
  | 'DUPLICATE_ID'
  | 'UNKNOWN_TYPE'
  | 'GO_TO_TARGET_MISSING'
  | 'INVALID_DATA'

export type WarningCode =
  | 'UNCONNECTED_HANDLE'
  | 'LOOP_WITHOUT_WAIT'
  | 'UNDEFINED_VARIABLE'
  | 'TRIGGER_OVERLAP'
  | 'MENU_KEYWORD_SHADOWED'
  | 'NO_TIMEOUT'
  | 'LARGE_FLOW'
  | 'SECRET_IN_TEXT'
  | 'SCHEDULE_PAST'
  | 'TRANSLATION_MISSING'
  | 'TRANSLATION_STALE'
  | 'TRANSLATION_UNFIT'

/** The parts of a cron, in their order. */
export type CronField = 'minute' | 'hour' | 'day' | 'month' | 'weekday'

/** What can be wrong with a flow, a node or an edge as a whole, with what varies. Ids are those of nodes and edges. */
export interface FlowFindings {
  // The graph
  EDGE_TWICE: { handle: string; node: string }
  LEADS_NOWHERE: { exit: string }
  EDGE_FROM_NOWHERE: { node: string }
  EDGE_TO_NOWHERE: { node: string }
  NO_WAY_IN: { type: string }
  EXIT_UNKNOWN: { type: string; node: string; handle: string }
  NO_TRIGGER_LEADS: NoParams
  NOT_REACHED: { node: string }
  LOOP: { node: string }
  NODE_ID_TWICE: { id: string }
  EDGE_ID_TWICE: { id: string }
  MANY_NODES: { count: number }
  GO_TO_ITSELF: NoParams
  GO_TO_NOWHERE: { node: string }
  GO_TO_NO_ENTRY: { type: string }
  FALLBACK_BLANK: { behavior: string }
  // What the host has
  TYPE_UNKNOWN: { type: string }
  TYPE_UNSUPPORTED: { type: string }
  USE_UNSUPPORTED: { type: string; need: string }
  FILE_LEFT_OUT: NoParams
  FILE_GONE: NoParams
  SECRET_UNKNOWN: { name: string }
  SECRET_HELD: { name: string; host: string }
  SECRET_IN_TEXT: { path: string }
  // Triggers, menus and other flows
  KEYWORD_SHARED: { keyword: string; flow: string }
  MOMENT_PAST: NoParams
  WAITS_FOR_EVER: NoParams
  KEYWORD_OF_MENU: { keyword: string }
  CALLS_ITSELF: NoParams
  CALLED_UNPUBLISHED: NoParams
  CALLED_WITHOUT_TRIGGER: NoParams
  // Languages, as a list of their tags
  TRANSLATION_MISSING: { languages: string }
  TRANSLATION_STALE: { languages: string }
  TRANSLATION_UNFIT: { languages: string }
  TRANSLATION_BROKEN: { language: string }
  // A definition that cannot be read
  SETTINGS_TIME_ZONE: { place: string }
  DECLARED_NAME: { place: string }
  // What has no code here: a document that is no flow, and what a newer service says
  OTHER: { sentence: string }
}

/** What can be wrong with one field of a node, with what varies. Words for it follow the path of the field. */
export interface FieldFindings {
  // Triggers and other flows
  IDLE_TIME_MISSING: NoParams
  DECLARED_TWICE: { name: string }
  DEFAULT_OF_OTHER_TYPE: { type: string }
  KEYWORD_BLANK: NoParams
  KEYWORDS_MISSING: NoParams
  KEYWORDS_TOO_MANY: NoParams
  MENU_KEYWORD_TOO_LONG: NoParams
  MAIN_MENU_TWICE: NoParams
  TIME_ZONE_UNKNOWN: NoParams
  NO_ADDRESS: NoParams
  CRON_OR_MOMENT: NoParams
  NO_MOMENT: NoParams
  NO_MOMENT_TO_WAIT_FOR: NoParams
  AUDIENCE_MISSING: NoParams
  CRON_INCOMPLETE: NoParams
  CRON_FIELD: { text: string; field: CronField }
  FLOW_TO_CALL_MISSING: NoParams
  FLOW_TO_SWITCH_TO_MISSING: NoParams
  NODE_TO_GO_TO_MISSING: NoParams
  NO_EVENT_NAME: NoParams
  NO_CALL_PATH: NoParams
  SIGNATURE_SECRET_MISSING: NoParams
  // Questions and options
  NO_COUNTRY: NoParams
  // Groups
  GROUP_CHANGES_MISSING: NoParams
  CALL_STATES_MISSING: NoParams
  LABELS_MISSING: NoParams
  LABEL_ALSO_REMOVED: { label: string }
  NO_GROUP: NoParams
  NO_PEOPLE: NoParams
  NO_CHANNEL: NoParams
  NOTHING_TO_POST: NoParams
  NO_COLOUR: NoParams
  REMINDERS_TOO_MANY: { most: number }
  MIN_ABOVE_MAX: NoParams
  PATTERN_MISSING: NoParams
  REMINDERS_UNORDERED: NoParams
  REMINDER_AFTER_TIMEOUT: NoParams
  NO_DATE_FORMAT: NoParams
  NO_CASE_ID: NoParams
  NO_OPTION_ID: NoParams
  NO_ARM_ID: NoParams
  CASES_MISSING: NoParams
  OPTIONS_MISSING: NoParams
  CONTACTS_MISSING: NoParams
  ASSIGNMENTS_MISSING: NoParams
  CONTACTS_TOO_MANY: NoParams
  USED_TWICE: { id: string }
  CASE_FORMS: NoParams
  ROW_WITHOUT_LEFT: { op: string }
  ROW_WITHOUT_RIGHT: { op: string }
  NO_TYPE_TO_COMPARE: { types: string }
  OPTIONS_TOO_MANY: NoParams
  SEVERAL_NO_POLL: NoParams
  MENU_NO_POLL: { most: number; count: number }
  NUMBER_OF_ANOTHER: { name: string }
  NAME_OF_TWO: { name: string }
  POLL_TOO_SHORT: NoParams
  POLL_TOO_LONG: { most: number }
  THERE_TWICE: { text: string }
  SELECTABLE_TOO_MANY: NoParams
  WEIGHT_NOT_POSITIVE: NoParams
  NO_MODEL_NAME: NoParams
  NO_ROUTE_ID: NoParams
  ROUTES_TOO_FEW: NoParams
  ROUTES_TOO_MANY: { most: number }
  NO_TOOL_NAME: NoParams
  TOOLS_MISSING: NoParams
  TOOLS_TOO_MANY: { most: number }
  INSTRUCTION_READS: { name: string }
  EXTRACT_WITHOUT_VARIABLE: NoParams
  NO_COLLECTION_NAME: NoParams
  COLLECTIONS_MISSING: NoParams
  SOURCES_WITHOUT_KNOWLEDGE: NoParams
  APPROVAL_SENDS_NOTHING: NoParams
  SCHEMA_MISSING: NoParams
  SCHEMA_NO_JSON: NoParams
  SCHEMA_NO_OBJECT: NoParams
  SCHEMA_TOO_LARGE: { most: number }
  SCHEMA_KEYWORD: { name: string }
  NO_LINK_HOST: { name: string }
  MODEL_NOT_SET: { name: string }
  MODEL_KEY_MISSING: { name: string; secret: string }
  NO_TABLE_NAME: NoParams
  NO_COLUMN_NAME: NoParams
  ROW_VALUES_MISSING: NoParams
  ROW_FILTER_MISSING: NoParams
  TABLE_UNKNOWN: { name: string }
  COLUMN_UNKNOWN: { name: string; table: string }
  CONTACT_FIELD_UNDEFINED: { name: string }
  CONTACT_FIELD_TYPE: { name: string; type: ContactFieldType }
  CONTACT_FIELD_VALUE: { name: string; type: ContactFieldType; choices: string }
  ANSWER_ABOVE_LIMIT: { name: string; most: number }
  ARMS_TOO_FEW: NoParams
  ARMS_TOO_MANY: NoParams
  NO_FILE_KIND: { kinds: string }
  // Actions
  EMOJI_MISSING: NoParams
  LABEL_MISSING: NoParams
  NO_MILLISECONDS: NoParams
  SCRIPT_TOO_LONG: NoParams
  SCRIPT_BLANK: NoParams
  SCRIPT_TIME_TOO_LONG: NoParams
  TAGS_MISSING: NoParams
  TAG_ALSO_REMOVED: { tag: string }
  WAIT_TOO_SHORT: NoParams
  WAIT_TOO_LONG: NoParams
  CALL_TIME_TOO_LONG: NoParams
  TIMEOUT_TOO_SHORT: { least: number }
  WAIT_MISSING: NoParams
  CALENDAR_MISSING: NoParams
  MOMENT_MISSING: NoParams
  DURATION_NEGATIVE: NoParams
  DEPARTMENT_OR_PERSON: NoParams
  DEPARTMENT_GONE: NoParams
  PERSON_GONE: NoParams
  NO_CLOCK_TIME: NoParams
  NO_DATE: NoParams
  ENDS_BEFORE_IT_BEGINS: NoParams
  NEVER_OPEN: NoParams
  FASTER_THAN_CLIENT: { most: number }
  // Addresses and files
  URL_MISSING: NoParams
  MAPS_TOO_MANY: { most: number }
  NO_SECRET_NAME: NoParams
  NO_HEADER_NAME: { name: string }
  HEADER_WITH_LINE_BREAK: NoParams
  NO_JSON_PATH: NoParams
  METHOD_WITHOUT_BODY: { method: string }
  BODY_NO_TEXT: NoParams
  BODY_NO_FILE: NoParams
  FILE_WITHOUT_PLACE: NoParams
  FILE_IN_NO_OBJECT: NoParams
  EMAIL_SECRET_MISSING: NoParams
  EMAIL_TO_MISSING: NoParams
  EMAIL_SUBJECT_MISSING: NoParams
  EMAIL_EMPTY: NoParams
  EMAIL_FILES_TOO_MANY: { most: number }
  NO_EMAIL_ADDRESS: NoParams
  BODY_NO_JSON: NoParams
  JSON_TOO_DEEP: { most: number }
  JSON_TOO_LARGE: { most: number }
  NO_MEDIA_TYPE: NoParams
  NO_CAPTION: { kind: string }
  MEDIA_TYPE_OF_ANOTHER: { type: string; kind: string }
  URL_AND_ASSET: NoParams
  NO_URL_OR_ASSET: NoParams
  NO_HTTP_ADDRESS: NoParams
  HOST_IS_TEMPLATE: NoParams
  HOST_MISSING: NoParams
  CREDENTIALS_IN_ADDRESS: NoParams
  ADDRESS_PRIVATE: NoParams
  NOT_ENCRYPTED: NoParams
  ALBUM_TOO_SHORT: NoParams
  ALBUM_TOO_LONG: { most: number }
  ALBUM_WITH_FILE: NoParams
  NO_DEGREES: { most: number }
  NO_PHONE: NoParams
  // Variables, templates and secrets
  NO_AMOUNT: NoParams
  NO_VARIABLE_NAME: NoParams
  NO_INPUT_NAME: NoParams
  NAME_RESERVED: NoParams
  TEXT_TOO_LONG: { most: number }
  TEXT_BLANK: NoParams
  ALWAYS_EMPTY: { name: string; root: string; fields: string }
  NEVER_SET: { name: string }
  ROOT_UNKNOWN: { name: string; root: string }
  SECRET_NOT_HERE: NoParams
  SECRET_NOT_ALONE: { name: string }
  EXPRESSION_IN_BRACES: NoParams
  EXPRESSION_EMPTY: NoParams
  FORMULA_MISSING: NoParams
  FORMULA_ENDS_EARLY: NoParams
  FORMULA_UNEXPECTED: { text: string; place: number }
  FORMULA_TEXT_OPEN: NoParams
  FORMULA_FUNCTION_UNKNOWN: { name: string }
  FORMULA_ARGUMENTS: { usage: string }
  FORMULA_TOO_DEEP: { most: number }
  PATTERN_TOO_LONG: { most: number }
  PATTERN_TOO_LARGE: NoParams
  PATTERN_CLASSES: { most: number }
  PATTERN_NOT_RE2: { why: string }
  // Any field
  FIELD_UNKNOWN: { names: string }
  NONE_OF_CHOICES: { choices: string }
  KIND_OTHER: { kind: string }
  TOO_SMALL: { least: string }
  TOO_BIG: { most: string }
  // What the language of a text or a script says itself, in its own words
  UNREADABLE: { why: string }
}

export interface FindingParams extends FlowFindings, FieldFindings {}

/** Why something is a finding; more exact than the code, of which one may have many reasons. */
export type FindingReason = keyof FindingParams

type FindingOf<R extends FindingReason> = { reason: R; params: FindingParams[R] }

/** A finding without its place. Its sentence stands once a language in `src/words`. */
export type Finding = { [R in FindingReason]: FindingOf<R> }[FindingReason]

type Given<R extends FindingReason> = GivenParams<FindingParams, R>

export function finding<R extends FindingReason>(reason: R, ...[params]: Given<R>): FindingOf<R> {
  return { reason, params: (params ?? {}) as FindingParams[R] }
}

/** Schemas carry nothing but a text with an issue: a finding as such a text. */
export function findingText<R extends FindingReason>(reason: R, ...params: Given<R>): string {
  return JSON.stringify(finding(reason, ...params))
}

/** A finding out of the text of a schema's issue; null for a text of the library's own. */
export function readFindingText(text: string): Finding | null {
  return text.startsWith('{"reason":') ? (JSON.parse(text) as Finding) : null
}

/**
 * One finding of `validateFlow`. `path` is a dotted place inside the node's `data`, for instance `options.1.label`.
 * `flow` is the name of the flow it is about, where those of several flows stand together.
 */
export type Issue = Finding & {
  code: ErrorCode | WarningCode
  severity: 'error' | 'warning'
  nodeId?: string
  edgeId?: string
  path?: string
  flow?: string
}

/** The answer of `validateFlow`; publish is allowed when `errors` is empty. */
export interface ValidationResult {
  errors: Issue[]
  warnings: Issue[]
}
