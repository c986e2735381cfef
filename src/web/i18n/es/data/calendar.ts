import type { calendar as english } from '../../en/data/calendar.ts'

export const calendar: typeof english = {
  open: 'Elegir en el calendario',
  title: 'Elige un día',
  openTimes: 'Elegir de una lista de horas',
  times: 'Elige una hora',
  previous: 'Mes anterior',
  next: 'Mes siguiente',
  months: 'Meses',
  today: (day) => `Hoy, ${day}`,
  chosen: (day) => `${day}, elegido`,
}
