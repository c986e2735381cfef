import type { GivenParams, NoParams } from '../conversation/coded.ts'
import type { JsonProblem } from '../json-safety.ts'

/** The side of a bound that a size is on the wrong side of. */
export type Bound = 'exactly' | 'at_least' | 'more_than' | 'at_most' | 'less_than'

/** What is wrong with an input of an operation, with what varies. The sentences are in `words`. */
export interface InputProblemParams {
  // What every schema finds
  INVALID: NoParams
  FIELD_UNKNOWN: NoParams
  /** `kind` is a type of JSON: string, number, int, boolean, array, object, null. */
  INPUT_OF_OTHER_KIND: { kind: string }
  MISSING: { kind: string }
  OF_OTHER_KIND: { kind: string }
  /** Each as JSON text. */
  NONE_OF: { choices: readonly string[] }
  EMPTY: NoParams
  /** `unit` is string for characters, array for entries; any other size is the number itself. */
  SIZE: { bound: Bound; size: string; unit: string }
  OF_OTHER_FORM: { format: string }
  NO_MULTIPLE: { divisor: string }
  NO_FORM_FITS: NoParams
  // Names, ids and addresses
  NO_CLIENT_ID: NoParams
  NO_PHONE_NUMBER: { least: number }
  NO_USERNAME: NoParams
  NO_RECIPIENT: { given: string }
  NO_NAME: NoParams
  NO_NAME_WITH_DASHES: NoParams
  NO_SHORTCUT: NoParams
  MESSAGE_OR_FLOW: NoParams
  NO_TIME_ZONE: NoParams
  NO_OPENING_HOURS: NoParams
  NO_DAY: NoParams
  NO_DAY_RANGE: { most: number }
  OTHER_DEPARTMENT: NoParams
  NO_NODE_ID: NoParams
  NO_NODE_TYPE: NoParams
  NO_VARIABLE_NAME: NoParams
  NO_EVENT_ID: NoParams
  NO_DELIVERY_ID: NoParams
  NO_SHA256: NoParams
  NO_LINK_TOKEN: NoParams
  NO_VISIT_TOKEN: NoParams
  NO_URL: NoParams
  NO_WEBHOOK_URL: NoParams
  NO_ADDRESS: NoParams
  NO_MODEL_ADDRESS: NoParams
  NO_SECRET_HOST: NoParams
  NO_PROXY_PORT: NoParams
  NO_GROUP_ADDRESS: NoParams
  NO_CHANNEL_ADDRESS: NoParams
  NO_CHANNEL_LINK: NoParams
  NO_GROUP_INVITE: NoParams
  SANDBOX_NUMBER: NoParams
  SANDBOX_NUMBER_LENGTH: NoParams
  // Fields that belong together
  REQUIRED: { name: string }
  NAMES_DIFFER: { given: readonly string[]; name: string }
  ID_OR_FLOW: NoParams
  DELIVERIES_OR_RANGE: NoParams
  ONE_ACT: { acts: readonly string[] }
  // Values
  NO_FIELD_VALUE: { most: number }
  NO_SECRET_TEXT: { chars: number; parts: number }
  FORMAT_VERSION: { version: number }
  JSON_TEXT_TOO_LONG: NoParams
  NO_JSON_TEXT: NoParams
  JSON_TEXT_REFUSED: { problem: JsonProblem }
  // Messages
  NO_BASE64: NoParams
  NO_BASE64URL: NoParams
  NO_MIME_TYPE: NoParams
  NO_MEDIA_TYPE: NoParams
  NO_MEDIA_SOURCE: NoParams
  NO_MOMENT: NoParams
  NO_QUOTED: NoParams
  OPTIONS_SAME: NoParams
  SELECTABLE_TOO_MANY: NoParams
  NO_PIN: NoParams
  NO_PIN_TIME: NoParams
  NO_MESSAGE_TYPE: { types: readonly string[] }
  MESSAGE_TYPES_MANY: { types: readonly string[] }
  ALBUM_ITEM: NoParams
  // Statuses
  NO_COLOUR: NoParams
  NO_STATUS_CONTENT: NoParams
  STATUS_FIELD_MISPLACED: NoParams
  STATUS_FOR_PEOPLE: NoParams
  /** A sentence without a code. */
  OTHER: { sentence: string }
}

