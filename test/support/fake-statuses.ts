import type { NetworkStatuses } from '../../src/network/port.ts'

/** A network on which nobody chose who sees statuses. */
export const openStatuses: NetworkStatuses = {
  privacy: async () => ({ kind: 'answered', value: { setting: 'contacts', people: [] } }),
}
