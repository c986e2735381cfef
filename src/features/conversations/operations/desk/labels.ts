import type { CallContext, Handlers } from '../../../../contract/handlers.ts'
import { toActor } from '../../../../core/conversation/conversation-entry.ts'
import { missing, refusal } from '../../../../core/errors.ts'
import type { Database } from '../../../../db/client.ts'
import { statement } from '../../../../db/statement.ts'
import type { Transaction } from '../../../../db/transaction.ts'
import { findContactId } from '../../../contacts/index.ts'
import type { SharedLists } from '../../read/shared-lists.ts'
import { type ConversationState, readStanding } from '../../read/standing.ts'
import { recordEntry } from '../../records/desk/entries.ts'
import { listSeenClients } from './desk.ts'

type LabelHandlers = Pick<Handlers['chat'], 'addLabel' | 'removeLabel' | 'countLabelled'>

const MOST_OF_ONE = 20

/** A label of the workspace that the client belongs to. While this transaction lasts, nobody deletes it. */
const FIND_LABEL = statement<{ id: string; name: string }>(
  'chat_find_label',
  `select l.id, l.name from label l join client k on k.user_id = l.user_id where l.id = $2 and k.id = $1 for key share of l`,
)

/**
 * Holds the conversation, so that messages and other labels wait until this one is on it. One without a row gets it as
 * `chat_update_conversation` does.
 */
const HOLD = statement<{ state: ConversationState; lastSeq: number }>(
  'chat_hold_conversation',
  `with newest as (
     select q.seq from message q where q.client_id = $1 and q.chat = $2 order by q.at_sec desc, q.seq desc limit 1
   )
   insert into conversation as c (client_id, chat, state, last_seq, is_labelled)
   select $1, $2, 'open', newest.seq, true from newest
   on conflict (client_id, chat) do update set is_labelled = true
   returning c.state, c.last_seq as "lastSeq"`,
)

/** $3 label, $4 and $5 state and place of the conversation, $6 how many it may have. Over the primary key. */
const ADD = statement<{ has: boolean; added: boolean }>(
  'chat_add_label',
  `with there as (
     select count(*) as count, coalesce(bool_or(label_id = $3), false) as has from conversation_label
     where client_id = $1 and chat = $2
   ), added as (
     insert into conversation_label (client_id, chat, label_id, state, last_seq)
     select $1, $2, $3, $4, $5 from there where not has and count < $6 returning label_id
   )
   select there.has, exists (select from added) as added from there`,
)

const REMOVE = statement<{ id: string }>(
  'chat_remove_label',
  'delete from conversation_label where client_id = $1 and chat = $2 and label_id = $3 returning label_id as id',
)

/** The event of a conversation that has other labels than before. */
const LOG = statement<never>(
  'chat_log_labels',
  `insert into event_log (user_id, client_id, name, chat, data)
   select k.user_id, k.id, 'contact.updated', $2, jsonb_build_object('jid', $2::text, 'labels', coalesce((
     select jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name) order by lower(l.name))
     from conversation_label x join label l on l.id = x.label_id where x.client_id = $1 and x.chat = $2), '[]'))
   from client k where k.id = $1`,
)

interface Place {
  clientId: string
  chat: string
  labelId: string
}

/** Whether the conversation did not have it yet. */
async function add(tx: Transaction, { clientId, chat, labelId }: Place): Promise<boolean> {
  const held = await tx.queryOne(HOLD, [clientId, chat])
  if (!held) throw missing('conversation')
  const values = [clientId, chat, labelId, held.state, held.lastSeq, MOST_OF_ONE]
  const tried = await tx.queryOne(ADD, values)
  if (tried?.added) return true
  if (!tried?.has) throw refusal('CONFLICT', 'CONVERSATION_LABELS_FULL', { most: MOST_OF_ONE })
  return false
}

const remove = async (tx: Transaction, { clientId, chat, labelId }: Place): Promise<boolean> =>
  (await tx.queryOne(REMOVE, [clientId, chat, labelId])) !== undefined

export interface LabelDeps {
  db: Database
  lists: SharedLists
  /** Events were logged: open streams need not wait to find them. */
  announce(): void
}

/** Labels on conversations. Who asks for what is so already changes nothing and makes no event. */
export function createLabelHandlers({ db, lists, announce }: LabelDeps): LabelHandlers {
  async function change(
    { clientId, target, labelId }: Parameters<LabelHandlers['addLabel']>[0],
    { principal }: CallContext,
    kind: 'label_added' | 'label_removed',
  ) {
    const chat = await findContactId(db, clientId, target)
    const isChanged = await db.transaction(async (tx) => {
      const label = await tx.queryOne(FIND_LABEL, [clientId, labelId])
      if (!label) throw missing('label')
      const place = { clientId, chat }
      const changed = await (kind === 'label_added' ? add : remove)(tx, { ...place, labelId })
      if (!changed) return false
      await tx.query(LOG, [clientId, chat])
      const facts = { labelId, name: label.name }
      await recordEntry(tx, { ...place, kind, actor: toActor(principal), facts })
      return true
    })
    if (isChanged) announce()
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
