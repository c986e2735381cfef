import { createSecretHider, type IncomingCall } from '../../core/flow/index.ts'

/** So much of a call is kept for people. */
const MAX_BODY_CHARS = 16_384
const MAX_FIELDS = 60
const MAX_FIELD_CHARS = 500

/** Names of headers and of the query whose values are for programs alone. */
const CONFIDENTIAL = /auth|cookie|token|signature|secret|password|api-?key/i

export interface KeptCall {
  headers: Record<string, unknown>
  query: Record<string, unknown>
  body: string
  isCut: boolean
}

/** PostgreSQL keeps no NUL in texts. */
const withoutNul = (text: string): string => text.replaceAll('\0', '')

type Hide = (text: string) => string

function keepFields(
  fields: Readonly<Record<string, unknown>>,
  confidential: string | undefined,
  hide: Hide,
): Record<string, unknown> {
  const keep = (value: unknown): string => hide(withoutNul(String(value)).slice(0, MAX_FIELD_CHARS))
  const isConfidential = (name: string): boolean => name === confidential || CONFIDENTIAL.test(name)
  return Object.fromEntries(
    Object.entries(fields)
      .slice(0, MAX_FIELDS)
      .map(([name, value]): [string, unknown] => {
        if (isConfidential(name)) return [withoutNul(name), '***']
        return [withoutNul(name), Array.isArray(value) ? value.slice(0, MAX_FIELDS).map(keep) : keep(value)]
      }),
  )
}

/**
 * A call as people see it again: bounded, without what shows where it came from, and without the secret it was signed with.
 * The body is JSON, also of a form; one that could not be read is a text as it came.
 */
export function toKeptCall(
  call: Pick<IncomingCall, 'headers' | 'query'>,
  body: { parsed: unknown } | { raw: string },
  signed: { header: string; secret: string | undefined } | null,
): KeptCall {
  const hide = createSecretHider(new Map(signed?.secret === undefined ? [] : [['signature', signed.secret]]))
  const text = 'parsed' in body ? JSON.stringify(body.parsed) : withoutNul(body.raw)
  const hidden = hide(text.replaceAll('\\u0000', ''))
  return {
    headers: keepFields(call.headers, signed?.header, hide),
    query: keepFields(call.query, undefined, hide),
    body: hidden.slice(0, MAX_BODY_CHARS),
    isCut: hidden.length > MAX_BODY_CHARS,
  }
}
