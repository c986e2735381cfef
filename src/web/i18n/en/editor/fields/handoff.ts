/** Of the form of handoff: labels and hints. */
export const handoff: { fields: Record<string, string>; hints: Record<string, string> } = {
  fields: {
    departmentId: 'Department',
    personId: 'Person',
    durationSec: 'For',
    reason: 'Reason',
    'handoff.notify.label': 'Label',
  },
  hints: {
    'handoff.departmentId':
      'One of its people gets the conversation, by its rule. Empty: it waits for everybody.',
    'handoff.personId': 'Away, or without this number: it waits for everybody.',
    'handoff.durationSec': 'Empty: as set for the number.',
  },
}
