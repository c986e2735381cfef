import type { Handlers } from '../../contract/handlers.ts'
import { toPhoneNumber } from '../../core/addresses.ts'
import type { Database } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import { findContactId } from '../contacts/index.ts'

const MOST_LISTED = 1_000

interface OptOutRow {
  jid: string
  name: string | null
  phone: string
  createdAt: Date
}

/** Over the primary key. */
const LIST = statement<OptOutRow>(
  'opt_out_list',
  `select o.jid, coalesce(c.name, c.notify, '@' || c.username) as name, coalesce(c.phone, o.jid) as phone, o.created_at as "createdAt"
   from campaign_opt_out o left join contact c on c.client_id = o.client_id and o.jid in (c.id, c.lid, c.phone)
   where o.client_id = $1 order by o.created_at desc limit ${MOST_LISTED}`,
)

const INSERT = statement<never>(
  'opt_out_insert',
  'insert into campaign_opt_out (client_id, jid) values ($1, $2) on conflict do nothing',
)

/** Under each address that the contact has. */
const DELETE = statement<never>(
  'opt_out_delete',
  `delete from campaign_opt_out where client_id = $1 and (jid = $2 or jid in (
     select unnest(array[c.lid, c.phone]) from contact c where c.client_id = $1 and c.id = $2))`,
)

/** Contacts that get no campaigns of a client. */
export function createOptOuts(db: Database): Handlers['campaigns']['optOuts'] {
  return {
    async list({ clientId }) {
      return (await db.query(LIST, [clientId])).map(({ jid, name, phone, createdAt }) => ({
        ...{ jid, name, phoneNumber: toPhoneNumber(phone), createdAt: createdAt.toISOString() },
      }))
    },
    async set({ clientId, contactJid, value }) {
      await db.query(value ? INSERT : DELETE, [clientId, await findContactId(db, clientId, contactJid)])
      return { success: true }
    },
  }
}
