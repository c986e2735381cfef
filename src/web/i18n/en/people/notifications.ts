export const notifications = {
  title: 'Notifications',
  body: 'A notification reaches your devices also while Parley is closed. It leads to the conversation.',
  conversations: 'Tell me of',
  choices: {
    all: 'Every conversation that waits for a person',
    mine: 'Mine, and those that wait and are nobody’s',
    none: 'Nothing',
  },
  mentions: 'Tell me of notes that name me',
  contents: 'Show the name of the contact and what they wrote',
  contentsHint: 'Otherwise only the number and that somebody waits.',
  email: 'E-mail me when nobody answers or a note names me',
  emailNever: 'Never',
  emailAfter: (minutes: number) => (minutes === 60 ? 'After an hour' : `After ${minutes} minutes`),
  emailHint:
    'To the address of your account, at most one in ten minutes, with a link to each conversation. Only what begins to wait, or names you, from now on.',
  kinds: {
    waiting: 'A conversation waits for you.',
    assigned: 'A conversation was given to you.',
    message: 'There is a new message in your conversation.',
    mention: 'A note names you.',
  },
  device: 'This device',
  on: 'Get notifications here',
  off: 'Stop them here',
  isOn: 'This device gets notifications.',
  isOff: 'This device gets none.',
  isPage: 'This browser notifies you while a page of Parley is open in it.',
  pageOn: 'Only while Parley is open',
  always: 'Also while Parley is closed',
  sound: 'Play a sound in this browser',
  soundHint:
    'While a page of Parley is open, once you have clicked in it. One sound, however many pages are open.',
  denied: 'This browser does not allow notifications of this page. Allow them in its settings for this page.',
  unsupported:
    'This browser takes no notifications here. On an iPhone, add Parley to the home screen and open it there; elsewhere it has to be opened by an address of https.',
  unreached:
    'This browser got no address from its push service, so it notifies you only while a page of Parley is open. Look whether pushes are turned off in its settings, then try again.',
  devices: (count: number) =>
    count === 1 ? '1 of your devices gets notifications.' : `${count} of your devices get notifications.`,
}
