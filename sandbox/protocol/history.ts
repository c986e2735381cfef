import { deflateSync } from 'node:zlib'
import { proto } from 'baileys/WAProto/index.js'
import type { Companion } from '../state/companion.ts'
import type { Network } from '../state/network.ts'
import { sendPeerMessage } from './peer-messages.ts'

const HISTORY_DONE_PERCENT = 100

/**
 * The phone's first history notification, empty but for its LID: a newly paired client waits up to 20 s for one
 * before it shows anything.
 */
export async function sendInitialHistory(network: Network, companion: Companion): Promise<void> {
  const user = network.directory.ensure(companion.record.number)
  companion.record.historySent = true
  companion.save()
  const history = proto.HistorySync.encode({
    syncType: proto.HistorySync.HistorySyncType.INITIAL_BOOTSTRAP,
    conversations: [],
    progress: HISTORY_DONE_PERCENT,
    phoneNumberToLidMappings: [{ pnJid: user.jid('pn'), lidJid: user.jid('lid') }],
  }).finish()
  await sendPeerMessage(network, user, companion, {
    type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
    historySyncNotification: {
      syncType: proto.Message.HistorySyncType.INITIAL_BOOTSTRAP,
      initialHistBootstrapInlinePayload: deflateSync(history),
      chunkOrder: 1,
      progress: HISTORY_DONE_PERCENT,
    },
  })
}
