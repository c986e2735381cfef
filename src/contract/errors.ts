import { z } from 'zod'

/**
 * Why a call was refused although it was well formed, as `data.reason`. Nothing was sent in any of these cases.
 * - `CLIENT_NOT_CONNECTED` start the client's worker, or wait until it is connected, then call again.
 * - `RECIPIENT_NOT_FOUND` the recipient has no account on the network.
 * - `USERNAME_NOT_FOUND` nobody has that username.
 * - `USERNAME_KEY_NEEDED` whoever has that username is found with its key alone; ask contacts.check with it.
 * - `SEND_QUEUE_FULL` the client has 1,000 sends waiting; call again later.
 * - `NO_CALL_LINK` the network gave no link for the call of an event; call again, or leave `call` out.
 * - `ANSWERED_MEANWHILE` another person wrote in the conversation since what `unlessAnsweredSince` names; read that first.
 * - `EDIT_WINDOW_PAST` the message is older than the network lets it be edited.
 * - `DELETE_WINDOW_PAST` the message is older than the network lets it be taken back.
 * - `MESSAGE_NOT_FOUND` this client never saw the message.
 * - `SESSION_EXPORTED` the client's session left with clients.exportSession; take it back with clients.reclaimSession.
 * - `ALREADY_PAIRED` the client is linked to an account; log it out first.
 * - `PAIRING_CODE_REFUSED` the network gave no code for this number; the message says what to do.
 * - `NOT_PAIRING` the client waits for something else than to be linked; ask worker.status.
 * - `NOT_LINKABLE` the client has a session, exported or imported; a pairing link is for one that has none.
 * - `NO_PASSKEY_ASKED` the network does not ask this client for a passkey; ask worker.passkey.get.
 * - `PASSKEY_REFUSED` it was signed for something else, or the network refused it; the message says what to do.
 * - `SCOPE_MISSING` the key lacks the scope in `data.scope`; use another key, or make one that has it.
 * - `KEY_LIMITED_TO_CLIENTS` the key is for some clients only, and this concerns others.
 * - `ROLE_MISSING` what the caller is in the workspace does not allow it; ask its owner or an admin.
 * - `PEOPLE_ONLY` no key may do that; somebody has to sign in.
 * - `NOT_AVAILABLE_YET` this server does not do it yet; the message names what is missing.
 */
export const REFUSAL_REASONS = [
  'CLIENT_NOT_CONNECTED',
  'RECIPIENT_NOT_FOUND',
  'USERNAME_NOT_FOUND',
  'USERNAME_KEY_NEEDED',
  'SEND_QUEUE_FULL',
  'NO_CALL_LINK',
  'ANSWERED_MEANWHILE',
  'EDIT_WINDOW_PAST',
  'DELETE_WINDOW_PAST',
  'MESSAGE_NOT_FOUND',
  'SESSION_EXPORTED',
  'ALREADY_PAIRED',
  'PAIRING_CODE_REFUSED',
  'NOT_PAIRING',
  'NOT_LINKABLE',
  'NO_PASSKEY_ASKED',
  'PASSKEY_REFUSED',
  'SCOPE_MISSING',
  'KEY_LIMITED_TO_CLIENTS',
  'PEOPLE_ONLY',
  'ROLE_MISSING',
  'NOT_AVAILABLE_YET',
] as const

/**
 * The reasons that envelopes of `chat.*` name in `error`, before the sentence; with any other reason, or none, they name
 * the code. Callers compare that text, so a refusal that is given a reason later is not added here.
 */
