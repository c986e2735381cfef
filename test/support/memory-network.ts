import { type Address, toPhoneNumber } from '../../src/core/addresses.ts'
import type { NetworkConnection, NetworkConnector, OwnAddresses } from '../../src/network/port.ts'
import { createFakeConnection, fakeConnector } from './fake-network.ts'

let accounts = 0

function nextAccount(): OwnAddresses {
  accounts += 1
  const address = `4477009${String(accounts).padStart(5, '0')}@s.whatsapp.net` as Address
  return { address, lid: null, phoneNumber: toPhoneNumber(address) ?? '', pushName: null }
}

/** A network in memory: every client is paired at once, every send is acknowledged, and nobody ever writes. */
export function createMemoryConnector(): NetworkConnector {
  return {
    ...fakeConnector,
    open({ handlers }): NetworkConnection {
      let isClosed = false
      queueMicrotask(() => {
        if (isClosed) return
        handlers.onState({ kind: 'connecting' })
        handlers.onState({ kind: 'open', me: nextAccount() })
      })
      return {
        ...createFakeConnection(),
        async close() {
          isClosed = true
        },
      }
    },
  }
}
