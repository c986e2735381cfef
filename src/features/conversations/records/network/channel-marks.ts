import { statement } from '../../../../db/statement.ts'
import type { Executor } from '../../../../db/transaction.ts'
import type { ChannelNotice } from '../../../../network/port.ts'

/** A mark only goes forward: what comes late was told. By the primary key. */
const MOVE = statement(
  'channel_marks_move',
  `insert into channel_mark as m (client_id, channel, server_id)
   select $1, t.channel, max(t.server_id) from unnest($2::text[], $3::bigint[]) as t(channel, server_id) group by t.channel
   on conflict (client_id, channel) do update set server_id = greatest(m.server_id, excluded.server_id)`,
)

const FORGET = statement(
  'channel_marks_forget',
  'delete from channel_mark where client_id = $1 and channel = any($2::text[])',
)

const READ = statement<{ channel: string; serverId: number }>(
  'channel_marks_read',
  'select channel, server_id::float8 as "serverId" from channel_mark where client_id = $1',
)

/** Up to which post of each channel was told. */
export async function readChannelMarks(db: Executor, clientId: string): Promise<Map<string, number>> {
  const rows = await db.query(READ, [clientId])
  return new Map(rows.map(({ channel, serverId }) => [channel, serverId]))
}

export async function setChannelMarks(
  db: Executor,
  clientId: string,
  marks: readonly { channel: string; serverId: number }[],
): Promise<void> {
  if (marks.length === 0) return
  const values = [clientId, marks.map(({ channel }) => channel), marks.map(({ serverId }) => serverId)]
  await db.query(MOVE, values)
}

export async function forgetChannelMarks(
  db: Executor,
  clientId: string,
  channels: readonly string[],
): Promise<void> {
  if (channels.length > 0) await db.query(FORGET, [clientId, channels])
}

/** The marks after what was told; of a channel that is followed no longer there is none. */
export async function moveChannelMarks(
  tx: Executor,
  clientId: string,
  notices: readonly ChannelNotice[],
): Promise<void> {
  const posted = notices.flatMap(({ channel, news }) =>
    news.kind === 'posted' && news.post.serverId > 0 ? { channel, serverId: news.post.serverId } : [],
  )
  await setChannelMarks(tx, clientId, posted)
  const left = notices.filter(
    ({ news }) => news.kind === 'unfollowed' || (news.kind === 'state' && news.state === 'deleted'),
  )
  await forgetChannelMarks(
    tx,
    clientId,
    left.map(({ channel }) => channel),
  )
}
