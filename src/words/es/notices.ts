import type { NoticeKind } from '../../core/conversation/notices.ts'

/** What a push to a device says. */
export const notices: Readonly<Record<NoticeKind, string>> = {
  waiting: 'Una conversación te espera.',
  assigned: 'Te pasaron una conversación.',
  message: 'Hay un mensaje nuevo en tu conversación.',
}
