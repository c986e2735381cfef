import { statement } from '../../../../db/statement.ts'
import type { Executor } from '../../../../db/transaction.ts'
import type { ChatNotice } from '../../../../network/port.ts'

/** Over the primary key. */
const WRITE = statement<never>(
  'status_write_muted',
  `with n as (select * from unnest($2::text[], $3::boolean[]) as n(person, is_muted)),
   gone as (
     delete from muted_statuses m using n where m.client_id = $1 and m.person = n.person and not n.is_muted
   )
   insert into muted_statuses (client_id, person) select $1, person from n where is_muted on conflict do nothing`,
)

/** Notes whose statuses the account does not want to see; the last word on somebody counts. */
export async function applyMutedStatuses(
  tx: Executor,
  clientId: string,
  notices: readonly ChatNotice[],
  idOf: (address: string) => string,
): Promise<void> {
  const muted = new Map<string, boolean>()
  for (const each of notices.flatMap(({ news }) => news))
    if (each.kind === 'status_muted') muted.set(idOf(each.chat), each.isMuted)
  if (muted.size > 0) await tx.query(WRITE, [clientId, [...muted.keys()], [...muted.values()]])
}
