export const notifications = {
  title: 'Notifications',
  body: 'A notification reaches your devices also while Parley is closed. It leads to the conversation.',
  conversations: 'Tell me of',
  choices: {
    all: 'Every conversation that waits for a person',
    mine: 'Mine, and those that wait and are nobody’s',
    none: 'Nothing',
  },
  contents: 'Show the name of the contact and what they wrote',
  contentsHint: 'Otherwise only the number and that somebody waits.',
  device: 'This device',
  on: 'Get notifications here',
  off: 'Stop them here',
  isOn: 'This device gets notifications.',
  isOff: 'This device gets none.',
  denied: 'This browser does not allow notifications of this page. Allow them in its settings for this page.',
  unsupported:
    'This browser takes no notifications here. On an iPhone, add Parley to the home screen and open it there; elsewhere it has to be opened by an address of https.',
  unreached:
    'This browser got no address from its push service. Look whether pushes are turned off in its settings, then try again.',
  devices: (count: number) =>
    count === 1 ? '1 of your devices gets notifications.' : `${count} of your devices get notifications.`,
}
