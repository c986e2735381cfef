import { Refusal } from '../../../../core/errors.ts'
import type { StatusErrorCode, StatusPostEffect } from '../../../../core/flow/index.ts'
import type { EffectRow } from '../effect-sql.ts'
import { type EffectOutcome, type StatusPort, toMessageId } from '../effect-types.ts'
import { createNotDone, failed, WHILE_AWAY, WHILE_UNSURE } from './not-done.ts'

const notDone = createNotDone(
  { CLIENT_NOT_CONNECTED: WHILE_AWAY, SEND_QUEUE_FULL: WHILE_AWAY, OUTCOME_UNKNOWN: WHILE_UNSURE },
  {
    CLIENT_NOT_CONNECTED: 'ACCOUNT_NOT_ASKED' satisfies StatusErrorCode,
    SEND_QUEUE_FULL: 'ACCOUNT_NOT_ASKED' satisfies StatusErrorCode,
  },
)

/** One attempt at a status. What an attempt before may have posted is found by its id, and goes to the same people under it. */
export async function performStatusPost(
  { statuses }: { statuses?: StatusPort | undefined },
  { effectId, content }: StatusPostEffect,
  { attempts }: EffectRow,
): Promise<EffectOutcome> {
  if (!statuses) return failed('ACTS_NOT_DONE_HERE' satisfies StatusErrorCode)
  const id = toMessageId(effectId)
  try {
    const reply = await statuses.post({ id, content, repeat: attempts > 1 })
    if (reply.kind === 'sent') return { kind: 'result', result: { output: { id } } }
    return reply.kind === 'failed'
      ? failed('ACCOUNT_REFUSED' satisfies StatusErrorCode)
      : notDone('OUTCOME_UNKNOWN' satisfies StatusErrorCode, attempts)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return notDone(String(error.data?.reason ?? error.code), attempts)
  }
}
