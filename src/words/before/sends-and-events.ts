import type { EventType } from '../../core/conversation/flow-event.ts'
import { MESSAGE_TYPES, type MessageType } from '../../core/conversation/message.ts'
import {
  type EndedByRefusal,
  outcomeUnknown,
  type SendError,
  type UnknownCauses,
} from '../../core/conversation/send-error.ts'
import type { EventSummary, SummaryParams } from '../../core/flow/index.ts'
import type { RefusalParams, RefusalReason } from '../../core/refusal-reasons.ts'
import { describeSendError } from '../en/lines/send-error.ts'
import { sendErrors } from '../en/send-errors.ts'

type UnknownCause = Exclude<keyof UnknownCauses, 'ack_timeout' | 'sent_before' | 'other'>
type PlainCode =
  | 'REFUSED_LATE'
  | 'NOT_CONNECTED'
  | 'NO_ANSWER'
  | 'BYTES_UNREADABLE'
  | 'EXPIRED'
  | 'CANCELLED'
  | 'NOT_AVAILABLE_YET'

/**
 * What rows of before say, which have a sentence and no code. This is the only place that matches English. Runs and
 * their events are deleted after 30 days; messages are not, so for their errors it stays.
 */

export type Read<Coded> = readonly (readonly [shape: RegExp, read: (...parts: string[]) => Coded | null])[]

export function readShape<Coded>(shapes: Read<Coded>, sentence: string): Coded | null {
  for (const [shape, read] of shapes) {
    const found = shape.exec(sentence)
    const coded = found && read(...found.slice(1).map((part) => part ?? ''))
    if (coded) return coded
  }
  return null
}

function readMessage(type: string, text: string): EventSummary | null {
  if (!MESSAGE_TYPES.includes(type as MessageType)) return null
  return {
    code: 'MESSAGE',
    params: { type: type as MessageType, text: text === '' ? null : text.slice(1, -1) },
  }
}

const SUMMARIES: Read<EventSummary> = [
  [/^human "(.*)"$/s, (text = '') => ({ code: 'PERSON_WROTE', params: { text } })],
  [
    /^edited "(.*)" -> "(.*)"$/s,
    (before = '', after = '') => ({ code: 'EDITED', params: { before, after } }),
  ],
  [
    /^deleted (\w+)(?: (".*"))?$/s,
    (type = '', text = '') => ({ code: 'DELETED', params: { message: readMessage(type, text) } }),
  ],
  [/^start (\S+)$/, (flowId = '') => ({ code: 'STARTED', params: { flowId } })],
  [/^resume$/, () => ({ code: 'RESUMED', params: {} })],
  [/^resume at (.+)$/s, (nodeId = '') => ({ code: 'RESUMED_AT', params: { nodeId } })],
  [
    /^schedule (.+) of (\S+)$/s,
    (nodeId = '', flowId = '') => ({ code: 'SCHEDULED', params: { nodeId, flowId } }),
  ],
  [
    /^(.+) (added|joined|removed|left|asked) in (\S+)$/s,
    (person = '', change = 'asked', group = '') => ({
      code: 'GROUP_CHANGED',
      params: { person, change: change as SummaryParams['GROUP_CHANGED']['change'], group },
    }),
  ],
  [
    /^call (\w+)$/,
    (state = 'missed') => ({ code: 'CALLED', params: { state: state as SummaryParams['CALLED']['state'] } }),
  ],
  [
    /^http (\d+) (\d+) B$/,
    (status, size) => ({ code: 'HTTP_ANSWERED', params: { status: Number(status), size: Number(size) } }),
  ],
  [/^code (\d+) B$/, (size) => ({ code: 'SCRIPT_RETURNED', params: { size: Number(size) } })],
  [/^documents (\d+)$/, (pieces) => ({ code: 'DOCUMENTS_FOUND', params: { pieces: Number(pieces) } })],
  [/^tool (\d+) B$/, (size) => ({ code: 'TOOL_RETURNED', params: { size: Number(size) } })],
  [
    /^(approved|changed|declined) by (.+)$/s,
    (as = 'approved', by = '') => ({
      code: 'APPROVAL_DECIDED',
      params: { as: as as SummaryParams['APPROVAL_DECIDED']['as'], by, approvalId: '' },
    }),
  ],
  [
    /^ai (\d+|\?) \+ (\d+|\?) tokens$/,
    (input, output) => ({
      code: 'MODEL_ANSWERED',
      params: { inputTokens: readCount(input), outputTokens: readCount(output) },
    }),
  ],
  [/^effect failed: (.+)$/s, (code = '') => ({ code: 'EFFECT_FAILED', params: { code } })],
  [/^send failed: (.+)$/s, (why = '') => ({ code: 'SEND_FAILED', params: { error: readSendError(why) } })],
  [/^(blacklist|favourite) (true|false)$/, (flag, value) => readFlag(flag, value)],
  [/^two contacts became one$/, () => ({ code: 'CONTACTS_MERGED', params: {} })],
  [/^flow published, its test ended$/, () => ({ code: 'TEST_ENDED', params: {} })],
  [/^(\w+)(?: (".*"))?$/s, (type = '', text = '') => readMessage(type, text)],
]

const readCount = (count: string | undefined): number | null => (count === '?' ? null : Number(count))

const readFlag = (flag: string | undefined, value: string | undefined): EventSummary => ({
  code: 'FLAG_SET',
  params: { flag: flag === 'blacklist' ? flag : 'favourite', value: value === 'true' },
})

