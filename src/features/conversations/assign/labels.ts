import type { Actor } from '../../../core/conversation/conversation-entry.ts'
import { statement } from '../../../db/statement.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { noteLabelChange } from '../../whatsapp-labels/index.ts'
import { recordEntry } from '../records/desk/entries.ts'

/** Of one conversation. */
export const MOST_LABELS = 20

/**
 * Holds the conversation, so that messages and other labels wait until this one is on it. One without a row gets it as
 * `chat_update_conversation` does.
 */
const HOLD = statement<{ state: string; lastSeq: number }>(
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

interface LabelChange {
  clientId: string
  /** Canonical. */
  chat: string
  label: { id: string; name: string }
  kind: 'label_added' | 'label_removed'
  actor: Actor
}

/** What came of it: `same`, it was so already. */
type Changed = 'changed' | 'same' | 'full' | 'no_conversation'

async function add(tx: Transaction, { clientId, chat, label, actor }: LabelChange): Promise<Changed> {
  const held = await tx.queryOne(HOLD, [clientId, chat])
  if (!held) return 'no_conversation'
  const most = actor === 'phone' ? Number.MAX_SAFE_INTEGER : MOST_LABELS
  const tried = await tx.queryOne(ADD, [clientId, chat, label.id, held.state, held.lastSeq, most])
  if (tried?.added) return 'changed'
  return tried?.has ? 'same' : 'full'
}

async function remove(tx: Transaction, { clientId, chat, label }: LabelChange): Promise<Changed> {
  return (await tx.queryOne(REMOVE, [clientId, chat, label.id])) ? 'changed' : 'same'
}

/**
 * Puts a label on a conversation or takes it off, with its event and its line in the record, in the caller's transaction. What the
 * phone did to a linked label is so there already, and is done here however many labels there are.
 */
export async function changeLabel(tx: Transaction, change: LabelChange): Promise<Changed> {
  const { clientId, chat, label, kind, actor } = change
  const changed = await (kind === 'label_added' ? add : remove)(tx, change)
  if (changed !== 'changed') return changed
  if (actor !== 'phone')
    await noteLabelChange(tx, { clientId, chat, labelId: label.id, isOn: kind === 'label_added' })
  await tx.query(LOG, [clientId, chat])
  await recordEntry(tx, { clientId, chat, kind, actor, facts: { labelId: label.id, name: label.name } })
  return changed
}

/** Labels of a workspace ($1) by their names ($2), upper and lower case alike. While this transaction lasts, nobody deletes them. */
const FIND_BY_NAME = statement<{ id: string; name: string }>(
  'assign_find_labels',
  'select id, name from label where user_id = $1 and lower(name) = any($2::text[]) order by id for key share',
)

interface LabelsByName {
  workspaceId: string
  clientId: string
  chat: string
  add: readonly string[]
  remove: readonly string[]
  /** The flow that does it. */
  flowId: string
}

/**
 * What a flow does with labels, by their names: one that the workspace does not have, or that has no room any more, is left out. False
 * where there is no message of the conversation yet.
 */
export async function labelByName(tx: Transaction, asked: LabelsByName): Promise<boolean> {
  const { workspaceId, clientId, chat, flowId } = asked
  const lower = (names: readonly string[]) => names.map((name) => name.trim().toLowerCase())
  const [adds, removes] = [lower(asked.add), lower(asked.remove)]
  const found = await tx.query(FIND_BY_NAME, [workspaceId, [...adds, ...removes]])
  for (const label of found) {
    const kind = adds.includes(label.name.toLowerCase()) ? 'label_added' : 'label_removed'
    const changed = await changeLabel(tx, { clientId, chat, label, kind, actor: `flow:${flowId}` })
    if (changed === 'no_conversation') return false
  }
  return true
}
