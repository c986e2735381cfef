import type { ParleyEvent } from './types.ts'

/** Headers of a request, as most servers have them. */
export type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** The request is not from the service, was changed on its way, or is an old one that is played again. */
export class WebhookRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WebhookRefused'
  }
}

export interface WebhookOptions {
  /** How far the sender's clock and this one may be apart; five minutes unless said. */
  readonly toleranceSec?: number
  /** For tests. */
  readonly nowSec?: number
}

const PREFIX = 'whsec_'
const TOLERANCE_SEC = 300
const encoder = new TextEncoder()

function readHeader(headers: HeaderSource, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  const text = Array.isArray(value) ? value[0] : value
  if (typeof text !== 'string' || text === '') throw new WebhookRefused(`The header ${name} is missing.`)
  return text
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
  if (bytes.length === 0)
    throw new WebhookRefused('The secret is not one of a webhook; it begins with whsec_.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

interface PostedBody extends Pick<ParleyEvent, 'clientId' | 'data'> {
  type: ParleyEvent['name']
  timestamp: string
}

/**
 * The event of a request to a webhook, when its signature is right. `body` has to be what came over the wire, byte by
 * byte: parsed and written anew it is another text. Throws WebhookRefused. The same event may come again, with the same id.
 */
export async function verifyWebhook(
  secret: string,
  headers: HeaderSource,
  body: string | Uint8Array,
  { toleranceSec = TOLERANCE_SEC, nowSec = Date.now() / 1000 }: WebhookOptions = {},
): Promise<ParleyEvent> {
  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  if (!(Math.abs(nowSec - Number(timestamp)) <= toleranceSec))
    throw new WebhookRefused('The request is too old, or from the future.')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const content = encoder.encode(`${id}.${timestamp}.${text}`)
  const key = await importKey(secret)
  for (const signature of readHeader(headers, 'webhook-signature').split(' ')) {
    const [version, value = ''] = signature.split(',')
    // Compared in constant time by what checks it.
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, fromBase64(value), content))) {
      const { type, timestamp: createdAt, clientId, data } = JSON.parse(text) as PostedBody
      return { id, name: type, clientId, createdAt, data } as ParleyEvent
    }
  }
  throw new WebhookRefused('No signature of the request is right.')
}
