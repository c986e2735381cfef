import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

/** What is known of somebody when a campaign looks at them. */
export interface PersonFacts {
  jid: string
  /** Not the username: whoever is greeted by it is not called so. */
  name: string | null
  username: string | null
  phone: string | null
  fields: Record<string, unknown>
  isBlocked: boolean
  isOptedOut: boolean
  isWithPerson: boolean
  /** They wrote, or took a message before. */
  isKnown: boolean
  /** The network has shown that it knows them. */
  isSeen: boolean
}

/** As a list of people shows them. */
export const shownName = ({ name, username }: Pick<PersonFacts, 'name' | 'username'>): string | null =>
  name ?? (username && `@${username}`)

/**
 * Over the primary keys of contact, contact_automation, blocked_person and campaign_opt_out, and `message_page`. Somebody is blocked
 * for automation or on the network itself, and opted out under any of their addresses: who is who may have turned out since.
 */
const FACTS = statement<PersonFacts>(
  'campaign_facts',
  `select j.jid, coalesce(c.name, c.notify) as name, c.username, c.phone, coalesce(a.fields, '{}') as fields,
     coalesce(a.blacklist, false) or exists (select from blocked_person b
       where b.client_id = $1 and b.jid in (j.jid, c.lid, c.phone)) as "isBlocked",
     coalesce(a.handoff_until > now(), false) as "isWithPerson",
     exists (select from campaign_opt_out o where o.client_id = $1 and o.jid in (j.jid, c.lid, c.phone)) as "isOptedOut",
     known.found as "isKnown", (known.found or c.lid is not null or c.notify is not null or j.jid like '%@lid') as "isSeen"
   from unnest($2::text[]) as j(jid)
   left join contact c on c.client_id = $1 and c.id = j.jid
   left join contact_automation a on a.client_id = $1 and a.jid = j.jid
   cross join lateral (select exists (
     select from message m where m.client_id = $1 and m.chat = j.jid and (not m.from_me or m.status not in ('PENDING', 'ERROR'))
   ) as found) known`,
)

export async function readFacts(
  db: Executor,
  clientId: string,
  jids: readonly string[],
): Promise<Map<string, PersonFacts>> {
  const rows = await db.query(FACTS, [clientId, [...new Set(jids)]])
  return new Map(rows.map((row) => [row.jid, row]))
}
