import type { NoticeKind } from '../../core/conversation/notices.ts'

/** What a push to a device says. */
export const notices: Readonly<Record<NoticeKind, string>> = {
  waiting: 'Uma conversa espera você.',
  assigned: 'Uma conversa foi passada para você.',
  message: 'Há uma nova mensagem na sua conversa.',
}
