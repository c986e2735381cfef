import type { calendar as english } from '../../en/data/calendar.ts'

export const calendar: typeof english = {
  open: 'Escolher no calendário',
  title: 'Escolha um dia',
  previous: 'Mês anterior',
  next: 'Próximo mês',
  months: 'Meses',
  today: (day) => `Hoje, ${day}`,
  chosen: (day) => `${day}, escolhido`,
}
