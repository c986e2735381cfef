import type { BinaryNode } from 'baileys'
import type { JournalEntry, NetworkEvent, OpenOptions, UsernameNotice } from '../../port.ts'
import { fromPictureEntry, readPictureNotice, toPictureEntry } from '../../translate/account/picture-nodes.ts'
import {
  fromUsernameEntry,
  readUsernameHint,
  readUsernameNotice,
  toUsernameEntry,
} from '../../translate/account/username-notices.ts'
import { fromCallEntry, readCall, toCallEntry } from '../../translate/calls.ts'
import { fromNoticeEntry, readGroupNotice, toNoticeEntry } from '../../translate/group-notices.ts'
import { listenToChannels } from '../account/channel-notices.ts'
import { usernameOf } from '../account/usernames.ts'
import { type ChatListenerParts, listenToChats } from './chat-notices.ts'

type Take = (node: BinaryNode) => void

/**
 * Takes what the network says of groups, pictures, calls and usernames before the library acknowledges it. It is in the journal before that
 * acknowledgement leaves, like a message, so that a cut in between loses nothing; what comes again has the same id.
 * Of what the account's devices keep of its chats it says only that it is new, and it is asked for.
 */
export function listenToNotices(parts: ChatListenerParts & Pick<OpenOptions, 'findLidsByHash'>): void {
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
  const takePicture: Take = (node) => {
    const notice = readPictureNotice(node)
    if (notice) keep(toPictureEntry(notice), fromPictureEntry)
  }
  socket.ws.prependListener('CB:notification,type:picture', takePicture)
  const takeCall: Take = (node) => {
    const notice = readCall(node)
    if (notice) keep(toCallEntry(notice), fromCallEntry)
  }
  socket.ws.prependListener('CB:call', takeCall)
  const keepUsername = (notice: UsernameNotice): void => keep(toUsernameEntry(notice), fromUsernameEntry)
  /** A cut before the answer leaves what was known, as does whom nobody here knows. */
  const askUsernames = async (id: string, hash: string): Promise<void> => {
    for (const lid of (await parts.findLidsByHash?.(hash)) ?? []) {
      const username = await usernameOf(socket, lid)
      if (username !== undefined) keepUsername({ id: `${id}/${lid}`, lid, username })
    }
  }
  let asking = Promise.resolve()
  const takeUsername: Take = (node) => {
    const notice = readUsernameNotice(node)
    if (notice) return keepUsername(notice)
    const hash = readUsernameHint(node)
    if (hash === null) return
    // One after the other, as many may have come while there was no connection.
    asking = asking.then(() => askUsernames(node.attrs.id ?? '', hash)).catch(() => {})
  }
  socket.ws.prependListener('CB:notification,type:mex', takeUsername)
  listenToChats(parts)
  listenToChannels(parts)
}
