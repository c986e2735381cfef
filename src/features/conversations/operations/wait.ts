import type { Answer } from '../../idempotency/index.ts'
import type { Delivery } from '../records/delivery-watch.ts'
import type { SendResult } from '../records/send-command.ts'
import type { StoredWords } from '../records/stored-words.ts'

/** How long `delivered` waits when the caller does not say. */
const DEFAULT_DELIVERY_SEC = 30

/**
 * What the answer of a send waits for. `sec` null: as long as it takes, which the queue and the timeout of the
 * network bound. `isAsked` false: the caller said nothing, and gets the answer of before there was a choice.
 */
export interface Wait {
  until: 'queued' | 'server' | 'delivered'
  sec: number | null
  endsAtMs: number | null
  isAsked: boolean
}

export function toWait(
  { wait, waitSec }: { wait?: Wait['until'] | undefined; waitSec?: number | undefined },
  nowMs: number,
): Wait {
  const until = wait ?? 'server'
  const sec = waitSec ?? (until === 'delivered' ? DEFAULT_DELIVERY_SEC : null)
  return {
    until,
    sec,
    endsAtMs: sec === null ? null : nowMs + sec * 1000,
    isAsked: wait !== undefined || waitSec !== undefined,
  }
}

/** What the owner of the client is asked; the delivery is awaited after the network has the message. */
export function toCommandWait(wait: Wait, nowMs: number): { until?: 'queued'; waitMs?: number } {
  return {
    ...(wait.until === 'queued' ? { until: wait.until } : {}),
    ...(wait.endsAtMs === null ? {} : { waitMs: Math.max(0, wait.endsAtMs - nowMs) }),
  }
}

export type Reached = Wait['until']

/** The sentence of a message that is on its way, by how far it got and what was waited for. */
export function describeSent(wait: Wait, reached: Reached): string {
  const within = `${wait.sec} s`
  switch (reached) {
    case 'delivered':
      return 'The message was delivered.'
    case 'server':
      return wait.until === 'delivered'
        ? `The network has the message; its delivery was not confirmed within ${within}. Its receipts will tell.`
        : 'The network has the message.'
    case 'queued':
      return wait.until === 'queued'
        ? 'It waits for its turn; its status will tell what became of it.'
        : `It is stored, but the network did not confirm it within ${within}. Its status will tell; a repeat with the same idempotencyKey goes on waiting.`
  }
}

/** `res.reached` is there only for callers who asked to wait for something. */
export const toReached = (wait: Wait, reached: Reached): { reached?: Reached } =>
  wait.isAsked ? { reached } : {}

/** Adds what is known of the delivery to the answer of a message the network has. */
export function addDelivery(
  words: Pick<StoredWords, 'sendError'>,
  { response }: Answer<SendResult>,
  wait: Wait,
  delivery: Delivery | undefined,
): Answer<SendResult> {
  const { res, ...rest } = response
  if (!res || !delivery) return { response, final: true }
  if (delivery.status === 'ERROR') {
    const error = delivery.error ?? words.sendError({ code: 'REFUSED_LATE', params: {} })
    const message =
      'The network refused the message; it was certainly not delivered. Change it or send it again.'
    return { response: { ...rest, type: 'error', message, error, res: { key: res.key } }, final: true }
  }
  const reached = delivery.isDelivered ? 'delivered' : 'server'
  const answer = { ...res, status: delivery.status, ...toReached(wait, reached) }
  return {
    response: { ...rest, message: describeSent(wait, reached), res: answer },
    final: delivery.isDelivered,
  }
}
