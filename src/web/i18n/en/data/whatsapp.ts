export const whatsapp = {
  title: 'On WhatsApp',
  hint: 'As the phone shows the chat. What your team does with the conversation is not changed.',
  archived: { no: 'Archive', yes: 'Archived' },
  pinned: { no: 'Pin', yes: 'Pinned' },
  muted: { no: 'Mute', yes: 'Muted' },
  muteFor: { hours8: 'For 8 hours', week: 'For a week', always: 'Until I end it' },
  unread: { no: 'Mark as unread', yes: 'Marked unread' },
  older: 'Load older messages from the phone',
  asked: 'The phone is asked. It answers when it is online.',
  failed: 'The phone did not answer. Open WhatsApp on it, then ask again.',
  noOlder: 'The phone has no older messages.',
  more: 'Show more',
  starredTitle: 'Starred messages',
  starredHint: 'Starred on the phone or here; nobody else sees it.',
  noStarred: 'Nothing is starred',
  noStarredBody: 'Star a message by its menu, or on the phone, and it is found again here.',
  moreActs: 'More to do with the chat on WhatsApp',
  removal: {
    clear: {
      choose: 'Clear the chat on WhatsApp …',
      title: 'Clear the chat on WhatsApp?',
      body: 'Its messages go from the phone and from every device linked to it, for good. The other person keeps theirs.',
      action: 'Clear the chat',
    },
    delete: {
      choose: 'Delete the chat on WhatsApp …',
      title: 'Delete the chat on WhatsApp?',
      body: 'The chat and its messages go from the phone and from every device linked to it, for good. The other person keeps theirs.',
      action: 'Delete the chat',
    },
  },
  keepStarred: 'Keep what is starred',
  deleteHere: 'Delete the messages in Parley too',
  deleteHereHint: 'Without this they stay here, as the record of your team.',
  label: 'Label on WhatsApp',
  labels: 'Labels on WhatsApp',
  hasLabel: 'The chat has it',
  noLabels: 'This number has no labels on WhatsApp yet. Lists of personal accounts are labels too.',
  manageLabels: 'Change the labels of WhatsApp …',
  labelsTitle: 'Labels on WhatsApp',
  labelsHint:
    'Those of this number, as its phone shows them: 20 at most. The labels of your team are others. Link two, and what gets one gets the other.',
  link: {
    field: 'Linked with',
    of: (name: string) => `Label of your team that ${name} is linked with`,
    with: (name: string) => `Linked with “${name}” of your team`,
    none: 'no label of your team',
    newOne: (name: string) => `a new label “${name}”`,
    title: (whatsapp: string, team: string) => `Link “${whatsapp}” on WhatsApp with “${team}” of your team?`,
    body: 'From then on a conversation that gets or loses one gets or loses the other, here and on the phone. Now what has either gets both; nothing is taken off.',
    both: (count: number) =>
      count === 1 ? 'One conversation has both.' : `${count} conversations have both.`,
    toWhatsapp: (count: number) =>
      count === 1
        ? 'One conversation gets the label on WhatsApp.'
        : `${count} conversations get the label on WhatsApp.`,
    toConversations: (count: number) =>
      count === 1
        ? 'One conversation gets the label of your team.'
        : `${count} conversations get the label of your team.`,
    later: (count: number) =>
      count === 1
        ? 'One chat has no message here; it gets the label with its first.'
        : `${count} chats have no message here; they get the label with their first.`,
    made: (name: string, count: number) =>
      `The label “${name}” is made for your team and put on ${count === 1 ? 'one chat' : `${count} chats`}.`,
    action: 'Link',
    endTitle: (name: string) => `End the link of “${name}”?`,
    endBody: 'Both labels stay on what has them. From then on neither follows the other.',
    end: 'End the link',
    waiting: (count: number) =>
      count === 1
        ? 'One change is still on its way to the phone.'
        : `${count} changes are still on their way to the phone.`,
    failed: (count: number) =>
      count === 1 ? 'WhatsApp did not take one change.' : `WhatsApp did not take ${count} changes.`,
    again: 'Try again',
  },
  labelledMessages: (count: number) => (count === 1 ? 'one message' : `${count} messages`),
  onChats: (count: number) => (count === 1 ? 'On one chat' : `On ${count} chats`),
  colour: (at: number) => `Colour ${at}`,
  colourOf: (name: string) => `Colour of ${name}`,
  nameOf: (name: string) => `Name of ${name}`,
  newLabel: 'New label',
  addLabel: 'Add',
  removeLabel: (name: string) => `Delete ${name}`,
  removeLabelTitle: (name: string) => `Delete the label “${name}” on WhatsApp?`,
  removeLabelBody: 'It goes from every chat and message that has it, on the phone too.',
  removeLabelAction: 'Delete the label',
}
