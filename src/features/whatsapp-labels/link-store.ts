import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

/** So often a change is tried at the phone; then it waits until the two labels are linked anew. */
export const MAX_ATTEMPTS = 12

/** What a change that is noted anew has in place of what it had. */
const RENEWED = `is_on = excluded.is_on, to_phone = excluded.to_phone, seq = default, attempts = 0, next_at = now()`

/**
 * $1 client, $2 chat, $3 label of the workspace, $4 whether it is on. Over label_link_by_label. It stands over what the phone said
 * before and nobody has done here yet.
 */
const NOTE_TO_PHONE = statement<{ id: string }>(
  'label_note_to_phone',
  `insert into label_change (client_id, whatsapp_id, chat, is_on, to_phone)
   select k.client_id, k.whatsapp_id, $2, $4, true from label_link k where k.client_id = $1 and k.label_id = $3 for key share
   on conflict (client_id, chat, whatsapp_id) do update set ${RENEWED} returning whatsapp_id as id`,
)

/** $1 client, $2 label of WhatsApp, $3 chat, $4 whether it is on. What waits to be done at the phone is newer, and stands. */
const NOTE_TO_HERE = statement<{ id: string }>(
  'label_note_to_here',
  `insert into label_change as known (client_id, whatsapp_id, chat, is_on, to_phone)
   select k.client_id, k.whatsapp_id, $3, $4, false from label_link k where k.client_id = $1 and k.whatsapp_id = $2 for key share
   on conflict (client_id, chat, whatsapp_id) do update set ${RENEWED} where not known.to_phone returning whatsapp_id as id`,
)

/** The same of what was so from the first, without what is taken off: $2 labels, $3 chats. */
const NOTE_FIRST_TO_HERE = statement<{ id: string }>(
  'label_note_first_to_here',
  `insert into label_change as known (client_id, whatsapp_id, chat, is_on, to_phone)
   select k.client_id, k.whatsapp_id, p.chat, true, false from unnest($2::text[], $3::text[]) as p (label, chat)
     join label_link k on k.client_id = $1 and k.whatsapp_id = p.label
   on conflict do nothing returning whatsapp_id as id`,
)

interface Noted {
  clientId: string
  /** Canonical. */
  chat: string
  labelId: string
  isOn: boolean
}

/** A label of the workspace is on a conversation or off it: the phone is to follow, where it is linked. Answers whether it is. */
export async function noteLabelChange(
  tx: Executor,
  { clientId, chat, labelId, isOn }: Noted,
): Promise<boolean> {
  return (await tx.query(NOTE_TO_PHONE, [clientId, chat, labelId, isOn])).length > 0
}

/** The same of a label of WhatsApp on a chat. */
export async function notePhoneChange(tx: Executor, { clientId, chat, labelId, isOn }: Noted): Promise<void> {
  await tx.query(NOTE_TO_HERE, [clientId, labelId, chat, isOn])
}

export async function notePhoneHad(
  tx: Executor,
  clientId: string,
  places: readonly { labelId: string; chat: string }[],
): Promise<void> {
  const [labels, chats] = [places.map(({ labelId }) => labelId), places.map(({ chat }) => chat)]
  await tx.query(NOTE_FIRST_TO_HERE, [clientId, labels, chats])
}

/** What is to be done at one end. */
export interface DueChange {
  whatsappId: string
  chat: string
  isOn: boolean
  seq: string
  attempts: number
  label: { id: string; name: string }
  /** Under which the network may know the chat, the canonical one first. */
  addresses: string[]
}

/**
 * $1 client, $2 to which end, $3 how many. Over label_change_due and message_page. A chat that had no message here has its turn once
 * there is one, whoever wrote it; each is looked for by itself, as all messages of a client are many.
 */
export const READ_DUE = statement<DueChange>(
  'label_read_changes',
  `select c.whatsapp_id as "whatsappId", c.chat, c.is_on as "isOn", c.seq::text, c.attempts,
     jsonb_build_object('id', l.id, 'name', l.name) as label,
     array_remove(array[c.chat, a.phone, a.lid], null) as addresses
   from label_change c
     join label_link k on k.client_id = c.client_id and k.whatsapp_id = c.whatsapp_id join label l on l.id = k.label_id
     left join contact a on a.client_id = c.client_id and a.id = c.chat
   where c.client_id = $1 and c.to_phone = $2 and (c.next_at <= clock_timestamp() or not c.to_phone and c.next_at = 'infinity'
     and (select true from message m where m.client_id = c.client_id and m.chat = c.chat limit 1)) order by c.next_at, c.seq limit $3`,
)

const SAME = 'client_id = $1 and chat = $2 and whatsapp_id = $3 and seq = $4'

/** Nothing where it was changed meanwhile. */
export const END_CHANGE = statement<{ seq: string }>(
  'label_end_change',
  `delete from label_change where ${SAME} returning seq::text`,
)

/** $5 milliseconds; null: until something makes it due. */
export const PUT_OFF_CHANGE = statement<{ seq: string }>(
  'label_put_off_change',
  `update label_change set attempts = attempts + 1,
     next_at = coalesce(clock_timestamp() + $5::bigint * interval '1 millisecond', 'infinity')
   where ${SAME} returning seq::text`,
)

/** While this transaction lasts, nobody deletes it. */
export const HOLD_LABEL = statement<{ id: string }>(
  'label_hold',
  'select id from label where id = $1 for key share',
)
