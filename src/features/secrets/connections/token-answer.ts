import { z } from 'zod'

/** What came of a request for a token. `error` is the code that the other system gave, never its sentence. */
export type TokenAnswer =
  | { kind: 'token'; access: string; refresh: string | null; lifeSec: number | null }
  | { kind: 'ended' | 'refused' | 'failing'; error: string | null }

/** As RFC 6749, 5.1, with what real servers leave out: the type, and for how long. */
const Granted = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,16384}$/),
  token_type: z
    .string()
    .regex(/^bearer$/i)
    .optional(),
  refresh_token: z.string().min(1).max(16_384).optional(),
  expires_in: z.coerce
    .number()
    .positive()
    .max(10 * 365 * 86_400)
    .optional()
    .catch(undefined),
})

/** Errors of RFC 6749 (4.1.2.1 and 5.2) after which the same may be asked again. */
const PASSING = new Set(['temporarily_unavailable', 'server_error', 'slow_down'])

/** Reads the answer; `isAgreed` where a person has agreed, and can do so again. */
export function readTokenAnswer(status: number, body: string, isAgreed: boolean): TokenAnswer {
  const json = parseObject(body)
  const given = z
    .string()
    .regex(/^[a-zA-Z_.-]{1,64}$/)
    .safeParse(json?.error)
  // Some say 200 and an error.
  if (status === 200 && json?.error === undefined) {
    const granted = Granted.safeParse(json)
    if (!granted.success) return { kind: 'failing', error: null }
    const { access_token: access, refresh_token: refresh = null, expires_in: lifeSec = null } = granted.data
    return { kind: 'token', access, refresh, lifeSec }
  }
  const error = given.success ? given.data : null
  const isPassing =
    status === 429 || status === 408 || status >= 500 || (error !== null && PASSING.has(error))
  if (isPassing) return { kind: 'failing', error: error ?? String(status) }
  if (isAgreed && error === 'invalid_grant') return { kind: 'ended', error }
  return { kind: 'refused', error: error ?? String(status) }
}

function parseObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
