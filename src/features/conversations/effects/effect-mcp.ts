import { type CallFailure, callFailure, toErrorCode } from '../../../core/conversation/call-failure.ts'
import type { McpEffect } from '../../../core/flow/index.ts'
import { isPassing } from './effect-http.ts'
import type { EffectRow } from './effect-sql.ts'
import type { EffectOutcome, McpPort } from './effect-types.ts'

/**
 * One attempt at a call of a tool. As with other calls, one that may not be repeated is never begun a second time: when its first
 * attempt ended with its process, nobody knows what became of it, and the model is told so.
 */
export async function performMcp(
  port: McpPort | undefined,
  effect: McpEffect,
  { attempts, userId }: EffectRow,
  signal: AbortSignal,
): Promise<EffectOutcome> {
  const { request, remoteTool: tool, input, timeoutMs, retries, mayRetry, maxBodyBytes } = effect
  if (!port) return fail(callFailure('TOOLS_NOT_CALLED_HERE'))
  if (attempts > 1 && !mayRetry) {
    return fail(callFailure('SERVICE_STOPPED'))
  }
  const outcome = await port.call({ userId, request, tool, input, timeoutMs, maxBodyBytes, signal })
  if ('output' in outcome) return { kind: 'result', result: { output: outcome.output ?? null } }
  const { failure } = outcome
  const code = toErrorCode(failure)
  if (code === 'ABORTED') return { kind: 'broken_off' }
  return mayRetry && attempts <= retries && isPassing(code) ? { kind: 'retry' } : fail(failure)
}

const fail = (failure: CallFailure): EffectOutcome => ({ kind: 'call_failed', failure })
