import type { HostedPresence } from '../../src/features/presence/index.ts'
import type { NetworkPresence } from '../../src/network/port.ts'

/** A network on which nobody is ever seen, to an account that has a name. */
export const nobodyPresent: NetworkPresence = {
  setAvailable: async () => true,
  async subscribe() {},
  async unsubscribe() {},
}

/** A host without presence: nobody is watched. */
export const nothingWatched: HostedPresence = {
  opened() {},
  lost() {},
  reload() {},
  merge() {},
  take() {},
  noteEvents() {},
  async handle() {},
  async close() {},
}
