import { isGroup, toAddress } from '../../core/addresses.ts'
import type { GroupNotice } from '../group-port.ts'
import type { JournalEntry, NetworkEvent } from '../port.ts'
import { childOf, readGroupNews, type WireNode } from './group-nodes.ts'
import { formatJournalStanza } from './journal.ts'
import { toPerson } from './people.ts'
import { toInteger } from './wire.ts'

/** No message's journal id begins so: they begin with an address. */
const PREFIX = 'group-notice|'

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

/** A notice as it is kept until the host has stored what follows from it. */
export function toNoticeEntry(notice: GroupNotice): JournalEntry {
  return {
    id: `${PREFIX}${notice.id}`,
    stanza: formatJournalStanza({ attrs: { from: notice.group } }),
    plaintext: new TextEncoder().encode(JSON.stringify(notice)),
  }
}

export const isNoticeEntry = ({ id }: Pick<JournalEntry, 'id'>): boolean => id.startsWith(PREFIX)

/** The event of a kept notice. */
export function fromNoticeEntry({ id, plaintext }: JournalEntry): NetworkEvent {
  try {
    const notice = JSON.parse(new TextDecoder().decode(plaintext)) as GroupNotice
    return { kind: 'group', notice, journalId: id }
  } catch {
    return { kind: 'other', note: 'unreadable notice of a group', journalId: id }
  }
}
