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
}
