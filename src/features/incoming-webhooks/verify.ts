import { createHmac } from 'node:crypto'
import type { SignatureRule } from '../../core/flow/index.ts'
import { isSameSecret } from '../../platform/secrets.ts'

/** How old, or how far ahead, a signed moment may be: what Stripe and Standard Webhooks recommend. */
const TOLERANCE_SEC = 300

export interface SignedCall {
  headers: Readonly<Record<string, string>>
  raw: Uint8Array
  nowSec: number
}

type Encoding = SignatureRule['encoding']

const sign = (key: string | Uint8Array, parts: readonly (string | Uint8Array)[], as: Encoding): string => {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(part)
  return hmac.digest(as)
}

const isRecent = (sentSec: string, nowSec: number): boolean =>
  /^\d{1,12}$/.test(sentSec) && Math.abs(nowSec - Number(sentSec)) <= TOLERANCE_SEC

/** https://docs.stripe.com/webhooks#verify-manually: `t=…,v1=…`, of which there may be several. */
function isFromStripe(secret: string, header: string, { raw, nowSec }: SignedCall): boolean {
  const fields = header.split(',').map((field) => field.trim().split('=', 2))
  const sentSec = fields.find(([name]) => name === 't')?.[1] ?? ''
  if (!isRecent(sentSec, nowSec)) return false
  const expected = sign(secret, [`${sentSec}.`, raw], 'hex')
  return fields.some(([name, given = '']) => name === 'v1' && isSameSecret(given.toLowerCase(), expected))
}

/** https://www.standardwebhooks.com: base64 after `whsec_` is the key; several signatures are separated by spaces. */
function isStandard(secret: string, header: string, { headers, raw, nowSec }: SignedCall): boolean {
  const id = headers['webhook-id'] ?? ''
  const sentSec = headers['webhook-timestamp'] ?? ''
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (id === '' || key.length === 0 || !isRecent(sentSec, nowSec)) return false
  const expected = `v1,${sign(key, [`${id}.${sentSec}.`, raw], 'base64')}`
  return header.split(' ').some((given) => isSameSecret(given, expected))
}

function isSigned(key: string, given: string, raw: Uint8Array, { prefix, encoding }: HowSigned): boolean {
  if (!given.startsWith(prefix)) return false
  const value = given.slice(prefix.length)
  return isSameSecret(encoding === 'hex' ? value.toLowerCase() : value, sign(key, [raw], encoding))
}

type HowSigned = Pick<SignatureRule, 'prefix' | 'encoding'>

const GITHUB: HowSigned = { prefix: 'sha256=', encoding: 'hex' }

/** Whether a call shows that its sender knows the secret. An empty secret proves nothing. */
export function isSignedCall(rule: SignatureRule, secret: string, call: SignedCall): boolean {
  const given = call.headers[rule.header]
  if (given === undefined || secret === '') return false
  switch (rule.scheme) {
    case 'github':
      return isSigned(secret, given, call.raw, GITHUB)
    case 'stripe':
      return isFromStripe(secret, given, call)
    case 'standard_webhooks':
      return isStandard(secret, given, call)
    case 'token':
      return isSameSecret(given, rule.prefix + secret)
    case 'hmac':
      return isSigned(secret, given, call.raw, rule)
  }
}
