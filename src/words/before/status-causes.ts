import type { StatusCause } from '../../core/client/status-cause.ts'
import { renderCoded } from '../coded.ts'
import { statusCauses } from '../en/status-causes.ts'
import { type Read, readShape } from './sends-and-events.ts'

/** What begins like a ban that has an end; its reason is in the middle. */
const ENDS_AT = / It ends at (\S+)\.$/

const SHAPES: Read<StatusCause> = [
  [/^until (.+)$/, (until = '') => ({ code: 'RESTRICTED_UNTIL', params: { until } })],
  [
    /^The server refuses version (\S+) of WhatsApp Web, so the connection is opened again with (\S+)\.$/,
    (refused = '', next = '') => ({ code: 'NEWER_VERSION', params: { refused, next } }),
  ],
  [
    /^The server refuses version (\S+) of WhatsApp Web, and no newer/,
    (refused = '') => ({ code: 'NO_NEWER_VERSION', params: { refused } }),
  ],
  [/^The connection was given up: (.+)\.$/s, (error = '') => ({ code: 'BROKE_DOWN', params: { error } })],
  [
    /^The connection ended with (.+)\.$/s,
    (message = '') => ({
      code: 'ENDED_WITH',
      params: { message: message === 'no reason given' ? null : message },
    }),
  ],
]

function readBan(sentence: string): StatusCause | null {
  const until = ENDS_AT.exec(sentence)?.[1] ?? null
  for (const why of [null, 'STRANGERS', 'BLOCKED', 'GROUPS', 'SAME_MESSAGE', 'BROADCASTS'] as const) {
    const ban: StatusCause = { code: 'BANNED_FOR_NOW', params: { why, until } }
    if (renderCoded(statusCauses, ban) === sentence) return ban
  }
  return null
}

/**
 * What was said of clients before there were codes for it: the history keeps some hundred rows of each. What would not be
 * rendered in the same words today stays as it is.
 */
export function readStatusCause(sentence: string): StatusCause {
  const plain = Object.entries(statusCauses).find(([, words]) => words === sentence)
  if (plain) return { code: plain[0], params: {} } as StatusCause
  const read = readShape(SHAPES, sentence) ?? readBan(sentence)
  return read !== null && renderCoded(statusCauses, read) === sentence
    ? read
    : { code: 'OTHER', params: { sentence } }
}
