import { statement } from '../../db/statement.ts'
import type { NetworkLabel } from '../../network/port.ts'
import { MAX_ATTEMPTS } from './link-store.ts'

/** A label as it is stored. */
export interface LabelRow {
  id: string
  name: string
  colour: number
  kind: string | null
  predefinedId: number | null
  isActive: boolean
  isFixed: boolean
}

const COLUMNS = `l.id, l.name, l.colour, l.kind, l.predefined_id as "predefinedId", l.is_active as "isActive",
   l.is_fixed as "isFixed"`

/** $1 the client. Over the primary key; an account has a few dozen. */
export const LIST = statement<
  LabelRow & {
    chats: number
    messages: number
    workspaceLabelId: string | null
    waiting: number
    failed: number
  }
>(
  'whatsapp_label_list',
  `select ${COLUMNS}, p.chats, p.messages, k.label_id as "workspaceLabelId", c.waiting, c.failed
   from whatsapp_label l left join label_link k on k.client_id = l.client_id and k.whatsapp_id = l.id
   cross join lateral (
     select (count(*) filter (where message_id = ''))::int as chats,
       (count(*) filter (where message_id <> ''))::int as messages
     from (select message_id from whatsapp_labelled w where w.client_id = l.client_id and w.label_id = l.id limit 1000) w
   ) p cross join lateral (
     select (count(*) filter (where attempts < ${MAX_ATTEMPTS}))::int as waiting,
       (count(*) filter (where attempts >= ${MAX_ATTEMPTS}))::int as failed
     from (select attempts from label_change g
       where g.client_id = l.client_id and g.whatsapp_id = l.id and g.to_phone limit 1000) g
   ) c
   where l.client_id = $1 and not l.is_deleted order by lower(l.name), l.id`,
)

const logWritten = (onConflict: string): string => `with written as (
     insert into whatsapp_label as known (client_id, id, name, colour, kind, predefined_id, is_active, is_fixed, is_deleted)
     values ($1, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (client_id, id) ${onConflict}
     returning *, xmax = 0 as is_new
   )
   insert into event_log (user_id, client_id, name, data)
   select $2, $1, 'whatsapp.label', jsonb_build_object('labelId', id, 'name', name, 'colour', colour, 'isActive', is_active,
     'deleted', is_deleted)
   from written where $2::text is not null and not (is_new and is_deleted) returning seq`

/**
 * $1 the client, $3 to $10 the label; with its event for the workspace $2, where that is given and something of it is another than
 * before. One that was deleted before anybody here knew of it is no news.
 */
export const WRITE_LABEL = statement<{ seq: number }>(
  'whatsapp_label_write',
  logWritten(`do update set name = excluded.name, colour = excluded.colour, kind = excluded.kind,
       predefined_id = excluded.predefined_id, is_active = excluded.is_active, is_fixed = excluded.is_fixed,
       is_deleted = excluded.is_deleted
     where (known.name, known.colour, known.kind, known.predefined_id, known.is_active, known.is_fixed, known.is_deleted)
       is distinct from (excluded.name, excluded.colour, excluded.kind, excluded.predefined_id, excluded.is_active,
         excluded.is_fixed, excluded.is_deleted)`),
)

/** The same for one that was made just now: where the account has told of the number already, that holds. */
export const ADD_LABEL = statement<{ seq: number }>('whatsapp_label_add', logWritten('do nothing'))

/** What `WRITE_LABEL` and `ADD_LABEL` take. */
export const toLabelValues = (
  clientId: string,
  userId: string | null,
  label: NetworkLabel,
  isDeleted: boolean,
) => {
  const { id, name, colour, kind, predefinedId, isActive, isFixed } = label
  return [clientId, userId, id, name, colour, kind, predefinedId, isActive, isFixed, isDeleted]
}

/** Before something gets them or loses them, so that nobody links them in between. */
export const HOLD_WHATSAPP_LABELS = statement<{ id: string }>(
  'whatsapp_label_hold',
  'select id from whatsapp_label where client_id = $1 and id = any($2) order by id for key share',
)

const logPut = (isOn: boolean): string => `insert into event_log (user_id, client_id, name, chat, data)
   select $2, $1, 'whatsapp.labelled', c.chat, jsonb_build_object('jid', c.chat, 'messageId', nullif(c.message_id, ''),
     'labelId', c.label_id, 'name', (select l.name from whatsapp_label l where l.client_id = $1 and l.id = c.label_id),
     'labelled', ${isOn})
   from changed c where $2::text is not null returning seq`

/** $1 the client, $2 as above, $3 label, $4 chat, $5 message, or empty. */
export const PUT_ON = statement<{ seq: number }>(
  'whatsapp_label_put',
  `with changed as (
     insert into whatsapp_labelled (client_id, label_id, chat, message_id) values ($1, $3, $4, $5)
     on conflict do nothing returning *
   ) ${logPut(true)}`,
)

export const TAKE_OFF = statement<{ seq: number }>(
  'whatsapp_label_take_off',
  `with changed as (
     delete from whatsapp_labelled where client_id = $1 and label_id = $3 and chat = $4 and message_id = $5 returning *
   ) ${logPut(false)}`,
)

/** What was so from the first, all of it at once: $2 labels, $3 chats, $4 messages. */
export const PUT_FIRST = statement<never>(
  'whatsapp_label_put_first',
  `insert into whatsapp_labelled (client_id, label_id, chat, message_id)
   select $1, p.* from unnest($2::text[], $3::text[], $4::text[]) as p on conflict do nothing`,
)

/** The same of what was off from the first. By the primary key. */
export const TAKE_OFF_FIRST = statement<never>(
  'whatsapp_label_take_off_first',
  `delete from whatsapp_labelled w using unnest($2::text[], $3::text[], $4::text[]) as p(label_id, chat, message_id)
   where w.client_id = $1 and w.label_id = p.label_id and w.chat = p.chat and w.message_id = p.message_id`,
)
