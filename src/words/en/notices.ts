import type { NoticeKind } from '../../core/conversation/notices.ts'

/** What a push to a device says. */
export const notices: Readonly<Record<NoticeKind, string>> = {
  waiting: 'A conversation waits for you.',
  assigned: 'A conversation was given to you.',
  message: 'There is a new message in your conversation.',
}
