import { callFailure, toErrorCode } from '../../../core/conversation/call-failure.ts'
import type { HttpEffect } from '../../../core/flow/index.ts'
import { type CallPorts, callWithSecrets } from '../../secrets/index.ts'
import type { EffectOutcome } from './effect-types.ts'

/** Failures of the connection, which may have gone the next time. */
const MAY_PASS: ReadonlySet<string> = new Set([
  'HOST_NOT_FOUND',
  'CONNECT_FAILED',
  'CONNECTION_LOST',
  'TIMEOUT',
  'TOKEN_FAILED',
])

export const isPassing = (code: string): boolean => MAY_PASS.has(code)

export interface HttpAttempt {
  effect: HttpEffect
  userId: string
  /** This attempt counted, from 1. */
  attempt: number
  signal: AbortSignal
}

/**
 * One attempt at a call. A call that may not be repeated is never begun twice: when its first attempt ended with its
 * process, nobody knows what became of it, and the run leaves by its error.
 */
export async function performHttp(
  ports: CallPorts,
  { effect, userId, attempt, signal }: HttpAttempt,
): Promise<EffectOutcome> {
  const { request, timeoutMs, mayRetry, maxBodyBytes } = effect
  if (attempt > 1 && !mayRetry) {
    return { kind: 'call_failed', failure: callFailure('SERVICE_STOPPED') }
  }
  const mayRepeat = mayRetry && attempt <= effect.retries
  const bounds = { timeoutMs, maxBodyBytes, signal }
  const answer = await callWithSecrets(ports, { userId, request, ...bounds, mayRepeat: mayRetry })
  if ('failure' in answer) {
    const { failure } = answer
    const code = toErrorCode(failure)
    if (code === 'ABORTED') return { kind: 'broken_off' }
    return mayRepeat && isPassing(code) ? { kind: 'retry' } : { kind: 'call_failed', failure }
  }
  const { status = 0 } = answer.result
  if (mayRepeat && (status === 429 || status >= 500)) return { kind: 'retry' }
  return { kind: 'result', result: answer.result }
}
