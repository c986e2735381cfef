import type { NoParams } from './coded.ts'

/** Why what the account's devices keep of its chats was not changed. */
export interface ChatRefusals {
  /** Other devices changed something again and again at the same time. */
  CHATS_CHANGED_MEANWHILE: NoParams
  /** Any other code of the network. */
  CHAT_CHANGE_REFUSED: { networkCode: number }
  MUTE_NOT_AHEAD: NoParams
}
