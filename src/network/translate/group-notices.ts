import { isGroup, toAddress } from '../../core/addresses.ts'
import type { GroupNotice } from '../group-port.ts'
import type { JournalEntry } from '../port.ts'
import { childOf, readGroupNews, type WireNode } from './group-nodes.ts'
import { keepNotices } from './journal.ts'
import { toPerson } from './people.ts'
import { toInteger } from './wire.ts'

/** A group's picture is told of as a person's is (Baileys, `processNotification`). */
function readPictureNotice(node: WireNode): Pick<GroupNotice, 'by' | 'news'> {
  const removed = childOf(node, 'delete')
  const attrs = (removed ?? childOf(node, 'set'))?.attrs
  const by = toPerson(attrs?.author, attrs?.author_pn, attrs?.author_lid)
  return { by, news: attrs ? [{ kind: 'picture', isRemoved: removed !== undefined }] : [] }
}

/** What a notification says of a group; null for one that is not of a group, or says nothing that anybody is told. */
export function readGroupNotice(node: WireNode): GroupNotice | null {
  const { id, from = '', t, type, participant, participant_pn, participant_lid } = node.attrs
  const group = toAddress(from)
  if (!id || !isGroup(group)) return null
  const by = toPerson(participant, participant_pn, participant_lid)
  const read = type === 'picture' ? readPictureNotice(node) : { by, news: readGroupNews(node, by) }
  if (read.news.length === 0) return null
  return { id: `${group}/${id}`, group, atSec: toInteger(t), ...read }
}

const KEPT = keepNotices<GroupNotice>({
  prefix: 'group-notice|',
  toEvent: (notice, journalId) => ({ kind: 'group', notice, journalId }),
  unreadable: 'unreadable notice of a group',
})

export const toNoticeEntry = (notice: GroupNotice): JournalEntry =>
  KEPT.keep(notice.id, notice, { from: notice.group })
export const isNoticeEntry = KEPT.isKept
export const fromNoticeEntry = KEPT.tell