const ENVELOPE_REASONS: ReadonlySet<string> = new Set([
  ...['CLIENT_NOT_CONNECTED', 'RECIPIENT_NOT_FOUND', 'SEND_QUEUE_FULL', 'NO_CALL_LINK', 'MESSAGE_NOT_FOUND'],
  ...['EDIT_WINDOW_PAST', 'DELETE_WINDOW_PAST', 'REACH_OUT_RESTRICTED', 'NEW_CHAT_LIMIT'],
  ...['USERNAME_NOT_FOUND', 'USERNAME_KEY_NEEDED'],
  'ANSWERED_MEANWHILE',
  ...['IDEMPOTENCY_KEY_REUSED', 'NOT_AVAILABLE_YET', 'NETWORK_NOT_ANSWERING'],
  ...[
    'MEDIA_TOO_LARGE',
    'MEDIA_ADDRESS_REFUSED',
    'MEDIA_NOT_FETCHED',
    'MEDIA_NOT_FOUND',
    'MEDIA_UPLOAD_FAILED',
  ],
  ...['MEDIA_TYPE_MISMATCH', 'MEDIA_GONE', 'MEDIA_NOT_AVAILABLE'],
  ...['VOICE_NOTE_TOO_LONG', 'VOICE_NOTE_NOT_CONVERTIBLE'],
  ...['SCOPE_MISSING', 'KEY_LIMITED_TO_CLIENTS', 'PEOPLE_ONLY', 'HOST_UNKNOWN', 'ORIGIN_UNKNOWN'],
  ...['DATABASE_UNAVAILABLE', 'DATABASE_FULL', 'FILES_FULL', 'MASTER_KEY_MISSING'],
])

export const isEnvelopeReason = (reason: string): boolean => ENVELOPE_REASONS.has(reason)

/** Graph validation error codes; any of them blocks publishing. */
export const GRAPH_ERROR_CODES = [
  'NO_TRIGGER',
  'DISCONNECTED',
  'DUPLICATE_ID',
  'UNKNOWN_TYPE',
  'GO_TO_TARGET_MISSING',
  'INVALID_DATA',
] as const

/** One thing wrong with a request (`path` of the field) or with a graph (`code`, `nodeId`, `edgeId`). */
export const Problem = z.looseObject({
  message: z.string().describe('What is wrong and what to do about it.'),
  path: z.string().optional().describe('Dotted path of the field in the request body.'),
  code: z
    .string()
    .optional()
    .describe(`Graph validation code: ${GRAPH_ERROR_CODES.join(', ')}, or a warning code.`),
  nodeId: z.string().nullish().describe('Node the problem is about.'),
  edgeId: z.string().nullish().describe('Edge the problem is about.'),
})

export const ProblemList = z.object({ errors: z.array(Problem), warnings: z.array(Problem) })

const Reason = z.looseObject({
  reason: z
    .string()
    .optional()
    .describe(`A stable word for programs: ${REFUSAL_REASONS.join(', ')}.`),
})

const LimitReached = z.object({
  tier: z.enum(['free', 'pro']),
  limit: z.int(),
  resetAt: z.iso.datetime().describe('When the next hour by the clock begins (UTC).'),
})

/** What any operation may answer instead of its result; the HTTP status follows the code. */
export const commonErrors = {
  BAD_REQUEST: {
    status: 400,
    message: 'The request is not valid.',
    data: z.looseObject(ProblemList.shape),
  },
  UNAUTHORIZED: { status: 401, message: 'The key or session is missing or not valid.' },
  FORBIDDEN: { status: 403, message: 'This caller may not do that.', data: Reason.optional() },
  NOT_FOUND: {
    status: 404,
    message: 'No such thing, or it belongs to someone else.',
    data: Reason.optional(),
  },
  CONFLICT: { status: 409, message: 'It does not fit the present state.', data: Reason.optional() },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: 'The body is too large.',
    data: z.looseObject({ maxBytes: z.int() }).optional(),
  },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send JSON with Content-Type: application/json.' },
  UNPROCESSABLE_CONTENT: {
    status: 422,
    message: 'The request is well formed but cannot be done.',
    data: Reason.optional(),
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: 'The hourly limit of this key is used up.',
    data: LimitReached.optional(),
  },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    message: 'Something broke on our side.',
    data: z.object({ requestId: z.string() }).optional(),
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'Not possible right now; call again later.',
    data: Reason.optional(),
  },
  GATEWAY_TIMEOUT: { status: 504, message: 'No answer in time.', data: Reason.optional() },
} as const
