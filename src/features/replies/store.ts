import { statement } from '../../db/statement.ts'

/** A canned reply as it is stored, with what is known of its file. */
export interface ReplyRow {
  id: string
  title: string
  shortcut: string
  text: string
  assetId: string | null
  mimetype: string | null
  fileName: string | null
  updatedAt: Date
}

const COLUMNS = `r.id, r.title, r.shortcut, r.text, r.asset_id as "assetId", a.mimetype, a.file_name as "fileName",
  r.updated_at as "updatedAt"`

/** Over the index `canned_reply_by_shortcut`. */
export const LIST_REPLIES = statement<ReplyRow>(
  'reply_list',
  `select ${COLUMNS} from canned_reply r left join asset a on a.id = r.asset_id where r.user_id = $1 order by r.shortcut`,
)

/** A file of the workspace; those of others are not there for it. */
export const FIND_ASSET = statement<{ id: string }>(
  'reply_find_asset',
  'select id from asset where id = $1 and user_id = $2',
)

export const COUNT_REPLIES = statement<{ count: number }>(
  'reply_count',
  'select count(*)::int as count from canned_reply where user_id = $1',
)

/** $1 id, $2 whose, $3 title, $4 shortcut, $5 text, $6 file. Answers nothing where the shortcut is taken. */
export const INSERT_REPLY = statement<ReplyRow>(
  'reply_insert',
  `with r as (
     insert into canned_reply (id, user_id, title, shortcut, text, asset_id) values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, shortcut) do nothing returning *
   )
   select ${COLUMNS} from r left join asset a on a.id = r.asset_id`,
)

/** Of the same values; two that change at once to one shortcut leave it to the unique index, which refuses the second. */
export const UPDATE_REPLY = statement<ReplyRow>(
  'reply_update',
  `with r as (
     update canned_reply set title = $3, shortcut = $4, text = $5, asset_id = $6, updated_at = now()
     where id = $1 and user_id = $2 returning *
   )
   select ${COLUMNS} from r left join asset a on a.id = r.asset_id`,
)

export const DELETE_REPLY = statement<{ id: string }>(
  'reply_delete',
  'delete from canned_reply where id = $1 and user_id = $2 returning id',
)
