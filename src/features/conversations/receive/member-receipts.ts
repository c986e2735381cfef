import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { MemberReceipt } from './arrival.ts'

/** The earliest time of each kind counts, in whatever order they come. Who read a message also has it. */
const NOTE = statement<{ participant: string }>(
  'chat_member_receipts',
  `insert into message_receipt as known (message_seq, participant, delivered_at, read_at, played_at)
   select m.seq, r.participant, to_timestamp(min(r.at_sec)),
     to_timestamp(min(r.at_sec) filter (where r.kind in ('read', 'played'))),
     to_timestamp(min(r.at_sec) filter (where r.kind = 'played'))
   from unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) as r(id, participant, kind, at_sec)
   join message m on m.client_id = $1 and m.id = r.id and m.from_me
   group by m.seq, r.participant order by m.seq, r.participant
   on conflict (message_seq, participant) do update set
     delivered_at = coalesce(least(known.delivered_at, excluded.delivered_at), excluded.delivered_at),
     read_at = coalesce(least(known.read_at, excluded.read_at), excluded.read_at),
     played_at = coalesce(least(known.played_at, excluded.played_at), excluded.played_at)
   returning participant`,
)

/** Notes what members of groups confirmed; `idOf` gives a member's canonical address. */
export async function noteMemberReceipts(
  tx: Executor,
  clientId: string,
  receipts: readonly MemberReceipt[],
  idOf: (address: string) => string,
): Promise<void> {
  if (receipts.length === 0) return
  await tx.query(NOTE, [
    clientId,
    receipts.map(({ id }) => id),
    receipts.map(({ member }) => idOf(member)),
    receipts.map(({ kind }) => kind),
    receipts.map(({ atSec }) => atSec),
  ])
}
