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

/** A channel without a mark was not known here, so nothing of it was missed. By the primary key. */
const BEGIN = statement<{ channel: string }>(
  'channel_marks_begin',
  `insert into channel_mark (client_id, channel, server_id)
   select $1, t.channel, max(t.server_id) from unnest($2::text[], $3::bigint[]) as t(channel, server_id) group by t.channel
   on conflict (client_id, channel) do nothing returning channel`,
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

interface ChannelMark {
  channel: string
  serverId: number
}

const toValues = (clientId: string, marks: readonly ChannelMark[]) => [
  clientId,
  marks.map(({ channel }) => channel),
  marks.map(({ serverId }) => serverId),
]

export async function setChannelMarks(
  db: Executor,
  clientId: string,
  marks: readonly ChannelMark[],
): Promise<void> {
  if (marks.length > 0) await db.query(MOVE, toValues(clientId, marks))
}

/** Marks for channels that have none; answers which these were. */
export async function beginChannelMarks(
  db: Executor,
  clientId: string,
  marks: readonly ChannelMark[],
): Promise<string[]> {
  if (marks.length === 0) return []
  return (await db.query(BEGIN, toValues(clientId, marks))).map(({ channel }) => channel)
}

export async function forgetChannelMarks(
  db: Executor,
  clientId: string,
  channels: readonly string[],
): Promise<void> {
  if (channels.length > 0) await db.query(FORGET, [clientId, channels])
}

/** Those that are followed no longer. */
export const listLeftChannels = (notices: readonly ChannelNotice[]): string[] =>
  notices.flatMap(({ channel, news }) =>
    news.kind === 'unfollowed' || (news.kind === 'state' && news.state === 'deleted') ? [channel] : [],
  )

/** Up to which posts these tell of channels that are still followed. */
export function toChannelMarks(notices: readonly ChannelNotice[]): ChannelMark[] {
  const left = new Set(listLeftChannels(notices))
  return notices.flatMap(({ channel, news }) =>
    news.kind === 'posted' && news.post.serverId > 0 && !left.has(channel)
      ? [{ channel, serverId: news.post.serverId }]
      : [],
  )
}
