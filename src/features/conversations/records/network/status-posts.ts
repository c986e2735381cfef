import { type Address, STATUS_ADDRESS } from '../../../../core/addresses.ts'
import type { StatusSetting } from '../../../../core/conversation/status-post.ts'
import { statement } from '../../../../db/statement.ts'
import type { Executor } from '../../../../db/transaction.ts'

/** Of one post at most; whoever has more contacts reaches those it talked with last. */
export const MAX_AUDIENCE = 2_000

/** To whom a status goes, as it was fixed before it left. */
export interface FixedAudience {
  setting: StatusSetting
  people: Address[]
  leftOut: number
}

const FIX = statement<FixedAudience>(
  'status_fix_audience',
  `with is_stored as (select exists (select from message where client_id = $1 and id = $2 and from_me) as found)
   insert into status_post as known (client_id, message_id, setting, audience, left_out) values ($1, $2, $3, $4, $5)
   on conflict (client_id, message_id) do update set
     setting = case when (select found from is_stored) then known.setting else excluded.setting end,
     audience = case when (select found from is_stored) then known.audience else excluded.audience end,
     left_out = case when (select found from is_stored) then known.left_out else excluded.left_out end
   returning setting, audience as people, left_out as "leftOut"`,
)

/**
 * Stores to whom a status goes. What was stored for this id before holds once the message is stored: of one that never left, it may be
 * what somebody has ended since. Over the primary key and message_identity.
 */
export async function fixAudience(
  db: Executor,
  clientId: string,
  messageId: string,
  { setting, people, leftOut }: FixedAudience,
): Promise<FixedAudience> {
  const fixed = await db.queryOne(FIX, [clientId, messageId, setting, people, leftOut])
  if (!fixed) throw new Error('the audience of a status was neither stored nor found')
  return fixed
}

const READ = statement<FixedAudience>(
  'status_read_audience',
  `select setting, audience as people, left_out as "leftOut" from status_post where client_id = $1 and message_id = $2`,
)

export const readAudience = (
  db: Executor,
  clientId: string,
  messageId: string,
): Promise<FixedAudience | undefined> => db.queryOne(READ, [clientId, messageId])

/** Over message_identity; whoever asks for one is named by whatever address, and may be the account's own device. */
const SENT = statement<{ bytes: Uint8Array | null }>(
  'status_sent_bytes',
  `select m.bytes from message m
   where m.client_id = $1 and m.id = $2 and m.from_me and (m.chat <> '${STATUS_ADDRESS}' or m.type = 'reaction'
     or $3 in (select unnest(array[c.address, c.lid]) from client c where c.id = $1)
     or exists (select from status_post p
       where p.client_id = $1 and p.message_id in (m.id, case when m.type = 'revoke' then m.quoted_id end)
         and p.audience && (array[$3] || coalesce((select array_remove(array[c.id, c.phone, c.lid], null)
           from contact c where c.client_id = $1 and $3 in (c.id, c.phone, c.lid) limit 1), '{}'))))
   limit 1`,
)

/** A message of ours as it was sent, for a device of somebody; null when it is not stored, was taken back, or was not for them. */
export async function readSentFor(
  db: Executor,
  clientId: string,
  id: string,
  by: Address,
): Promise<Uint8Array | null> {
  return (await db.queryOne(SENT, [clientId, id, by]))?.bytes ?? null
}
