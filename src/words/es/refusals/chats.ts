import type { ChatRefusals } from '../../../core/conversation/chat-refusals.ts'
import type { Sentences } from '../../sentences.ts'

export const chats: Sentences<ChatRefusals> = {
  CHATS_CHANGED_MEANWHILE:
    'Otros dispositivos de la cuenta cambiaron los chats al mismo tiempo, así que no cambió nada. Intenta de nuevo.',
  CHAT_CHANGE_REFUSED: ({ networkCode }) =>
    `La red rechazó este cambio con su código ${networkCode}. No cambió nada.`,
  MUTE_NOT_AHEAD: '`mutedUntil` tiene que ser un momento futuro, `always`, o null para terminarlo.',
}
