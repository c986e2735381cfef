import type { ChatRefusals } from '../../../core/conversation/chat-refusals.ts'
import type { Sentences } from '../../sentences.ts'

export const chats: Sentences<ChatRefusals> = {
  CHATS_CHANGED_MEANWHILE:
    'Outros aparelhos da conta mudaram as conversas ao mesmo tempo, então nada foi mudado. Tente de novo.',
  CHAT_CHANGE_REFUSED: ({ networkCode }) =>
    `A rede recusou esta mudança com o código ${networkCode}. Nada foi mudado.`,
  MUTE_NOT_AHEAD: '`mutedUntil` tem de ser um momento futuro, `always`, ou null para terminar.',
}
