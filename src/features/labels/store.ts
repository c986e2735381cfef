import type { LabelColour } from '../../contract/conversations/label-colours.ts'
import { statement } from '../../db/statement.ts'

/** A label as it is stored. */
export interface LabelRow {
  id: string
  name: string
  colour: LabelColour
  updatedAt: Date
}

const COLUMNS = `id, name, colour, updated_at as "updatedAt"`

/** Over the index `label_by_name`. */
export const LIST_LABELS = statement<LabelRow>(
  'label_list',
  `select ${COLUMNS} from label where user_id = $1 order by lower(name)`,
)

export const COUNT_LABELS = statement<{ count: number }>(
  'label_count',
  'select count(*)::int as count from label where user_id = $1',
)

/** $1 id, $2 whose, $3 name, $4 colour. Answers nothing where the name is taken. */
export const INSERT_LABEL = statement<LabelRow>(
  'label_insert',
  `insert into label (id, user_id, name, colour) values ($1, $2, $3, $4)
   on conflict (user_id, lower(name)) do nothing returning ${COLUMNS}`,
)

/** Of the same values; two that change at once to one name leave it to the unique index, which refuses the second. */
export const UPDATE_LABEL = statement<LabelRow>(
  'label_update',
  `update label set name = $3, colour = $4, updated_at = now() where id = $1 and user_id = $2 returning ${COLUMNS}`,
)

/**
 * $1 the label, $2 the workspace, $3 who deletes it. Takes the label off some conversations, over conversation_label_listed, with the
 * event and the line in the record of each. It passes over what a message changes at this moment: so it waits for nothing while it
 * holds rows, and no message can be the one that a deadlock ends.
 */
export const CLEAR_LABEL = statement<{ count: number }>(
  'label_clear',
  `with batch as (
     select c.client_id, c.chat, c.label_id from conversation_label c join label l on l.id = c.label_id
     where c.label_id = $1 and l.user_id = $2 limit 1000 for update of c skip locked
   ), gone as (
     delete from conversation_label c using batch
     where c.client_id = batch.client_id and c.chat = batch.chat and c.label_id = batch.label_id returning c.client_id, c.chat
   ), noted as (
     insert into conversation_entry (client_id, chat, kind, actor, facts)
     select g.client_id, g.chat, 'label_removed', $3, jsonb_build_object('labelId', l.id, 'name', l.name)
     from gone g join label l on l.id = $1
   ), logged as (
     insert into event_log (user_id, client_id, name, chat, data)
     select $2, g.client_id, 'contact.updated', g.chat, jsonb_build_object('jid', g.chat, 'labels', coalesce((
       select jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name) order by lower(l.name))
       from conversation_label x join label l on l.id = x.label_id
       where x.client_id = g.client_id and x.chat = g.chat and x.label_id <> $1), '[]'))
     from gone g
   )
   select count(*)::int as count from gone`,
)

/** What is left of it on conversations goes with it. */
export const DELETE_LABEL = statement<{ id: string }>(
  'label_delete',
  'delete from label where id = $1 and user_id = $2 returning id',
)
