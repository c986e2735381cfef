import type { Address } from '../../core/addresses.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import { changedHereNotice, postNotice } from '../../network/port.ts'

/**
 * As the notices of the network are told once (`logNotices`): this one was told already. A mark that is there stays: what was
 * posted before by others may not be told yet. By the primary keys.
 */
const NOTE = statement<never>(
  'channels_note_own_post',
  `with told as (insert into group_notice (client_id, id) values ($1, $2) on conflict do nothing)
   insert into channel_mark (client_id, channel, server_id) values ($1, $3, $4) on conflict do nothing`,
)

/** What a client posts itself is no event, also not when it is found among what was missed. */
export async function noteOwnPost(
  db: Executor,
  clientId: string,
  channel: Address,
  serverId: number,
): Promise<void> {
  await db.query(NOTE, [clientId, postNotice(channel, serverId), channel, serverId])
}

const NOTE_CHANGE = statement<never>(
  'channels_note_own_change',
  'insert into group_notice (client_id, id) values ($1, $2) on conflict do nothing',
)

/** The same of a change: what the network says later of a post that the client changed or took back itself may be of that. */
export async function noteOwnChange(
  db: Executor,
  clientId: string,
  channel: Address,
  id: string,
): Promise<void> {
  await db.query(NOTE_CHANGE, [clientId, changedHereNotice(channel, id)])
}
