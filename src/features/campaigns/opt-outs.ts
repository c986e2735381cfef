import type { CallContext, Handlers } from '../../contract/handlers.ts'
import { hasScope } from '../../contract/scopes.ts'
import { toPhoneNumber } from '../../core/addresses.ts'
import { type Actor, toActor } from '../../core/conversation/conversation-entry.ts'
import type { Database } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import { findContactId } from '../contacts/index.ts'

type OptOutHandlers = Handlers['campaigns']['optOuts']
type OptOut = Awaited<ReturnType<OptOutHandlers['list']>>[number]

interface OptOutRow {
  jid: string
  name: string | null
  phone: string
  createdAt: Date
  createdBy: Actor | null
  byName: string | null
  campaign: { id: string; name: string } | null
}

const NAME = "coalesce(c.name, c.notify, '@' || c.username)"

/** $2 whether names are told, $3 what is looked for, $4 offset, $5 limit. Over the primary key. */
const LIST = statement<OptOutRow>(
  'opt_out_list',
  `select o.jid, case when $2 then ${NAME} end as name, coalesce(c.phone, o.jid) as phone, o.created_at as "createdAt",
     o.created_by as "createdBy", coalesce(u.name, k.name) as "byName",
     case when g.id is not null then jsonb_build_object('id', g.id, 'name', g.name) end as campaign
   from campaign_opt_out o left join contact c on c.client_id = o.client_id and o.jid in (c.id, c.lid, c.phone)
   left join campaign g on g.id = o.campaign_id
   left join "user" u on o.created_by = 'user:' || u.id left join api_key k on o.created_by = 'key:' || k.id
   where o.client_id = $1 and ($3::text is null
     or strpos(lower(concat_ws(' ', case when $2 then ${NAME} end, c.phone, o.jid)), lower($3)) > 0)
   order by o.created_at desc, o.jid offset $4 limit $5`,
)

const INSERT = statement<never>(
  'opt_out_insert',
  'insert into campaign_opt_out (client_id, jid, created_by) values ($1, $2, $3) on conflict do nothing',
)

/** Under each address that the contact has. */
const DELETE = statement<never>(
  'opt_out_delete',
  `delete from campaign_opt_out where client_id = $1 and (jid = $2 or jid in (
     select unnest(array[c.lid, c.phone]) from contact c where c.client_id = $1 and c.id = $2))`,
)

/** A number is looked for however it is written. */
const toSearched = (search = ''): string | null => {
  const asked = /^[+\d\s().-]*\d[+\d\s().-]*$/.test(search) ? search.replaceAll(/\D/g, '') : search
  return asked === '' ? null : asked
}

function toBy({ createdBy, byName, campaign }: OptOutRow): OptOut['by'] {
  if (createdBy === 'contact' || (createdBy === null && campaign)) return { kind: 'contact', name: null }
  if (createdBy === null) return null
  return { kind: createdBy.startsWith('user:') ? 'person' : 'key', name: byName }
}

const toOptOut = (row: OptOutRow): OptOut => ({
  ...{ jid: row.jid, name: row.name, phoneNumber: toPhoneNumber(row.phone) },
  ...{ createdAt: row.createdAt.toISOString(), by: toBy(row), campaign: row.campaign },
})

/** Contacts that get no campaigns of a client. */
export function createOptOuts(db: Database): OptOutHandlers {
  return {
    async list({ clientId, search, offset, limit }, { principal }: CallContext) {
      const tellsNames = hasScope(principal, 'contacts:read')
      return (await db.query(LIST, [clientId, tellsNames, toSearched(search), offset, limit])).map(toOptOut)
    },
    async set({ clientId, contactJid, value }, { principal }) {
      const chat = await findContactId(db, clientId, contactJid)
      if (value) await db.query(INSERT, [clientId, chat, toActor(principal)])
      else await db.query(DELETE, [clientId, chat])
      return { success: true }
    },
  }
}
