import { RECIPIENT_FORMS } from '../../core/addresses.ts'
import type { Bound } from '../../core/input/input-problem.ts'
import { describeJsonProblem, type InputProblemWords, type JsonProblemWords } from '../input-problems.ts'

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'an address such as https://example.com',
  guid: 'an id in the form of a UUID',
  uuid: 'an id in the form of a UUID',
  base64: 'the bytes of the file as base64',
  datetime: 'a time as ISO 8601 with a zone, such as 2026-01-01T12:00:00Z',
}

const BOUNDS: Readonly<Record<Bound, string>> = {
  exactly: 'exactly',
  at_least: 'at least',
  more_than: 'more than',
  at_most: 'at most',
  less_than: 'less than',
}

const COUNTED: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' }

const nameKind = (kind: string): string => KINDS[kind] ?? `a value of the kind ${kind}`

export const jsonProblems: JsonProblemWords = {
  depth: ({ most }) => `it nests deeper than ${most} levels.`,
  parts: ({ most }) => `it holds more than ${most} values and keys.`,
  unsafe: ({ path }) =>
    `it holds a NUL character or half of a surrogate pair${path && ` at ${path}`}, which text cannot hold.`,
  untold: ({ path }) => `it has a field ${path}, a name that no field may have. Give it another one.`,
}

