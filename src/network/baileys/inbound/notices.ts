import type { BinaryNode } from 'baileys'
import type { JournalEntry, NetworkEvent } from '../../port.ts'
import { fromCallEntry, readCall, toCallEntry } from '../../translate/calls.ts'
import { fromNoticeEntry, readGroupNotice, toNoticeEntry } from '../../translate/group-notices.ts'
import { type ChatListenerParts, listenToChats } from './chat-notices.ts'

type Take = (node: BinaryNode) => void

/**
 * Takes what the network says of groups and calls before the library acknowledges it. It is in the journal before that
 * acknowledgement leaves, like a message, so that a cut in between loses nothing; what comes again has the same id.
 * Of what the account's devices keep of its chats it says only that it is new, and it is asked for.
 */
export function listenToNotices(parts: ChatListenerParts): void {
  const { socket, keys, push } = parts
  const keep = (entry: JournalEntry, toEvent: (entry: JournalEntry) => NetworkEvent): void => {
    const batch = keys.newBatch()
    batch.journal.push(entry)
    keys.commit(batch).then(
      () => push(toEvent(entry)),
      () => {},
    )
  }
  const takeGroup: Take = (node) => {
    const notice = readGroupNotice(node)
    if (notice) keep(toNoticeEntry(notice), fromNoticeEntry)
  }
  socket.ws.prependListener('CB:notification,type:w:gp2', takeGroup)
  socket.ws.prependListener('CB:notification,type:picture', takeGroup)
  const takeCall: Take = (node) => {
    const notice = readCall(node)
    if (notice) keep(toCallEntry(notice), fromCallEntry)
  }
  socket.ws.prependListener('CB:call', takeCall)
  listenToChats(parts)
}
