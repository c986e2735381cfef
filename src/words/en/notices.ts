import type { NoticeKind } from '../../core/conversation/notices.ts'
import type { WaitingEmailWords } from '../notices/waiting-email-words.ts'

/** What a push to a device says. */
export const notices: Readonly<Record<NoticeKind, string>> = {
  waiting: 'A conversation waits for you.',
  assigned: 'A conversation was given to you.',
  message: 'There is a new message in your conversation.',
  mention: 'A note names you.',
}

/** What an e-mail about conversations that nobody answers, and notes that name somebody, says. */
export const waitingEmail: WaitingEmailWords = {
  subject: (count) =>
    count === 1 ? 'A conversation waits for an answer' : `${count} conversations wait for an answer`,
  intro: (count) =>
    count === 1
      ? 'Nobody has answered this conversation yet:'
      : 'Nobody has answered these conversations yet:',
  line: (place, minutes) => `${place}: waits for ${minutes === 1 ? '1 minute' : `${minutes} minutes`}`,
  mentionSubject: (count) => (count === 1 ? 'A note names you' : `${count} notes name you`),
  mentionIntro: (count) => (count === 1 ? 'A note names you:' : 'Notes name you:'),
  mentionLine: (place, by) => (by === null ? place : `${place}: a note by ${by}`),
  more: (count) => (count === 1 ? 'and 1 more' : `and ${count} more`),
  all: 'All that wait:',
  why: 'You get this e-mail because you asked for it. Change that here:',
}
