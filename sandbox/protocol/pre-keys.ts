import { randomBytes } from 'node:crypto'
import type { Companion } from '../state/companion.ts'
import type { Network } from '../state/network.ts'
import type { KeyBundle } from '../state/simulated-device.ts'
import { SERVER_JID } from './addresses.ts'
import { deliver } from './delivery.ts'
import { node, seconds } from './nodes.ts'

/** Below this many one-time keys on the server, the client is asked for more. */
const LOW_KEY_COUNT = 5

/** The keys of a linked device for a new session; asks the client for a refill when they run low. */
export function takeCompanionBundle(network: Network, companion: Companion): KeyBundle {
  const bundle = companion.takeBundle()
  if (companion.preKeyCount < LOW_KEY_COUNT && !companion.refillAsked && companion.record.historySent) {
    companion.refillAsked = true
    const stanza = node(
      'notification',
      {
        from: SERVER_JID,
        type: 'encrypt',
        id: randomBytes(8).toString('hex'),
        t: seconds(network.now()),
      },
      [node('count', { value: String(companion.preKeyCount) })],
    )
    deliver(network, companion, '', stanza)
  }
  return bundle
}
