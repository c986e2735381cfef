export const approvals = {
  title: 'Waiting for approval',
  queue: (count: string) => `Waiting for approval (${count})`,
  back: 'All conversations',
  empty: 'Nothing waits for approval',
  emptyBody:
    'Answers of models that a person is to approve before they are sent appear here, those of all numbers.',
  answers: 'Answers that wait for approval',
  card: 'An answer waits for your approval',
  by: (when: string) => `If nobody decides, it is not sent: ${when}`,
  of: (flow: string, client: string) => `${flow} · ${client}`,
  since: (count: number) =>
    count === 1
      ? 'The contact has written once more since. It is dealt with after you decide.'
      : `The contact has written ${count} times more since. It is dealt with after you decide.`,
  sources: 'Sources',
  test: 'Test of a draft',
  text: 'Answer',
  approve: 'Approve',
  edit: 'Edit',
  approveChanged: 'Approve as changed',
  decline: 'Decline',
  takeOver: 'Take over',
  approved: 'The answer is on its way.',
  declined: 'The answer is not sent.',
  takenOver: 'The chat is yours. The answer is not sent.',
}
