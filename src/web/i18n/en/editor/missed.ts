export const missed = {
  title: 'What was not understood',
  hint: 'What people wrote that no keyword, option or question took, in the last 30 days. What you add here goes into the draft, and undo takes it back.',
  startedNothing: 'Started no flow',
  counts: (count: number, contacts: number) =>
    `${count === 1 ? 'once' : `${count} times`}, by ${contacts === 1 ? 'one person' : `${contacts} people`}`,
  also: (texts: string) => `Also: ${texts}`,
  addKeyword: 'Add as a keyword of…',
  addAlias: 'Add as a name of…',
  addBranch: 'Add as an option',
  dismiss: 'Done with it',
  emptyTitle: 'Everything was understood',
  emptyBody: 'What people write and nothing takes is listed here.',
  partial: 'There was more; only the newest texts were looked at.',
  refresh: 'Look again',
}
