/** Of the calendar in which days are chosen. */
export const calendar = {
  open: 'Choose in a calendar',
  title: 'Choose a day',
  openTimes: 'Choose from a list of times',
  times: 'Choose a time',
  previous: 'Month before',
  next: 'Month after',
  months: 'Months',
  today: (day: string) => `Today, ${day}`,
  chosen: (day: string) => `${day}, chosen`,
}