/** The line of an event of a run; one that is not known stays as it is. */
export function readSummary(eventType: string, line: string): EventSummary {
  // Most events are summed up by their type.
  const isType = line === '' || line.replaceAll(' ', '_') === eventType
  if (isType) return { code: 'EVENT', params: { type: eventType as EventType } }
  return readShape(SUMMARIES, line) ?? { code: 'OTHER', params: { line } }
}

/** What stands alone behind its code, by what was made of it. */
const UNKNOWN: readonly UnknownCause[] = [
  'connection_lost',
  'connector_failed',
  'expired',
  'flow_ended',
  'service_stopped',
  'outcome_not_stored',
  'no_word_yet',
  'cannot_be_repeated',
  'cannot_be_asked',
  'worker_silent',
]

const PLAIN: readonly PlainCode[] = [
  'REFUSED_LATE',
  'NOT_CONNECTED',
  'NO_ANSWER',
  'BYTES_UNREADABLE',
  'EXPIRED',
  'CANCELLED',
  'NOT_AVAILABLE_YET',
]

const SEND_ERRORS: Read<SendError> = [
  [
    /^OUTCOME_UNKNOWN: The server did not confirm the message within (\d+) ms\./,
    (ms) => outcomeUnknown({ cause: 'ack_timeout', withinMs: Number(ms) }),
  ],
  [
    /^OUTCOME_UNKNOWN: an earlier attempt may have reached the network\. (.+)$/s,
    (message = '') => outcomeUnknown({ cause: 'sent_before', refusal: readRefusal(message) }),
  ],
  [/^OUTCOME_UNKNOWN: (.+)$/s, (sentence = '') => readUnknown(sentence)],
  [
    /^(REACH_OUT_RESTRICTED|NEW_CHAT_LIMIT): .*?(?:It ends at (\S+)\.)?$/s,
    (code, until) => readCold(code, until),
  ],
  [
    /^RECIPIENT_NOT_FOUND: (\S+) is not on the network\. /,
    (to = '') => ({ code: 'RECIPIENT_NOT_FOUND', params: { to } }),
  ],
  [
    /^ENCRYPTION_FAILED: The network has no keys of (\S+) to encrypt with\./,
    (to = '') => ({ code: 'NO_KEYS', params: { to } }),
  ],
  [
    /^ENCRYPTION_FAILED: The message could not be encrypted \((.*)\)\. /s,
    (why = '') => ({ code: 'ENCRYPTION_FAILED', params: { why } }),
  ],
  [
    /^BAD_CONTENT: Sending to (\S+) is not supported\. /,
    (to = '') => ({ code: 'RECIPIENT_UNSUPPORTED', params: { to } }),
  ],
  [/^(\d{3}): /, (code = '') => ({ code: 'REFUSED', params: { code } })],
  [
    /^([A-Z_]+): (.+)$/s,
    (as = '', message = '') => ({ code: 'REFUSAL', params: { as, ...readRefusal(message) } }),
  ],
]

type ReadReason = { [R in RefusalReason]: { reason: R; params: RefusalParams[R] } }[RefusalReason]

const notConnected = (while_: RefusalParams['CLIENT_NOT_CONNECTED']['while']) => (): ReadReason => ({
  reason: 'CLIENT_NOT_CONNECTED',
  params: { while: while_ },
})

/** Why sends were refused, as their rows say it. */
const REFUSALS: Read<ReadReason> = [
  [/^The client is not connected, so nothing was sent\. /, notConnected('sending')],
  [/^The network did not answer whether it knows this number, /, notConnected('checking')],
  [/^The network did not answer in time, so nothing was sent\. /, notConnected('preparing')],
  [
    /^(\S+) is not on the network, so nothing was sent\. /,
    (address = '') => ({ reason: 'RECIPIENT_NOT_FOUND', params: { address } }),
  ],
  [
    /^The file could not be put on the network’s media server: (.+) Nothing was sent\.$/s,
    (words = '') => ({ reason: 'MEDIA_UPLOAD_FAILED', params: { words } }),
  ],
  [
    /^The client already has (\d+) messages waiting, /,
    (waiting) => ({ reason: 'SEND_QUEUE_FULL', params: { waiting: Number(waiting) } }),
  ],
]

function readRefusal(message: string): EndedByRefusal {
  const data = readShape(REFUSALS, message)
  return data === null ? { message } : { message, data }
}

function readUnknown(sentence: string): SendError {
  const cause = UNKNOWN.find((one) => sendErrors.unknown[one] === sentence)
  return outcomeUnknown(cause === undefined ? { cause: 'other', sentence } : { cause })
}

const readCold = (code: string | undefined, until: string | undefined): SendError => ({
  code: code === 'NEW_CHAT_LIMIT' ? code : 'REACH_OUT_RESTRICTED',
  params: { until: until || null },
})

/**
 * Why a message was not sent. What would not be told in the same words today stays as it is, as the networks of tests have
 * words of their own.
 */
export function readSendError(line: string): SendError {
  for (const code of PLAIN) {
    const plain: SendError = { code, params: {} }
    if (describeSendError(plain) === line) return plain
  }
  const read = readShape(SEND_ERRORS, line)
  return read !== null && describeSendError(read) === line
    ? read
    : { code: 'OTHER', params: { sentence: line } }
}
