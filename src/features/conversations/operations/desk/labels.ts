import type { Bus } from '../../../../bus/port.ts'
import type { CallContext, Handlers } from '../../../../contract/handlers.ts'
import { toActor } from '../../../../core/conversation/conversation-entry.ts'
import { missing, refusal } from '../../../../core/errors.ts'
import type { Database } from '../../../../db/client.ts'
import { statement } from '../../../../db/statement.ts'
import { findContactId } from '../../../contacts/index.ts'
import { wakeLinkedLabels } from '../../../whatsapp-labels/index.ts'
import { changeLabel, MOST_LABELS } from '../../assign/labels.ts'
import type { SharedLists } from '../../read/shared-lists.ts'
import { readStanding } from '../../read/standing.ts'
import { listSeenClients } from './desk.ts'

type LabelHandlers = Pick<Handlers['chat'], 'addLabel' | 'removeLabel' | 'countLabelled'>

/** A label of the workspace that the client belongs to. While this transaction lasts, nobody deletes it. */
const FIND_LABEL = statement<{ id: string; name: string }>(
  'chat_find_label',
  `select l.id, l.name from label l join client k on k.user_id = l.user_id where l.id = $2 and k.id = $1 for key share of l`,
)

export interface LabelDeps {
  db: Database
  bus: Bus
  newId(): string
  lists: SharedLists
  /** Events were logged: open streams need not wait to find them. */
  announce(): void
}

/** Labels on conversations. Who asks for what is so already changes nothing and makes no event. */
export function createLabelHandlers({ db, bus, newId, lists, announce }: LabelDeps): LabelHandlers {
  async function change(
    { clientId, target, labelId }: Parameters<LabelHandlers['addLabel']>[0],
    { principal }: CallContext,
    kind: 'label_added' | 'label_removed',
  ) {
    const chat = await findContactId(db, clientId, target)
    const isChanged = await db.transaction(async (tx) => {
      const label = await tx.queryOne(FIND_LABEL, [clientId, labelId])
      if (!label) throw missing('label')
      const changed = await changeLabel(tx, { clientId, chat, label, kind, actor: toActor(principal) })
      if (changed === 'no_conversation') throw missing('conversation')
      if (changed === 'full') throw refusal('CONFLICT', 'CONVERSATION_LABELS_FULL', { most: MOST_LABELS })
      return changed === 'changed'
    })
    if (isChanged) {
      announce()
      wakeLinkedLabels({ bus, newId }, clientId)
    }
    return readStanding(db, clientId, chat)
  }
  return {
    addLabel: (input, ctx) => change(input, ctx, 'label_added'),
    removeLabel: (input, ctx) => change(input, ctx, 'label_removed'),
    async countLabelled({ clientId }, ctx) {
      return { labels: await lists.countLabelled(ctx.owner, await listSeenClients(db, clientId, ctx)) }
    },
  }
}
