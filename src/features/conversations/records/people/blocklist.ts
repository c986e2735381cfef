import { statement } from '../../../../db/statement.ts'
import type { Transaction } from '../../../../db/transaction.ts'
import type { PersonAddresses } from '../../../../network/port.ts'

/**
 * Makes the stored list the given one, and logs whom that blocks or lets write again; nothing for the first list of a client, as all
 * of it was so before anybody here knew. Over the primary keys.
 */
const STORE = statement<object>(
  'chat_store_blocklist',
  `with noted as (
     insert into blocklist (client_id) values ($1) on conflict (client_id) do update set read_at = now()
   ), gone as (
     delete from blocked_person b where b.client_id = $1 and b.jid <> all($2::text[]) returning b.jid
   ), added as (
     insert into blocked_person (client_id, jid) select $1, w.jid from unnest($2::text[]) as w(jid)
     on conflict do nothing returning jid
   )
   insert into event_log (user_id, client_id, name, chat, data)
   select c.user_id, c.id, 'contact.updated', changed.jid,
     jsonb_build_object('jid', changed.jid, 'isBlocked', changed.is_blocked)
   from (select jid, false as is_blocked from gone union all select jid, true from added) changed
   join client c on c.id = $1 where exists (select from blocklist b where b.client_id = $1)`,
)

/** Stores whom the account has blocked on the network. `idOf` gives a person's canonical address. */
export async function storeBlocklist(
  tx: Transaction,
  clientId: string,
  people: readonly PersonAddresses[],
  idOf: (address: string) => string,
): Promise<void> {
  const jids = people.flatMap(({ phone, lid }) => {
    const address = phone ?? lid
    return address === null ? [] : [idOf(address)]
  })
  await tx.query(STORE, [clientId, [...new Set(jids)]])
}
