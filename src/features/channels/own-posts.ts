import type { Address } from '../../core/addresses.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import { changedHereNotice, postedHereNotice, postNotice } from '../../network/port.ts'

/**
 * As the notices of the network are told once (`logNotices`): this one was told already. A mark that is there stays: what was
 * posted before by others may not be told yet. By the primary keys.
 */
const NOTE = statement<never>(
  'channels_note_own_post',
  `with told as (insert into group_notice (client_id, id) values ($1, $2) on conflict do nothing)
   insert into channel_mark (client_id, channel, server_id) values ($1, $3, $4) on conflict do nothing`,
)

const NOTE_ONE = statement<never>(
  'channels_note_own',
  'insert into group_notice (client_id, id) values ($1, $2) on conflict do nothing',
)

/** Before it is posted: what was missed may be asked for at that moment, and have the post ahead of its answer. */
export async function notePosting(
  db: Executor,
  clientId: string,
  { channel, id }: { channel: Address; id: string },
): Promise<void> {
  await db.query(NOTE_ONE, [clientId, postedHereNotice(channel, id)])
}

/** What a client posts itself is no event, also not when it is found among what was missed. */
export async function noteOwnPost(
  db: Executor,
  clientId: string,
  channel: Address,
  serverId: number,
): Promise<void> {
  await db.query(NOTE, [clientId, postNotice(channel, serverId), channel, serverId])
}

/** The same of a change: what the network says later of a post that the client changed or took back itself may be of that. */
export async function noteOwnChange(
  db: Executor,
  clientId: string,
  channel: Address,
  id: string,
): Promise<void> {
  await db.query(NOTE_ONE, [clientId, changedHereNotice(channel, id)])
}
