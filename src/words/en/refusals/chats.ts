import type { ChatRefusals } from '../../../core/conversation/chat-refusals.ts'
import type { Sentences } from '../../sentences.ts'

/** Of changes of what the account’s devices keep of its chats. */
export const chats: Sentences<ChatRefusals> = {
  CHATS_CHANGED_MEANWHILE:
    'Other devices of the account changed their chats at the same time, so nothing was changed. Call again.',
  CHAT_CHANGE_REFUSED: ({ networkCode }) =>
    `The network refused this change with its code ${networkCode}. Nothing was changed.`,
  MUTE_NOT_AHEAD: '`mutedUntil` has to be a time to come, `always`, or null to end it.',
}
