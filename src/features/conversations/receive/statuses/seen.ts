import { STATUS_ADDRESS } from '../../../../core/addresses.ts'
import { statement } from '../../../../db/statement.ts'
import type { Executor } from '../../../../db/transaction.ts'
import type { MemberReceipt } from '../arrival.ts'

/**
 * Whoever has a status got it from the network, whatever was known of it before: then it was posted, which is told before who saw it.
 * Over message_identity.
 */
const PROVE = statement<never>(
  'status_prove_posted',
  `with proven as materialized (
     select m.seq, r.at_sec from (
       select id, min(at_sec) as at_sec from unnest($2::text[], $3::bigint[]) as r(id, at_sec) group by id) r
     join message m on m.client_id = $1 and m.id = r.id and m.chat = '${STATUS_ADDRESS}' and m.from_me
       and m.status in ('PENDING', 'ERROR')
     order by m.seq for update of m
   )
   update message m set status = 'SERVER_ACK', server_at = coalesce(m.server_at, to_timestamp(p.at_sec)),
     error = null, error_code = null, error_params = null
   from proven p where m.seq = p.seq`,
)

/**
 * As of messages to groups the earliest time of each kind counts, and whoever saw a status also has it. That somebody has seen one is
 * told once, in order. Over message_identity and the primary keys.
 */
const NOTE = statement<{ seq: number }>(
  'status_note_receipts',
  `with r as materialized (
     select m.seq, m.id, r.participant, to_timestamp(min(r.at_sec)) as delivered_at,
       to_timestamp(min(r.at_sec) filter (where r.kind <> 'delivered')) as read_at, min(r.n) as n
     from unnest($3::text[], $4::text[], $5::text[], $6::bigint[]) with ordinality as r(id, participant, kind, at_sec, n)
     join message m on m.client_id = $1 and m.id = r.id and m.chat = '${STATUS_ADDRESS}' and m.from_me
     group by m.seq, m.id, r.participant
   ), known as materialized (
     select k.message_seq, k.participant, k.read_at from message_receipt k join r on r.seq = k.message_seq and r.participant = k.participant
   ), noted as (
     insert into message_receipt as known (message_seq, participant, delivered_at, read_at)
     select seq, participant, delivered_at, read_at from r order by seq, participant
     on conflict (message_seq, participant) do update set
       delivered_at = coalesce(least(known.delivered_at, excluded.delivered_at), excluded.delivered_at),
       read_at = coalesce(least(known.read_at, excluded.read_at), excluded.read_at)
   )
   insert into event_log (user_id, client_id, name, chat, data)
   select $2, $1, 'status.seen', '${STATUS_ADDRESS}', jsonb_build_object('id', r.id, 'fromMe', true, 'participant', null,
     'by', r.participant, 'timestamp', extract(epoch from r.read_at)::bigint)
   from r left join known k on k.message_seq = r.seq and k.participant = r.participant
   where r.read_at is not null and k.read_at is null order by r.n
   returning seq`,
)

/** Notes who has our statuses and who saw them; `idOf` gives a person's canonical address. */
export async function noteStatusReceipts(
  tx: Executor,
  client: { id: string; userId: string },
  receipts: readonly MemberReceipt[],
  idOf: (address: string) => string,
): Promise<void> {
  if (receipts.length === 0) return
  const ids = receipts.map(({ id }) => id)
  const times = receipts.map(({ atSec }) => atSec)
  await tx.query(PROVE, [client.id, ids, times])
  const members = receipts.map(({ member }) => idOf(member))
  await tx.query(NOTE, [client.id, client.userId, ids, members, receipts.map(({ kind }) => kind), times])
}
