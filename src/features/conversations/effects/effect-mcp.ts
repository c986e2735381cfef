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
  if (!port) return fail('TOOL_FAILED', 'This process calls no tools.')
  if (attempts > 1 && !mayRetry) {
    return fail('INTERRUPTED', 'The service stopped during the call, which may not be repeated.')
  }
  const outcome = await port.call({ userId, request, tool, input, timeoutMs, maxBodyBytes, signal })
  if ('output' in outcome) return { kind: 'result', result: { output: outcome.output ?? null } }
  const { code, message } = outcome.error
  if (code === 'ABORTED') return { kind: 'broken_off' }
  return mayRetry && attempts <= retries && isPassing(code) ? { kind: 'retry' } : fail(code, message)
}

const fail = (code: string, message: string): EffectOutcome => ({ kind: 'failed', error: { code, message } })
