import type { NoticeKind } from '../../core/conversation/notices.ts'
import type { WaitingEmailWords } from '../notices/waiting-email-words.ts'

/** What a push to a device says. */
export const notices: Readonly<Record<NoticeKind, string>> = {
  waiting: 'Una conversación te espera.',
  assigned: 'Te pasaron una conversación.',
  message: 'Hay un mensaje nuevo en tu conversación.',
  mention: 'Una nota te menciona.',
}

/** What an e-mail about conversations that nobody answers, and notes that name somebody, says. */
export const waitingEmail: WaitingEmailWords = {
  subject: (count) =>
    count === 1 ? 'Una conversación espera respuesta' : `${count} conversaciones esperan respuesta`,
  intro: (count) =>
    count === 1
      ? 'Nadie ha respondido todavía a esta conversación:'
      : 'Nadie ha respondido todavía a estas conversaciones:',
  line: (place, minutes) =>
    `${place}: espera desde hace ${minutes === 1 ? '1 minuto' : `${minutes} minutos`}`,
  mentionSubject: (count) => (count === 1 ? 'Una nota te menciona' : `${count} notas te mencionan`),
  mentionIntro: (count) => (count === 1 ? 'Una nota te menciona:' : 'Estas notas te mencionan:'),
  mentionLine: (place, by) => (by === null ? place : `${place}: nota de ${by}`),
  more: (count) => (count === 1 ? 'y 1 más' : `y ${count} más`),
  all: 'Todas las que esperan:',
  why: 'Recibes este correo porque lo pediste. Para cambiarlo:',
}