export const inputProblems: InputProblemWords = {
  // What every schema finds
  INVALID: 'The input is not valid.',
  FIELD_UNKNOWN: 'There is no such field here. Check its spelling, or leave it out.',
  INPUT_OF_OTHER_KIND: ({ kind }) => `The input is ${nameKind(kind)} in JSON; this is something else.`,
  MISSING: ({ kind }) => `This is missing. Give ${nameKind(kind)}.`,
  OF_OTHER_KIND: ({ kind }) => `Give ${nameKind(kind)}.`,
  NONE_OF: ({ choices }) => `Give ${choices.length === 1 ? '' : 'one of '}${choices.join(', ')}.`,
  EMPTY: 'This may not be empty.',
  SIZE: ({ bound, size, unit }) => `Give ${BOUNDS[bound]} ${size}${COUNTED[unit] ?? ''}.`,
  OF_OTHER_FORM: ({ format }) =>
    FORMATS[format] === undefined
      ? 'This does not have the form that is taken here.'
      : `Give ${FORMATS[format]}.`,
  NO_MULTIPLE: ({ divisor }) => `Give a multiple of ${divisor}.`,
  NO_FORM_FITS: 'This is none of what is taken here; the reference page shows the possible forms.',
  // Names, ids and addresses
  NO_CLIENT_ID: 'This is not a client id; client ids are UUIDs.',
  NO_USERNAME: 'must be a username such as @ana.b, of 3 to 35 letters, digits, dots and underscores',
  NO_PHONE_NUMBER: ({ least }) =>
    `This is not a phone number: write its ${least} to 15 digits, the country code first.`,
  NO_RECIPIENT: ({ given }) => `"${given}" is not a recipient. Use ${RECIPIENT_FORMS}.`,
  NO_NAME: 'A name is letters, digits and _, and begins with no digit.',
  NO_NAME_WITH_DASHES: 'A name is letters, digits, _ and -, and begins with no digit.',
  NO_SHORTCUT: 'A shortcut is up to 32 letters, digits, _ and -, and begins with a letter or a digit.',
  MESSAGE_OR_FLOW: 'A campaign sends a message or starts a flow, not both.',
  NO_TIME_ZONE: 'Give an IANA time zone such as Europe/Lisbon.',
  NO_OPENING_HOURS: 'Give at least one span of hours, each of which ends after it begins.',
  NO_DAY: 'Give a day such as 2026-11-26.',
  NO_DAY_RANGE: ({ most }) => `Give a day that is not before the first one, and ${most} days at most.`,
  OTHER_DEPARTMENT: 'Choose another department than this one.',
  NO_NODE_ID: 'Node ids are 1 to 64 letters, digits, _ or -.',
  NO_NODE_TYPE: 'Node types look like send.text.',
  NO_VARIABLE_NAME: 'Variable names are letters, digits and _.',
  NO_EVENT_ID: 'This is no event id; they are the `id` of events.list and of deliveries.',
  NO_DELIVERY_ID: 'This is no id of a delivery; webhooks.deliveries has them.',
  NO_SHA256: 'A SHA-256 is 64 hexadecimal digits.',
  NO_LINK_TOKEN: 'This link is not whole.',
  NO_VISIT_TOKEN: 'This is not 32 bytes of base64url.',
  NO_URL: 'This is not an http or https URL.',
  NO_WEBHOOK_URL: 'This is no address of http or https.',
  NO_ADDRESS: 'An address begins with https:// and names a host.',
  NO_MODEL_ADDRESS:
    'An address begins with https:// and names a host, such as https://models.example.com/v1.',
  NO_SECRET_HOST:
    'A host is a name such as api.example.com, *.example.com for all below it, or an address; without https:// and path.',
  NO_PROXY_PORT: 'port is a string of digits.',
  NO_GROUP_ADDRESS: 'This is no address of a group.',
  NO_CHANNEL_ADDRESS: 'This is no address of a channel.',
  NO_CHANNEL_LINK: 'This is no link of a channel; it looks like https://whatsapp.com/channel/ and a code.',
  NO_GROUP_INVITE: 'This is no invite link of a group; it looks like https://chat.whatsapp.com/ and a code.',
  SANDBOX_NUMBER: 'This is no phone number; write digits with the country code.',
  SANDBOX_NUMBER_LENGTH: 'A phone number has 5 to 15 digits.',
  // Fields that belong together
  REQUIRED: ({ name }) => `${name} is required.`,
  NAMES_DIFFER: ({ given, name }) =>
    `${given.join(' and ')} name the same thing but hold different values; send only ${name}.`,
  ID_OR_FLOW: 'Give id, flow or both.',
  DELIVERIES_OR_RANGE: 'Give deliveryIds, or a range with from, to or both.',
  ONE_ACT: ({ acts }) => `Give exactly one of ${acts.join(', ')}.`,
  // Values
  NO_FIELD_VALUE: ({ most }) => `Give a text of at most ${most} characters, a number, true, false or null.`,
  NO_SECRET_TEXT: ({ chars, parts }) =>
    `Give a text of at most ${chars} characters, or a list of at most ${parts} texts and parts {secret, as}.`,
  FORMAT_VERSION: ({ version }) => `This server reads version ${version} of the flow exchange format.`,
  JSON_TEXT_TOO_LONG: 'This JSON text is longer than 1 MiB.',
  NO_JSON_TEXT: 'This string is not JSON text.',
  JSON_TEXT_REFUSED: ({ problem }) =>
    `This JSON text cannot be taken: ${describeJsonProblem(jsonProblems, problem)}`,
  // Messages
  NO_BASE64: 'This is not base64.',
  NO_BASE64URL: 'This is not base64url, as `PublicKeyCredential.toJSON()` gives it.',
  NO_MIME_TYPE: 'This is not a MIME type such as image/png.',
  NO_MEDIA_TYPE: 'This is no media type.',
  NO_MEDIA_SOURCE: 'Give media as an http(s) URL string, as {url}, as {base64, mimetype}, or as {mediaId}.',
  NO_MOMENT: 'Give the time as ISO 8601 with a zone, or as whole seconds since 1970.',
  NO_QUOTED: 'Give the quoted message as its id or as its key {remoteJid, id, fromMe}.',
  OPTIONS_SAME: 'Two options are the same.',
  SELECTABLE_TOO_MANY: 'selectableCount is larger than the number of options.',
  NO_PIN: 'Give 1 to pin or 2 to unpin.',
  NO_PIN_TIME: 'Give 86400, 604800 or 2592000 seconds: 24 h, 7 or 30 days.',
  NO_MESSAGE_TYPE: ({ types }) => `A message needs exactly one type: one of ${types.join(', ')}.`,
  MESSAGE_TYPES_MANY: ({ types }) =>
    `A message takes exactly one type, but this one has ${types.join(' and ')}; send them one by one.`,
  ALBUM_ITEM: 'An album item is either an image or a video, with its optional caption.',
  NO_COLOUR: 'Give the colour as #RRGGBB, such as #1f6e5c.',
  NO_STATUS_CONTENT: 'Give exactly one of text, image, video and voice.',
  STATUS_FIELD_MISPLACED:
    'This does not go with what is posted: a caption is of a picture or a video, a background of a text or a recording, a font of a text.',
  STATUS_FOR_PEOPLE: 'A status goes to people: give their numbers or LIDs, no groups.',
}
