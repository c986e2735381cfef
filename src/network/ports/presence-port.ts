import type { Address } from '../../core/addresses.ts'
import type { PersonAddresses } from '../inbound-message.ts'

/** What somebody does in a chat; `none` when they stopped. */
export type ChatActivity = 'typing' | 'recording' | 'none'

/** What the network tells of people, while it is so and to who is connected: it is kept nowhere and told once. */
export type PresenceNews =
  /** `lastSeenSec` is null where they are there, and where they show it to nobody or not to this account. */
  | { kind: 'availability'; who: PersonAddresses; isAvailable: boolean; lastSeenSec: number | null }
  /** `chat` is the group, or the address of the one who does it. */
  | { kind: 'activity'; chat: Address; by: PersonAddresses; activity: ChatActivity }

/**
 * Who is there, of the account and of others. It lives with the connection: each new one begins as not available and with no
 * subscription. Each act rejects when the client is not connected, or when the network does not take it in time.
 */
export interface NetworkPresence {
  /**
   * Shows the account as there, or as not there. While it is there, its phone shows no notifications, and only then the network
   * tells of others. False: the account has no name yet, without which it cannot be there.
   */
  setAvailable(isAvailable: boolean): Promise<boolean>
  /** Asks to be told of a person, or of what is done in a group, which the network begins by telling what is so now. */
  subscribe(to: Address): Promise<void>
  unsubscribe(from: Address): Promise<void>
}
