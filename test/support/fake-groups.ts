import type { NetworkGroups } from '../../src/network/port.ts'

const refuse = async () => ({ kind: 'refused', networkCode: 404 }) as const

/** A network without groups: the account is in none, makes none, and none is found. The sandbox has them. */
export const noGroups: NetworkGroups = {
  list: async () => ({ kind: 'answered', value: [] }),
  find: refuse,
  create: refuse,
  leave: refuse,
  changeMembers: refuse,
  setSubject: refuse,
  setDescription: refuse,
  setSetting: refuse,
  setPicture: refuse,
  inviteCode: refuse,
  revokeInvite: refuse,
  findByInvite: refuse,
  join: refuse,
  requests: refuse,
  decideRequests: refuse,
}
