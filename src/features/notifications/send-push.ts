import webPush from 'web-push'
import { NOTICE_TTL_SEC } from '../../core/conversation/notices.ts'
import { OutboundError, type OutboundHttp } from '../../platform/outbound-http.ts'
import { sha256 } from '../../platform/secrets.ts'
import type { DeliveryRow } from './store.ts'
import type { VapidKeys } from './vapid.ts'

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 16_384
/** A service may ask for more patience than this; then the next attempt is refused again. */
const MAX_WAIT_MS = 900_000

/** What a service worker shows. */
export interface PushContent {
  title: string
  body: string
  /** Of this service, where a click leads. */
  url: string
}

export type PushOutcome =
  | { kind: 'sent' }
  /** The device is not there any more, or its keys are none. */
  | { kind: 'gone' }
  /** Not now; `waitMs` where the push service said for how long. */
  | { kind: 'later'; waitMs: number | null; status: number | null }

export interface PushSender {
  http: OutboundHttp
  keys: VapidKeys
  /** Whom operators of push services may turn to (RFC 8292, 2.1): an address of https or mailto. */
  subject: string
}

type Target = Pick<DeliveryRow, 'endpoint' | 'p256dh' | 'auth' | 'clientId' | 'chat'>

/** Newer pushes of a conversation take the place of older ones that the device did not get yet (RFC 8030, 5.4). */
const topicOf = ({ clientId, chat }: Target): string =>
  sha256(`${clientId} ${chat}`).toString('base64url').slice(0, 32)

function encrypt({ keys, subject }: PushSender, target: Target, content: PushContent) {
  const subscription = { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } }
  try {
    return webPush.generateRequestDetails(subscription, JSON.stringify(content), {
      vapidDetails: { subject, publicKey: keys.publicKey, privateKey: keys.privateKey },
      TTL: NOTICE_TTL_SEC,
      topic: topicOf(target),
      contentEncoding: 'aes128gcm',
      urgency: 'high',
    })
  } catch {
    // A point that is not on the curve.
    return null
  }
}

/** One attempt. Nothing that the push service or the way there does is thrown. */
export async function sendPush(
  sender: PushSender,
  target: Target,
  content: PushContent,
  signal: AbortSignal,
): Promise<PushOutcome> {
  const details = encrypt(sender, target, content)
  if (!details) return { kind: 'gone' }
  const headers = Object.entries(details.headers)
    .filter(([name]) => name.toLowerCase() !== 'content-length')
    .map(([name, value]) => ({ name, value: String(value) }))
  try {
    const answer = await sender.http.open({
      method: 'POST',
      url: details.endpoint,
      headers,
      body: details.body,
      timeoutMs: TIMEOUT_MS,
      maxBodyBytes: MAX_ANSWER_BYTES,
      maxRedirects: 0,
      requireTls: true,
      signal,
    })
    answer.body.destroy()
    return toOutcome(answer.status, answer.headers['retry-after'])
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { kind: 'later', waitMs: null, status: null }
  }
}

/** RFC 8030: 201 is taken; 404 and 410 say that the subscription is over (7.3). 401 and 403 are of another key than it was made with. */
function toOutcome(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410 || status === 401 || status === 403) return { kind: 'gone' }
  const seconds = Number(retryAfter)
  const waitMs = seconds > 0 ? Math.min(seconds * 1_000, MAX_WAIT_MS) : null
  return { kind: 'later', waitMs, status }
}
