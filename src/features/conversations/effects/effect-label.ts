import type { LabelEffect } from '../../../core/flow/index.ts'
import { labelByName } from '../assign/labels.ts'
import type { EffectRow } from './effect-sql.ts'
import type { EffectOutcome } from './effect-types.ts'

/** A conversation has no message until the first one of its flow is out; it is looked for about half a minute. */
const MAX_LOOKS = 6

/** Labels are changed in the transaction that removes the effect, so once or not at all. */
export function performLabel(
  { add, remove }: LabelEffect,
  { userId: workspaceId, clientId, contactJid: chat, flowId, attempts }: EffectRow,
): EffectOutcome {
  return {
    kind: 'committed',
    work: async (tx) =>
      (await labelByName(tx, { workspaceId, clientId, chat, flowId, add, remove })) || attempts >= MAX_LOOKS,
  }
}
