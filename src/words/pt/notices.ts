import type { NoticeKind } from '../../core/conversation/notices.ts'
import type { WaitingEmailWords } from '../notices/waiting-email-words.ts'

/** What a push to a device says. */
export const notices: Readonly<Record<NoticeKind, string>> = {
  waiting: 'Uma conversa espera você.',
  assigned: 'Uma conversa foi passada para você.',
  message: 'Há uma nova mensagem na sua conversa.',
  mention: 'Uma nota menciona você.',
}

/** What an e-mail about conversations that nobody answers, and notes that name somebody, says. */
export const waitingEmail: WaitingEmailWords = {
  subject: (count) => (count === 1 ? 'Uma conversa espera resposta' : `${count} conversas esperam resposta`),
  intro: (count) =>
    count === 1 ? 'Ninguém respondeu ainda a esta conversa:' : 'Ninguém respondeu ainda a estas conversas:',
  line: (place, minutes) => `${place}: espera há ${minutes === 1 ? '1 minuto' : `${minutes} minutos`}`,
  mentionSubject: (count) => (count === 1 ? 'Uma nota menciona você' : `${count} notas mencionam você`),
  mentionIntro: (count) => (count === 1 ? 'Uma nota menciona você:' : 'Estas notas mencionam você:'),
  mentionLine: (place, by) => (by === null ? place : `${place}: nota de ${by}`),
  more: (count) => (count === 1 ? 'e mais 1' : `e mais ${count}`),
  all: 'Todas as que esperam:',
  why: 'Você recebe este e-mail porque pediu. Para mudar isso:',
}
