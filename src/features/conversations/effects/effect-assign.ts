import type { AssignEffect } from '../../../core/flow/index.ts'
import { handOver } from '../assign/hand-over.ts'
import type { EffectRow } from './effect-sql.ts'
import type { EffectOutcome } from './effect-types.ts'

/** A conversation has no message until the first one of its flow is out; it is looked for about half a minute. */
const MAX_LOOKS = 6

/** Who gets a conversation is decided and stored in the transaction that removes the effect, so it is done once or not at all. */
export function performAssign(
  { departmentId, personId }: AssignEffect,
  { userId: workspaceId, clientId, contactJid: chat, flowId, attempts }: EffectRow,
): EffectOutcome {
  const to = departmentId !== undefined ? { departmentId } : personId !== undefined ? { personId } : null
  if (to === null) return { kind: 'finished' }
  return {
    kind: 'committed',
    work: async (tx) =>
      (await handOver(tx, { workspaceId, clientId, chat, to, flowId })) || attempts >= MAX_LOOKS,
  }
}
