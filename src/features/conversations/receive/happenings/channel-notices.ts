import type { Executor } from '../../../../db/transaction.ts'
import {
  type ChannelContent,
  type ChannelNews,
  type ChannelNotice,
  editNotice,
  type PersonAddresses,
} from '../../../../network/port.ts'
import { forgetChannelMarks, listLeftChannels } from '../../records/network/channel-marks.ts'
import type { OwnedClient } from '../../records/owned-client.ts'
import { logNotices, type NoticeRow } from '../log-notices.ts'

type Told = Pick<NoticeRow, 'name'> & { data: Record<string, unknown> }

const post = (data: Record<string, unknown>): Told => ({ name: 'channel.post', data })
const update = (change: string, data: Record<string, unknown> = {}): Told => ({
  name: 'channel.updated',
  data: { change, ...data },
})

const toContent = ({ id, serverId, type, text, file }: ChannelContent): Record<string, unknown> => ({
  ...{ id, serverId, type, text },
  file: file && { mimetype: file.mimetype, fileName: file.fileName, sizeBytes: file.sizeBytes },
})

const nameOf = ({ phone, lid }: PersonAddresses): string | null => phone ?? lid

/** As `contract/events/event-data.ts` describes it. */
function toTold(news: ChannelNews): Told {
  switch (news.kind) {
    case 'posted':
      return post({ change: 'posted', ...toContent(news.post), isOwn: news.isOwn ?? false })
    case 'edited':
      return post({ change: 'edited', ...toContent(news.post) })
    case 'revoked':
      return post({ change: 'deleted', id: news.id, serverId: news.serverId })
    case 'counts':
      return { name: 'channel.counts', data: { ...news.counts } }
    case 'followed':
      return update('followed', { name: news.name })
    case 'unfollowed':
      return update('unfollowed')
    case 'muted':
      return update(news.isMuted ? 'muted' : 'unmuted')
    case 'role':
      return update('role', { person: nameOf(news.person), role: news.role, by: news.by && nameOf(news.by) })
    case 'changed':
      return update('info', {
        ...{ name: news.name, description: news.description },
        ...(news.reactions === null ? {} : { reactions: news.reactions }),
      })
    case 'state':
      return update('state', { state: news.state })
    case 'milestone':
      return update('milestone', { milestone: news.of, value: news.value, serverId: news.serverId })
  }
}

/** Logs what the network told of channels as events, each once and in its order. `ChannelCatchUp` notes up to which post it was. */
export async function logChannelNotices(
  tx: Executor,
  client: OwnedClient,
  notices: readonly ChannelNotice[],
): Promise<void> {
  if (notices.length === 0) return
  // The same one may be twice in a batch.
  const each = [...new Map(notices.map((notice) => [notice.id, notice])).values()]
  const rows = each.map(({ id, channel, atSec, news }) => {
    const { name, data } = toTold(news)
    const all = { jid: channel, timestamp: atSec, ...data }
    return { notice: id, name, chat: channel, data: JSON.stringify(all) }
  })
  // A post that was changed before it was told is told as it is.
  const changes = each.flatMap(({ id, news }) =>
    news.kind === 'posted' && news.post.editedMs > 0 ? [{ id: editNotice(id, news.post.editedMs) }] : [],
  )
  await logNotices(tx, client, [...each, ...changes], rows)
  await forgetChannelMarks(tx, client.id, listLeftChannels(each))
}
