import type { ChatRefusals } from '../../src/core/conversation/chat-refusals.ts'

/** Of why what the account's devices keep of its chats was not changed. */
export const CHAT_REFUSAL_SAMPLES: { [R in keyof ChatRefusals]: ChatRefusals[R][] } = {
  CHATS_CHANGED_MEANWHILE: [{}],
  CHAT_CHANGE_REFUSED: [{ networkCode: 77 }],
  MUTE_NOT_AHEAD: [{}],
  WHATSAPP_LABEL_TAKEN: [{}],
  WHATSAPP_LABELS_FULL: [{ most: 20 }],
  WHATSAPP_LABEL_FIXED: [{}],
  WHATSAPP_LABEL_FILLED: [{}],
  LABEL_LINKED: [{}],
}
