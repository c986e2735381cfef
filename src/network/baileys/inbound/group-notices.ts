import type { BinaryNode, WASocket } from 'baileys'
import type { NetworkEvent } from '../../port.ts'
import { fromNoticeEntry, readGroupNotice, toNoticeEntry } from '../../translate/group-notices.ts'
import type { SignalKeys } from '../keys/signal-keys.ts'

/**
 * Takes what the network says of groups before the library acknowledges it. It is in the journal before that
 * acknowledgement leaves, like a message, so that a cut in between loses nothing; what comes again has the same id.
 */
export function listenToGroups(
  socket: WASocket,
  keys: Pick<SignalKeys, 'newBatch' | 'commit'>,
  push: (event: NetworkEvent) => void,
): void {
  const take = (node: BinaryNode): void => {
    const notice = readGroupNotice(node)
    if (!notice) return
    const entry = toNoticeEntry(notice)
    const batch = keys.newBatch()
    batch.journal.push(entry)
    keys.commit(batch).then(
      () => push(fromNoticeEntry(entry)),
      () => {},
    )
  }
  socket.ws.prependListener('CB:notification,type:w:gp2', take)
  socket.ws.prependListener('CB:notification,type:picture', take)
}
