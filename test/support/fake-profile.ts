import type { NetworkProfile } from '../../src/network/port.ts'

const done = async () => ({ kind: 'answered', value: null }) as const

/** A network where every account says nothing of itself, and takes what is set. The sandbox keeps it. */
export const emptyProfile: NetworkProfile = {
  name: () => null,
  about: done,
  setName: done,
  setAbout: done,
  setPicture: done,
  privacy: async () => ({
    kind: 'answered',
    value: {
      lastSeen: 'everyone',
      online: 'everyone',
      picture: 'everyone',
      about: 'everyone',
      readReceipts: true,
      groupsAdd: 'everyone',
      callsAdd: 'everyone',
      messages: 'everyone',
    },
  }),
  setPrivacy: done,
  defaultExpirationSec: async () => ({ kind: 'answered', value: 0 }),
  setDefaultExpirationSec: done,
}
