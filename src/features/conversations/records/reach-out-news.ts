import type { NewChatQuota } from '../../../core/new-chats.ts'
import type { NetworkEvent } from '../../../network/port.ts'

/** Chats whose other side wrote, and the network's words on writing to strangers if they came. */
export interface ReachOutNews {
  chatsThatWrote: readonly string[]
  word: Extract<NetworkEvent, { kind: 'reach_out' }> | undefined
  quota: NewChatQuota | undefined
}
