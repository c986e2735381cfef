const minutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`

export const pairingLink = {
  // The owner's side
  send: 'Send a link to the owner of the number',
  cardTitle: 'Somebody else links the phone',
  dialogTitle: 'A link to link the phone elsewhere',
  dialogBody:
    'Whoever owns the number opens it on their own computer or phone and links it there, without an account. They see your name, your e-mail address and the name of this number, and nothing else.',
  lives: 'The link lives',
  livesFor: (count: number) => `${count} minutes`,
  make: 'Make the link',
  madeTitle: 'The link is ready',
  madeBody: (time: string) =>
    `It works in the first browser that opens it, until ${time} or until the phone is linked. Send it only to the owner of the number: a link made now ends the one before.`,
  link: 'Pairing link',
  live: 'Link that still works',
  until: (time: string) => `until ${time}`,
  notOpened: 'Not opened yet',
  opened: (ago: string) => `Opened ${ago}`,
  revoke: 'End the link',
  revoked: 'The link is ended, and codes that it showed are void.',

  // The visitor's side
  title: 'Link your WhatsApp account',
  asks: (name: string, email: string) => `${name} (${email}) asks you to link your WhatsApp account.`,
  purpose: (client: string, host: string) =>
    `It becomes “${client}” of the messaging service at ${host}, as one more linked device of your phone.`,
  gives:
    'The service, and whoever runs it for you, can then read the messages of this account and send messages in its name.',
  ends: 'You end that at any time on the phone: Settings, Linked devices, and log the device out.',
  warning: (name: string) =>
    `Go on only if you know ${name}, expected this link and the account is yours. WhatsApp itself, a bank or a shop never asks you to link a device.`,
  once: 'The link works in this browser only, once you go on.',
  proceed: 'I know who asks. Go on',
  endsIn: (seconds: number) => `This link works for another ${minutes(seconds)}`,
  starting: 'The service connects to WhatsApp…',
  stopped: 'There is no code at the moment.',
  stoppedBy: {
    QR_EXPIRED: 'Nobody scanned the code in time.',
    PAIRING_REJECTED: 'The phone’s answer could not be verified, so nothing was linked.',
    PASSKEY_FAILED: 'The passkey was not confirmed, so nothing was linked.',
  },
  start: 'Show a new code',
  passkeyOnPhone:
    'Signing needs a computer with a browser that has the passkey. Press “Go on on another device”, then open the link there.',
  leave: 'Go on on another device',
  leaveBody:
    'This browser lets go of the link, and you open it again elsewhere. A code that was shown may end.',
  leaveAction: 'Let go of the link',
  left: 'Now open the link on the other device.',
  away: 'The service does not answer. This page tries again by itself.',
  linked: 'Your account is linked',
  linkedBody: (client: string) =>
    `It is “${client}” now. You may close this page. To end it, log the device out on the phone, under Linked devices.`,
  over: {
    unknown: {
      title: 'This link does not work',
      body: 'It may not be whole, or what it was for is gone. Copy all of it again, or ask who sent it for a new one.',
    },
    expired: {
      title: 'This link has expired',
      body: 'Such links live minutes only. Ask who sent it for a new one. A code that you typed at the last moment may still link the phone.',
    },
    linked: {
      title: 'This link was used',
      body: 'An account was linked with it, and it works once. If that was not you, tell who sent it at once.',
    },
    revoked: {
      title: 'This link was taken back',
      body: 'Who sent it ended it. Ask them if you did not expect that.',
    },
    replaced: {
      title: 'There is a newer link',
      body: 'Who sent it has made another one since. Open that.',
    },
    elsewhere: {
      title: 'This link is open elsewhere',
      body: 'It works in one browser only. Go on there, or let go of it there first. If that was not you, tell who sent it at once.',
    },
    lost: {
      title: 'This page lost the link',
      body: 'It was let go of in this browser, or is gone. Open the link again.',
    },
  },
  openAgain: 'Open the link again',
}
