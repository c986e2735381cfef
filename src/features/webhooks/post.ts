import { type CallFailure, callFailure } from '../../core/conversation/call-failure.ts'
import { OutboundError, type OutboundHttp } from '../../platform/outbound-http.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { signWebhook } from './signature.ts'
import type { SigningRow } from './store.ts'

const TIMEOUT_MS = 15_000
/** Of an answer only its status is read; more than this is not even waited for. */
const MAX_ANSWER_BYTES = 64 * 1_024

/** An event as a receiver gets it. */
export interface PostedEvent {
  /** The event's id in the log; the same at every attempt. */
  id: string
  name: string
  clientId: string | null
  data: Record<string, unknown>
  createdAt: Date
}

export interface PostOutcome {
  ok: boolean
  /** HTTP status; null when there was no answer. */
  status: number | null
  durationMs: number
  /** Why it failed, for the owner. */
  failure: CallFailure | null
}

export const secretContext = (webhookId: string): string => `webhook:${webhookId}`

/** One attempt to hand an event to a receiver. Never throws for what the receiver or the way there does. */
export async function postEvent(
  { http, box, now }: { http: OutboundHttp; box: SecretBox; now: () => number },
  { webhookId, target }: { webhookId: string; target: SigningRow },
  event: PostedEvent,
  signal?: AbortSignal,
): Promise<PostOutcome> {
  const { id, name, clientId, data, createdAt } = event
  const body = JSON.stringify({ id, type: name, timestamp: createdAt.toISOString(), clientId, data })
  const secrets = [target.sealedSecret, target.sealedPrevious].flatMap((sealed) =>
    sealed === null ? [] : box.open(sealed, secretContext(webhookId)),
  )
  const startedAt = now()
  const headers = [
    { name: 'content-type', value: 'application/json' },
    ...signWebhook({ id, timestampSec: Math.floor(startedAt / 1_000), body }, secrets),
  ]
  try {
    const answer = await http.open({
      method: 'POST',
      url: target.url,
      headers,
      body,
      timeoutMs: TIMEOUT_MS,
      maxBodyBytes: MAX_ANSWER_BYTES,
      maxRedirects: 0,
      ...(signal && { signal }),
    })
    answer.body.destroy()
    const { status } = answer
    const ok = status >= 200 && status < 300
    return {
      ok,
      status,
      durationMs: now() - startedAt,
      failure: ok ? null : callFailure('ANSWERED', { status }),
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { ok: false, status: null, durationMs: now() - startedAt, failure: error.failure }
  }
}
