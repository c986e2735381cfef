import type { Network } from '../state/network.ts'
import type { User } from '../state/user.ts'
import { unlinkCompanion } from './linking.ts'
import { closeSession } from './login.ts'
import { endStream } from './streams.ts'

/** The network takes an account's linked devices for unofficial clients, and restricts it. */
export interface AccountRestriction {
  /** Milliseconds since 1970. */
  untilMs: number
  /** Whether the network forgets the linked devices, or only keeps them from logging in until it is over. */
  unlink: boolean
}

/**
 * Connections end with the words that a person's unlinking ends them with (evolution-api#2693). Until it is over the phone
 * links nothing (evolution-api#2298). What a login is answered meanwhile nobody wrote down, so both are played: 401 from
 * a network that forgot the device, 402 from one that did not. Null: no restriction any more.
 */
export function restrictAccount(
  network: Network,
  account: User,
  restriction: AccountRestriction | null,
): void {
  network.restrictedUntil.delete(account.number)
  if (restriction === null) return
  network.restrictedUntil.set(account.number, restriction.untilMs)
  for (const companion of [...account.companions.values()]) {
    if (restriction.unlink) {
      unlinkCompanion(network, companion)
      continue
    }
    const session = network.sessions.get(companion.address)
    if (session === undefined) continue
    closeSession(network, session.connection)
    endStream(session.connection, 'removed')
  }
}