export type InputProblemReason = keyof InputProblemParams

type ProblemOf<R extends InputProblemReason> = { reason: R; params: InputProblemParams[R] }

export type InputProblem = { [R in InputProblemReason]: ProblemOf<R> }[InputProblemReason]

type Given<R extends InputProblemReason> = GivenParams<InputProblemParams, R>

export const inputProblem = <R extends InputProblemReason>(reason: R, ...[params]: Given<R>): InputProblem =>
  ({ reason, params: params ?? {} }) as InputProblem

/** Schemas carry nothing but a text with an issue: a problem as such a text. */
export const problemText = <R extends InputProblemReason>(reason: R, ...params: Given<R>): string =>
  JSON.stringify(inputProblem(reason, ...params))

/** What a schema found wrong, as far as a sentence about it needs; `message` is `problemText`, or the library's own sentence. */
export interface InputIssue {
  code?: unknown
  message: string
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined
  keys?: unknown
  expected?: unknown
  values?: unknown
  origin?: unknown
  minimum?: unknown
  maximum?: unknown
  inclusive?: unknown
  exact?: unknown
  format?: unknown
  divisor?: unknown
}

/** How every sentence of the library begins. */
const OF_THE_LIBRARY = /^(Invalid\b|Too (small|big)\b|Unrecognized key)/

function toKindProblem({ expected, message, path = [] }: InputIssue): InputProblem {
  const kind = String(expected)
  if (path.length === 0) return inputProblem('INPUT_OF_OTHER_KIND', { kind })
  const isMissing = message.endsWith('received undefined')
  return inputProblem(isMissing ? 'MISSING' : 'OF_OTHER_KIND', { kind })
}

function toChoiceProblem(values: unknown): InputProblem {
  const choices = (Array.isArray(values) ? values : []).map((value) => JSON.stringify(value))
  return inputProblem('NONE_OF', { choices })
}

/** Too little or too much: characters of a text, entries of a list, or a number itself. */
function toSizeProblem(size: unknown, bound: Bound, strict: Bound, issue: InputIssue): InputProblem {
  const unit = String(issue.origin)
  const params = { size: String(size), unit }
  if (issue.exact === true) return inputProblem('SIZE', { bound: 'exactly', ...params })
  const isCounted = unit === 'string' || unit === 'array'
  if (isCounted && size === 1 && bound === 'at_least') return inputProblem('EMPTY')
  return inputProblem('SIZE', { bound: issue.inclusive === false ? strict : bound, ...params })
}

/** What a schema found wrong, by a code: the library's own words are about its own types. */
export function toInputProblem(issue: InputIssue): InputProblem {
  const { message } = issue
  if (message.startsWith('{"reason":')) return JSON.parse(message) as InputProblem
  if (!OF_THE_LIBRARY.test(message)) return inputProblem('OTHER', { sentence: message })
  switch (issue.code) {
    case 'invalid_type':
      return toKindProblem(issue)
    case 'invalid_value':
      return toChoiceProblem(issue.values)
    case 'too_small':
      return toSizeProblem(issue.minimum, 'at_least', 'more_than', issue)
    case 'too_big':
      return toSizeProblem(issue.maximum, 'at_most', 'less_than', issue)
    case 'invalid_format':
      return inputProblem('OF_OTHER_FORM', { format: String(issue.format) })
    case 'not_multiple_of':
      return inputProblem('NO_MULTIPLE', { divisor: String(issue.divisor) })
    default:
      return inputProblem('NO_FORM_FITS')
  }
}
