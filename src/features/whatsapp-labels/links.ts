import { missing, refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import type { Executor, Transaction } from '../../db/transaction.ts'
import { isOfPeople, type LabelKind } from '../../network/port.ts'

/** The two labels that are linked, on one number. */
export interface Pair {
  clientId: string
  /** WhatsApp's number of its label. */
  labelId: string
  workspaceLabelId: string
}

/** How many conversations have which of the two. */
export interface Comparison {
  both: number
  toWhatsapp: number
  toConversations: number
  withoutConversation: number
}

/** Of the client's workspace. Linking waits for those who put it on something, and they for it, so that none is passed over. */
const labelOf = (name: string, lock: string) =>
  statement<{ id: string }>(
    name,
    `select l.id from label l join client k on k.user_id = l.user_id where k.id = $1 and l.id = $2 ${lock}`,
  )
const FIND_LABEL = labelOf('label_link_find', '')
const HOLD_LABEL = labelOf('label_link_hold', 'for update of l')

const whatsappLabelOf = (name: string, lock: string) =>
  statement<{ kind: string | null }>(
    name,
    `select kind from whatsapp_label where client_id = $1 and id = $2 and not is_deleted ${lock}`,
  )
const FIND_WHATSAPP_LABEL = whatsappLabelOf('label_link_find_whatsapp', '')
const HOLD_WHATSAPP_LABEL = whatsappLabelOf('label_link_hold_whatsapp', 'for update')

/** $1 client, $2 label of WhatsApp, $3 of the workspace: what has which. Over whatsapp_labelled_by_label and conversation_label_listed. */
const COMPARED = `here as (select chat from conversation_label where client_id = $1 and label_id = $3),
   there as (select chat from whatsapp_labelled where client_id = $1 and label_id = $2 and message_id = '')`

const COMPARE = statement<Comparison>(
  'label_link_compare',
  `with ${COMPARED}
   select (count(*) filter (where h.chat is not null and t.chat is not null))::int as both,
     (count(*) filter (where t.chat is null))::int as "toWhatsapp",
     (count(*) filter (where m.has))::int as "toConversations",
     (count(*) filter (where h.chat is null and not m.has))::int as "withoutConversation"
   from here h full join there t on t.chat = h.chat cross join lateral (
     select h.chat is null and exists (select from message m where m.client_id = $1 and m.chat = t.chat) as has) m`,
)

const INSERT_LINK = statement<{ id: string }>(
  'label_link_insert',
  `insert into label_link (client_id, whatsapp_id, label_id) values ($1, $2, $3)
   on conflict do nothing returning whatsapp_id as id`,
)

const FIND_LINK = statement<{ id: string }>(
  'label_link_find_pair',
  'select whatsapp_id as id from label_link where client_id = $1 and whatsapp_id = $2 and label_id = $3',
)

/** What has one of the two is to have the other. What was noted before stands. */
const NOTE_DIFFERENCE = statement<{ id: string }>(
  'label_link_note_difference',
  `with ${COMPARED}
   insert into label_change as known (client_id, whatsapp_id, chat, is_on, to_phone)
   select $1, $2, coalesce(h.chat, t.chat), true, h.chat is not null from here h full join there t on t.chat = h.chat
   where h.chat is null or t.chat is null
   on conflict (client_id, chat, whatsapp_id) do update set attempts = 0, next_at = now()
     where known.to_phone returning whatsapp_id as id`,
)

const DELETE_LINK = statement<{ id: string }>(
  'label_link_delete',
  'delete from label_link where client_id = $1 and whatsapp_id = $2 returning whatsapp_id as id',
)

function requireLinkable(
  label: { id: string } | undefined,
  whatsapp: { kind: string | null } | undefined,
): void {
  if (!label || !whatsapp) throw missing('label')
  if (!isOfPeople(whatsapp.kind as LabelKind | null)) throw refusal('CONFLICT', 'WHATSAPP_LABEL_FILLED', {})
}

const NOTHING: Comparison = { both: 0, toWhatsapp: 0, toConversations: 0, withoutConversation: 0 }

const count = async (db: Executor, { clientId, labelId, workspaceLabelId }: Pair): Promise<Comparison> =>
  (await db.queryOne(COMPARE, [clientId, labelId, workspaceLabelId])) ?? NOTHING

/** What linking the two would bring over. */
export async function comparePair(db: Executor, pair: Pair): Promise<Comparison> {
  const { clientId, labelId, workspaceLabelId } = pair
  const label = await db.queryOne(FIND_LABEL, [clientId, workspaceLabelId])
  requireLinkable(label, await db.queryOne(FIND_WHATSAPP_LABEL, [clientId, labelId]))
  return count(db, pair)
}

async function link(tx: Transaction, pair: Pair): Promise<Comparison> {
  const { clientId, labelId, workspaceLabelId } = pair
  const label = await tx.queryOne(HOLD_LABEL, [clientId, workspaceLabelId])
  requireLinkable(label, await tx.queryOne(HOLD_WHATSAPP_LABEL, [clientId, labelId]))
  const both = [clientId, labelId, workspaceLabelId]
  const isLinked = (await tx.queryOne(INSERT_LINK, both)) ?? (await tx.queryOne(FIND_LINK, both))
  if (!isLinked) throw refusal('CONFLICT', 'LABEL_LINKED', {})
  const compared = await count(tx, pair)
  await tx.query(NOTE_DIFFERENCE, both)
  return compared
}

/** Links them, and answers what is brought over. Of what is linked already, what is not alike is brought over again. */
export const linkPair = (db: Database, pair: Pair): Promise<Comparison> =>
  db.transaction((tx) => link(tx, pair))

/** What has either keeps it. */
export async function endLink(db: Executor, clientId: string, labelId: string): Promise<void> {
  await db.query(DELETE_LINK, [clientId, labelId])
}
