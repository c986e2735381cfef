import type { NoParams } from './coded.ts'

/** Why what the account's devices keep of its chats was not changed. */
export interface ChatRefusals {
  /** Other devices changed something again and again at the same time. */
  CHATS_CHANGED_MEANWHILE: NoParams
  /** Any other code of the network. */
  CHAT_CHANGE_REFUSED: { networkCode: number }
  MUTE_NOT_AHEAD: NoParams
  /** Of labels that WhatsApp keeps: another one has the name. */
  WHATSAPP_LABEL_TAKEN: NoParams
  WHATSAPP_LABELS_FULL: { most: number }
  /** It is one of WhatsApp's own. */
  WHATSAPP_LABEL_FIXED: NoParams
  /** The phone itself says what has it. */
  WHATSAPP_LABEL_FILLED: NoParams
  /** One of the two is linked with another, on this number. */
  LABEL_LINKED: NoParams
}
