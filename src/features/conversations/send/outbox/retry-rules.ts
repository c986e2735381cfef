import type { SendOutcome } from '../../../../core/conversation/send-outcome.ts'
import { backoffMs } from '../../../../core/pacing/backoff.ts'
import { toColdReason } from '../../reach/cold-pause.ts'

export const MAX_ATTEMPTS = 5
/** Older than this a message no longer fits the conversation it was meant for. */
export const MAX_AGE_MS = 24 * 60 * 60_000

/** What happens to a flow's message after an attempt. */
export type NextStep =
  | { kind: 'sent'; atMs: number }
  | { kind: 'failed' }
  /** Try again at this time; `counted` is false when nothing was tried. */
  | { kind: 'retry'; atMs: number; counted: boolean }
  /** The account may not write to strangers now: it waits for that to end, or for the contact to write. */
  | { kind: 'restricted' }
  /** There is no connection: it waits for the next one. */
  | { kind: 'offline' }
  /** It may have arrived: the same id again after this time or a reconnect, unless proof comes first. */
  | { kind: 'unproven'; atMs: number }

const REFUSED_PAUSE = { firstMs: 5_000, maxMs: 600_000 }
const UNPROVEN_PAUSE = { firstMs: 15_000, maxMs: 300_000 }

/** Codes that tell of the network's state, not of the message: too many, time-out, server trouble. */
const TEMPORARY_CODE = /^(408|425|429|5\d\d)$/

export function decideNextStep(
  outcome: SendOutcome,
  row: { attempts: number; createdAtMs: number },
  nowMs: number,
  random: number,
): NextStep {
  const mayRetry = row.attempts < MAX_ATTEMPTS && nowMs - row.createdAtMs < MAX_AGE_MS
  switch (outcome.kind) {
    case 'acked':
      return { kind: 'sent', atMs: outcome.atSec * 1000 }
    case 'refused': {
      if (toColdReason(outcome)) return { kind: 'restricted' }
      if (!mayRetry || !TEMPORARY_CODE.test(outcome.code)) return { kind: 'failed' }
      return { kind: 'retry', atMs: nowMs + backoffMs(REFUSED_PAUSE, row.attempts, random), counted: true }
    }
    case 'not_sent': {
      const isSilent = outcome.reason === 'no_answer'
      if (outcome.reason === 'not_connected') return { kind: 'offline' }
      if (!isSilent && !(outcome.reason === 'encryption_failed' && mayRetry)) return { kind: 'failed' }
      // On a silent network nothing was tried: it waits, as it would for a connection.
      const atMs = nowMs + backoffMs(REFUSED_PAUSE, row.attempts, random)
      return { kind: 'retry', atMs, counted: !isSilent }
    }
    case 'unknown':
      if (!mayRetry) return { kind: 'failed' }
      return { kind: 'unproven', atMs: nowMs + backoffMs(UNPROVEN_PAUSE, row.attempts, random) }
  }
}
