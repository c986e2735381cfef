import type { Handlers } from '../../../contract/handlers.ts'
import { toPhoneNumber } from '../../../core/addresses.ts'
import { refusal } from '../../../core/errors.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import { type ListedPicture, selectPicture, toShownPicture } from '../../pictures/index.ts'

type ListHandler = Handlers['contacts']['list']
type Noted = Awaited<ReturnType<ListHandler>>['contacts'][number]

export interface NotedRow extends Omit<Noted, 'contact' | 'handoffUntil' | 'picture'> {
  picture: ListedPicture | null
  id: string
  lid: string | null
  phone: string | null
  name: string | null
  notify: string | null
  username: string | null
  handoffUntil: Date | null
}

/** Of a contact `c` and what is noted of it, `a`. A contact nobody wrote with yet has no row and no flags. */
export const NOTED_COLUMNS = `c.lid, c.phone, c.name, c.notify, c.username, coalesce(a.blacklist, false) as blacklist,
     coalesce(a.favourite, false) as favourite, coalesce(a.tags, '[]') as tags, coalesce(a.fields, '{}') as fields,
     case when a.handoff_until > now() then a.handoff_until end as "handoffUntil"`

export function toNoted(row: NotedRow): Noted {
  const { id, lid, phone, name, notify, username, handoffUntil, picture, ...rest } = row
  return {
    ...rest,
    picture: toShownPicture(picture),
    contact: { id, lid, name, notify, username, phoneNumber: phone === null ? null : toPhoneNumber(phone) },
    handoffUntil: handoffUntil?.toISOString() ?? null,
  }
}

/**
 * $2 the address after which the page begins, $3 a tag, $4 the name of a field and $5 its value as text (null: none), $6 a part of
 * the name, username or number. Over the primary key of contacts; the rows of the client are gone through until the page is full.
 */
const LIST = statement<NotedRow>(
  'contact_automation_list',
  `select c.id, ${selectPicture('c.client_id', 'c.id')} as picture, ${NOTED_COLUMNS}
   from contact c left join contact_automation a on a.client_id = c.client_id and a.jid = c.id
   where c.client_id = $1 and c.id > $2
     and ($3::text is null or a.tags ? $3)
     and ($4::text is null or lower(a.fields ->> $4) = lower($5) or ($5::text is null and a.fields ->> $4 is null))
     and ($6::text is null or strpos(lower(concat_ws(' ', c.name, c.notify, '@' || c.username, c.phone)), lower($6)) > 0)
   order by c.id limit $7`,
)

const toCursor = (id: string): string => Buffer.from(`1.${id}`).toString('base64url')

function readCursor(cursor: string | undefined): string {
  if (cursor === undefined) return ''
  const text = Buffer.from(cursor, 'base64url').toString()
  if (text.startsWith('1.') && toCursor(text.slice(2)) === cursor) return text.slice(2)
  throw refusal('BAD_REQUEST', 'CURSOR_UNKNOWN', {}, { path: 'cursor' })
}

/** The people a client knows, with what is noted of them. */
export const createContactList =
  (db: Executor): ListHandler =>
  async ({ clientId, tag = null, field, search = null, cursor, limit }) => {
    const value = field?.value ?? null
    const filters = [tag, field?.name ?? null, value === null ? null : String(value), search]
    const rows = await db.query(LIST, [clientId, readCursor(cursor), ...filters, limit + 1])
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return { contacts: page.map(toNoted), nextCursor: last && rows.length > limit ? toCursor(last.id) : null }
  }
