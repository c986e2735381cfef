import type { NetworkPersons } from '../../src/network/port.ts'

const refuse = async () => ({ kind: 'refused', networkCode: 404 }) as const

/** A network that knows nobody. The sandbox has people. */
export const noPersons: NetworkPersons = {
  rejectCall: refuse,
  setBlocked: refuse,
  findUsername: async () => ({ kind: 'answered', value: { state: 'unknown' } }),
}
