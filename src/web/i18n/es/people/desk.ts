import type { desk as en } from '../../en/people/desk.ts'

export const desk: typeof en = {
  show: 'Qué conversaciones',
  shown: {
    all: 'Todas las conversaciones',
    open: 'Abiertas',
    waiting: 'Esperan a una persona',
    unassigned: 'De nadie',
    mine: 'Mías',
    snoozed: 'Pospuestas',
    resolved: 'Resueltas',
  },
  counted: (name, count) => (count >= 1000 ? `${name} (1000+)` : `${name} (${count})`),
  allNumbers: 'Todos los números',
  states: { open: 'Abierta', waiting: 'En espera', snoozed: 'Pospuesta', resolved: 'Resuelta' },
  waitingCount: (count) => (count === 1 ? '1 espera a una persona' : `${count} esperan a una persona`),
  nothing: 'Ninguna de tus conversaciones está así.',
  resolve: 'Resolver',
  reopen: 'Reabrir',
  snooze: 'Posponer',
  snoozeTimes: {
    hour: 'Por una hora',
    evening: 'Por cuatro horas',
    tomorrow: 'Hasta mañana a las 9:00',
    monday: 'Hasta el lunes a las 9:00',
  },
  snoozedUntil: (time) => `Pospuesta hasta ${time}`,
  assign: 'Asignar',
  assignedTo: (name) => `Con ${name}`,
  toMe: 'A mí',
  toNobody: 'A nadie',
}
