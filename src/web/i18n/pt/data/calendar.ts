import type { calendar as english } from '../../en/data/calendar.ts'

export const calendar: typeof english = {
  open: 'Escolher no calendário',
  title: 'Escolha um dia',
  openTimes: 'Escolher em uma lista de horários',
  times: 'Escolha um horário',
  previous: 'Mês anterior',
  next: 'Próximo mês',
  months: 'Meses',
  today: (day) => `Hoje, ${day}`,
  chosen: (day) => `${day}, escolhido`,
}
