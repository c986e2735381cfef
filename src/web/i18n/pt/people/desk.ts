import type { desk as en } from '../../en/people/desk.ts'

export const desk: typeof en = {
  show: 'Quais conversas',
  shown: {
    all: 'Todas as conversas',
    open: 'Abertas',
    waiting: 'Esperando uma pessoa',
    unassigned: 'De ninguém',
    mine: 'Minhas',
    snoozed: 'Adiadas',
    resolved: 'Resolvidas',
  },
  counted: (name, count) => (count >= 1000 ? `${name} (1000+)` : `${name} (${count})`),
  allNumbers: 'Todos os números',
  states: { open: 'Aberta', waiting: 'Esperando', snoozed: 'Adiada', resolved: 'Resolvida' },
  waitingCount: (count) => (count === 1 ? '1 espera uma pessoa' : `${count} esperam uma pessoa`),
  nothing: 'Nenhuma conversa está assim.',
  resolve: 'Resolver',
  reopen: 'Reabrir',
  snooze: 'Adiar',
  snoozeTimes: {
    hour: 'Por uma hora',
    evening: 'Por quatro horas',
    tomorrow: 'Até amanhã, 9:00',
    monday: 'Até segunda-feira, 9:00',
  },
  snoozedUntil: (time) => `Adiada até ${time}`,
  assign: 'Atribuir',
  assignedTo: (name) => `Com ${name}`,
  toMe: 'A mim',
  toNobody: 'A ninguém',
}
