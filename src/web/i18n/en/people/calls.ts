export const calls = {
  settings: {
    title: 'When somebody calls',
    about:
      'Calls ring on the phone. Parley can refuse them, so that nobody waits for an answer that does not come.',
    refuseAll: 'Refuse every call',
    message: 'Message to who called (optional)',
    messageHint: 'Sent once in 30 minutes at most to the same person. Calls of groups get none.',
    saved: 'Saved',
  },
  list: {
    title: 'Calls',
    none: 'No calls yet',
    noneAbout: 'Whoever calls this number once it is linked is listed here.',
    who: 'Who called',
    what: 'What became of it',
    when: 'When',
    messaged: 'got the message',
    refuse: 'Refuse',
    refused: 'The call was refused',
    more: 'Older calls',
  },
  blocked: {
    title: 'Blocked people',
    about:
      'Blocked on WhatsApp, here or at the phone: they cannot write or call. To only keep flows from somebody, block them from flows in the inbox.',
    none: 'Nobody is blocked.',
    block: 'Block on WhatsApp',
    unblock: 'Unblock on WhatsApp',
    hint: 'Blocked on WhatsApp: nothing they send arrives, and nothing can be sent to them.',
    done: 'Blocked on WhatsApp',
    undone: 'Unblocked on WhatsApp',
  },
  kinds: { call: 'Call', video: 'Video call' },
  states: { ringing: 'Rings now', answered: 'Answered on the phone', refused: 'Refused', missed: 'Missed' },
}
