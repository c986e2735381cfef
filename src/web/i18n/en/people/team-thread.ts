export const teamThread = {
  viewing: (name: string) => `${name} is looking`,
  typing: (name: string) => `${name} is writing`,
  answering: (names: readonly string[]) =>
    names.length === 1 ? `${names[0]} is answering` : `${names.join(' and ')} are answering`,
  answered: (name: string | null, time: string) =>
    name === null
      ? `Somebody answered on the phone at ${time}: send anyway?`
      : `${name} answered at ${time}: send anyway?`,
  /** How the contact is now, under their name. */
  contact: {
    online: 'online',
    lastSeen: (time: string) => `last seen ${time}`,
    typing: 'typing…',
    recording: 'recording…',
  },
  answeredThere: 'Somebody else wrote in that conversation meanwhile. Forward it anyway?',
  sendAnyway: 'Send anyway',
  senders: {
    me: 'You',
    person: (name: string | null) => name ?? 'Somebody who has left',
    key: (name: string | null) => (name === null ? 'A program' : `Key: ${name}`),
    flow: (name: string | null) => (name === null ? 'Flow' : `Flow: ${name}`),
    campaign: (name: string | null) => (name === null ? 'Campaign' : `Campaign: ${name}`),
    phone: (_name: string | null) => 'Phone',
  },
}
