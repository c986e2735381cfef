import type { BinaryNode } from 'baileys'
import type { JournalEntry, NetworkEvent } from '../../port.ts'
import { fromPictureEntry, readPictureNotice, toPictureEntry } from '../../translate/account/picture-nodes.ts'
import { fromCallEntry, readCall, toCallEntry } from '../../translate/calls.ts'
import { fromNoticeEntry, readGroupNotice, toNoticeEntry } from '../../translate/group-notices.ts'
import { listenToChannels } from '../account/channel-notices.ts'
import { type ChatListenerParts, listenToChats } from './chat-notices.ts'
import type { InOrder } from './message-order.ts'
import { listenToUsernames, type UsernameListenerParts } from './username-listener.ts'

type Take = (node: BinaryNode) => void

/**
 * Takes what the network says of groups, pictures, calls and usernames before the library acknowledges it. It is in the journal before that
 * acknowledgement leaves, like a message, so that a cut in between loses nothing; what comes again has the same id.
 * Of what the account's devices keep of its chats it says only that it is new, and it is asked for.
 */
export function listenToNotices(
  parts: ChatListenerParts & Omit<UsernameListenerParts, 'keep'> & { inOrder: InOrder },
): void {
  const { socket, keys, push } = parts
  const keep = async (
    entry: JournalEntry,
    toEvent: ((entry: JournalEntry) => NetworkEvent) | null,
  ): Promise<void> => {
    const batch = keys.newBatch()
    batch.journal.push(entry)
    await keys.commit(batch)
    if (toEvent) push(toEvent(entry))
  }
  const take =
    <T>(
      read: (node: BinaryNode) => T | null,
      toEntry: (notice: T) => JournalEntry,
      toEvent: (entry: JournalEntry) => NetworkEvent,
    ): Take =>
    (node) => {
      const notice = read(node)
      if (notice === null) return
      const work = async () => void keep(toEntry(notice), toEvent).catch(() => {})
      parts.inOrder(node, work).catch(() => {})
    }
  const takeGroup = take(readGroupNotice, toNoticeEntry, fromNoticeEntry)
  socket.ws.prependListener('CB:notification,type:w:gp2', takeGroup)
  socket.ws.prependListener('CB:notification,type:picture', takeGroup)
  const takePicture = take(readPictureNotice, toPictureEntry, fromPictureEntry)
  socket.ws.prependListener('CB:notification,type:picture', takePicture)
  socket.ws.prependListener('CB:call', take(readCall, toCallEntry, fromCallEntry))
  listenToUsernames({ ...parts, keep })
  listenToChats(parts)
  listenToChannels(parts)
}
