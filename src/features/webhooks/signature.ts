import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new secret in the form of Standard Webhooks: `whsec_` and base64. */
export function createWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

export interface SignedContent {
  /** Names the event; the same at every attempt, so that a receiver can tell a repeat. */
  id: string
  /** Whole seconds since 1970, of this attempt. */
  timestampSec: number
  body: string
}

/** The headers of Standard Webhooks, signed with every secret that holds now. */
export function signWebhook({ id, timestampSec, body }: SignedContent, secrets: readonly string[]) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestampSec}.${body}`).digest('base64')}`
  })
  return [
    { name: 'webhook-id', value: id },
    { name: 'webhook-timestamp', value: String(timestampSec) },
    { name: 'webhook-signature', value: signatures.join(' ') },
  ]
}
