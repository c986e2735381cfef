import type { Address } from '../../../../core/addresses.ts'
import { Refusal } from '../../../../core/errors.ts'
import type { ChannelErrorCode, ChannelPostEffect } from '../../../../core/flow/index.ts'
import { noteOwnPost } from '../../../channels/index.ts'
import type { EffectRow } from '../effect-sql.ts'
import { type ChannelPort, type EffectOutcome, toMessageId } from '../effect-types.ts'
import { createNotDone, failed, WHILE_AWAY, WHILE_UNSURE } from './not-done.ts'

const notDone = createNotDone(
  { ACCOUNT_NOT_ASKED: WHILE_AWAY, NO_ANSWER_IN_TIME: WHILE_UNSURE },
  { NO_ANSWER_IN_TIME: 'OUTCOME_UNKNOWN' satisfies ChannelErrorCode },
)

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
    return notDone(String(error.data?.reason ?? error.code), attempts)
  }
}
