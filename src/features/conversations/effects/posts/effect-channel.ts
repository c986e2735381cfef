import type { Address } from '../../../../core/addresses.ts'
import { Refusal } from '../../../../core/errors.ts'
import type { ChannelErrorCode, ChannelPostEffect } from '../../../../core/flow/index.ts'
import { noteOwnPost } from '../../../channels/index.ts'
import type { EffectRow } from '../effect-sql.ts'
import { type ChannelPort, type EffectOutcome, toMessageId } from '../effect-types.ts'

/** How often a post is tried, and how long after the last time, by why it was not done; others are final. */
const AGAIN: Readonly<Record<string, { attempts: number; afterMs: number }>> = {
  // A number that is away for longer than some minutes may be away for days: the run goes on without.
  ACCOUNT_NOT_ASKED: { attempts: 15, afterMs: 0 },
  NO_ANSWER_IN_TIME: { attempts: 4, afterMs: 0 },
  ACCOUNT_RATE_LIMITED: { attempts: 4, afterMs: 30_000 },
  MEDIA_NOT_FETCHED: { attempts: 3, afterMs: 0 },
  MEDIA_UPLOAD_FAILED: { attempts: 3, afterMs: 0 },
}

/** Refusals whose code says something else in a run. */
const NAMES: Readonly<Record<string, ChannelErrorCode>> = {
  NO_ANSWER_IN_TIME: 'OUTCOME_UNKNOWN',
  MEDIA_NOT_FOUND: 'FILE_MISSING',
  MEDIA_TOO_LARGE: 'TOO_LARGE',
  MEDIA_ADDRESS_REFUSED: 'ADDRESS_REFUSED',
}

const failed = (code: string): EffectOutcome => ({ kind: 'failed', error: { code, message: code } })

/** One attempt at a post. What an attempt before may have posted is looked for among the newest posts first. */
export async function performChannelPost(
  { channels }: { channels?: ChannelPort | undefined },
  { effectId, channel: given, content }: ChannelPostEffect,
  { attempts, clientId }: EffectRow,
): Promise<EffectOutcome> {
  if (!channels) return failed('ACTS_NOT_DONE_HERE' satisfies ChannelErrorCode)
  const id = toMessageId(effectId)
  // The node reads it from its text, and answers its error exit where it is none.
  const channel = given as Address
  try {
    const { serverId } = await channels.post({ channel, id, content, repeat: attempts > 1 })
    return {
      kind: 'transacted',
      async work(tx) {
        if (serverId !== null) await noteOwnPost(tx, clientId, channel, serverId)
        return { result: { output: { id, serverId } } }
      },
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const code = String(error.data?.reason ?? error.code)
    const again = AGAIN[code]
    if (again && attempts < again.attempts) return { kind: 'retry', afterMs: again.afterMs }
    return failed(NAMES[code] ?? code)
  }
}
