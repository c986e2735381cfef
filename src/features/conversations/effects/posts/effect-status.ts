import { Refusal } from '../../../../core/errors.ts'
import type { StatusErrorCode, StatusPostEffect } from '../../../../core/flow/index.ts'
import type { EffectRow } from '../effect-sql.ts'
import { type EffectOutcome, type StatusPort, toMessageId } from '../effect-types.ts'

/** How often a post is tried, and how long after the last time, by why it was not done; others are final. */
const AGAIN: Readonly<Record<string, { attempts: number; afterMs: number }>> = {
  // A number that is away for longer than some minutes may be away for days: the run goes on without.
  CLIENT_NOT_CONNECTED: { attempts: 15, afterMs: 0 },
  SEND_QUEUE_FULL: { attempts: 15, afterMs: 0 },
  OUTCOME_UNKNOWN: { attempts: 4, afterMs: 0 },
  ACCOUNT_RATE_LIMITED: { attempts: 4, afterMs: 30_000 },
  MEDIA_NOT_FETCHED: { attempts: 3, afterMs: 0 },
  MEDIA_UPLOAD_FAILED: { attempts: 3, afterMs: 0 },
}

/** Refusals whose code says something else in a run. */
const NAMES: Readonly<Record<string, StatusErrorCode>> = {
  CLIENT_NOT_CONNECTED: 'ACCOUNT_NOT_ASKED',
  SEND_QUEUE_FULL: 'ACCOUNT_NOT_ASKED',
  MEDIA_NOT_FOUND: 'FILE_MISSING',
  MEDIA_TOO_LARGE: 'TOO_LARGE',
  MEDIA_ADDRESS_REFUSED: 'ADDRESS_REFUSED',
}

const failed = (code: string): EffectOutcome => ({ kind: 'failed', error: { code, message: code } })

function notDone(code: string, attempts: number): EffectOutcome {
  const again = AGAIN[code]
  if (again && attempts < again.attempts) return { kind: 'retry', afterMs: again.afterMs }
  return failed(NAMES[code] ?? code)
}

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
