import type { EventType } from '../core/conversation/flow-event.ts'
import { MESSAGE_TYPES, type MessageType } from '../core/conversation/message.ts'
import type { SendError } from '../core/conversation/send-error.ts'
import type { EventSummary } from '../core/flow/index.ts'

/**
 * What rows of before say, which have a sentence and no code. This is the only place that matches English. Runs and
 * their events are deleted after 30 days; messages are not, so for their errors it stays.
 */

type Read<Coded> = readonly (readonly [shape: RegExp, read: (...parts: string[]) => Coded | null])[]

function readShape<Coded>(shapes: Read<Coded>, sentence: string): Coded | null {
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
    /^http (\d+) (\d+) B$/,
    (status, size) => ({ code: 'HTTP_ANSWERED', params: { status: Number(status), size: Number(size) } }),
  ],
  [/^code (\d+) B$/, (size) => ({ code: 'SCRIPT_RETURNED', params: { size: Number(size) } })],
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

/** Why a message was not sent. */
export const readSendError = (sentence: string): SendError => ({ code: 'OTHER', params: { sentence } })
