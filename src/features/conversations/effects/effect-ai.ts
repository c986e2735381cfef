import { type CallFailure, callFailure, toErrorCode } from '../../../core/conversation/call-failure.ts'
import type { AiEffect } from '../../../core/flow/index.ts'
import { findDocuments, type KnowledgePort } from '../../models/index.ts'
import type { ConversationHistory } from './conversation-history.ts'
import type { EffectRow } from './effect-sql.ts'
import type { EffectOutcome, ModelPort } from './effect-types.ts'

/** Attempts at one question while its server fails or is busy; a contact waits for it. */
const MAX_ATTEMPTS = 3
/** A question is asked again when its process died with the answer, but only so often. */
const MAX_ATTEMPTS_WITH_CRASHES = 6
/** After the wait for a place at a model that has none. */
const AGAIN_MS = 500
/** The longest pause that a server may ask for. */
const MAX_RETRY_AFTER_MS = 15_000

export interface ModelPorts {
  models?: ModelPort
  knowledge?: KnowledgePort
  history: ConversationHistory
}

const fail = (failure: CallFailure): EffectOutcome => ({ kind: 'call_failed', failure })

/**
 * One attempt at a question to a model. A question changes nothing outside, so it is asked again when its answer was
 * lost. Each attempt is counted before it is made.
 */
export async function performAi(
  ports: ModelPorts,
  effect: AiEffect,
  row: EffectRow,
  signal: AbortSignal,
): Promise<EffectOutcome> {
  const { attempts, userId, clientId, contactJid } = row
  if (!ports.models) return fail(callFailure('MODELS_NOT_ASKED_HERE'))
  if (attempts > MAX_ATTEMPTS_WITH_CRASHES) {
    return fail(callFailure('SERVICE_STOPPED_ASKING'))
  }
  const { model, task, instructions, facts, prompt, turns, maxTokens, timeoutMs, said, historyTurns, runId } =
    effect
  const conversation = await ports.history.read({ clientId, contactJid, said, turns: historyTurns })
  // Each attempt looks anew; what the answer is from is recorded with it.
  const askedIn = { clientId, contactJid, flowStateId: runId }
  const found = await findDocuments(ports.knowledge, userId, effect.knowledge, { askedIn, signal })
  const outcome = await ports.models.ask({
    ...{
      userId,
      clientId,
      contactJid,
      flowStateId: runId,
      model,
      conversation,
      timeoutMs,
      attempt: attempts,
      signal,
    },
    question: { task, instructions, facts, prompt, turns, documents: found?.documents, maxTokens },
  })
  if (outcome.kind === 'answer') {
    const { sources, search } = found ?? {}
    const shown = { ...(sources && { sources }), ...(search && { search }) }
    return { kind: 'result', result: { ...outcome.result, ...shown, usage: outcome.usage } }
  }
  const { failure, mayPass, retryAfterMs } = outcome
  if (toErrorCode(failure) === 'ABORTED') return { kind: 'broken_off' }
  if (outcome.isLater) return { kind: 'broken_off', afterMs: AGAIN_MS }
  const mayRepeat = mayPass && attempts < MAX_ATTEMPTS && (retryAfterMs ?? 0) <= MAX_RETRY_AFTER_MS
  return mayRepeat ? { kind: 'retry', afterMs: retryAfterMs ?? 0 } : fail(failure)
}
