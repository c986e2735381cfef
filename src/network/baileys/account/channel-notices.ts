import type { BinaryNode, WASocket } from 'baileys'
import type { NetworkEvent } from '../../port.ts'
import type { ChannelNotice } from '../../ports/channel-port.ts'
import {
  fromChannelEntry,
  readCountNotices,
  readMexNotices,
  readPostNotice,
  toChannelEntry,
} from '../../translate/account/channel-notices.ts'
import type { SignalKeys } from '../keys/signal-keys.ts'

import { readChannelContent } from './channel-content.ts'

export interface ChannelListenerParts {
  socket: WASocket
  keys: Pick<SignalKeys, 'newBatch' | 'commit'>
  push(event: NetworkEvent): void
}

/**
 * Takes what the network tells of channels before the library acknowledges it. It is in the journal before that acknowledgement
 * leaves, so that a cut loses nothing; counts of what is watched are told as they come and not kept, as the next are newer.
 */
export function listenToChannels({ socket, keys, push }: ChannelListenerParts): void {
  const keep = (notices: readonly ChannelNotice[]): void => {
    if (notices.length === 0) return
    const batch = keys.newBatch()
    const entries = notices.map(toChannelEntry)
    batch.journal.push(...entries)
    keys.commit(batch).then(
      () => {
        for (const entry of entries) push(fromChannelEntry(entry))
      },
      () => {},
    )
  }
  socket.ws.prependListener('CB:message', (node: BinaryNode) => {
    const notice = readPostNotice(node, readChannelContent)
    if (notice) keep([notice])
  })
  socket.ws.prependListener('CB:notification,type:mex', (node: BinaryNode) => keep(readMexNotices(node)))
  socket.ws.prependListener('CB:notification,type:newsletter', (node: BinaryNode) => {
    for (const notice of readCountNotices(node)) push({ kind: 'channel', notice, journalId: null })
  })
}
