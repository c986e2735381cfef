import { createHmac, timingSafeEqual } from 'node:crypto'

export const COOKIE_PREFIX = 'parley'

/** Cookies of a service with such an address are sent over TLS only. */
export const isSecure = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https://') ?? false

/** The name the sign-in library gives the cookie, with the prefix browsers demand of secure ones. */
export function buildCookieName(prefix: string, isSecure: boolean): string {
  return `${isSecure ? '__Secure-' : ''}${prefix}.session_token`
}

function findCookie(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const [key = '', ...value] = part.trim().split('=')
    if (key === name) return value.join('=')
  }
  return undefined
}

/** `token.signature`, percent-encoded; the signature is HMAC-SHA-256 over the token in base64. */
export function readSessionToken(header: string, name: string, secret: string): string | null {
  const cookie = findCookie(header, name)
  if (cookie === undefined) return null
  let value: string
  try {
    value = decodeURIComponent(cookie)
  } catch {
    return null
  }
  const dot = value.lastIndexOf('.')
  if (dot < 1) return null
  const token = value.slice(0, dot)
  const given = Buffer.from(value.slice(dot + 1))
  const expected = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'))
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}
