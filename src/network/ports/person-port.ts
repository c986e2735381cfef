import type { Address } from '../../core/addresses.ts'
import type { NetworkAnswer } from './network-answer.ts'

/**
 * Acts towards single people. Each rejects when the client is not connected, or when the network does not answer in time: then
 * it may or may not have happened.
 */
export interface NetworkPersons {
  /** Rejects a call that rings; `caller` is its creator as the network named it. */
  rejectCall(callId: string, caller: Address): Promise<NetworkAnswer<null>>
  /** Blocks somebody, by their number or LID, or lets them write again. A `blocklist` event follows before it resolves. */
  setBlocked(person: Address, isBlocked: boolean): Promise<NetworkAnswer<null>>
  /** Who is found by a username, without its @; some are found by those alone who know its key of four digits. */
  findUsername(username: string, key?: string): Promise<NetworkAnswer<UsernameSearch>>
}

export type UsernameSearch =
  /** `username`: as the person writes it. */
  | { state: 'found'; lid: Address; phone: Address | null; username: string }
  | { state: 'unknown' | 'key_required' }

/** Who took another username, or gave theirs up, by the network's own id of saying so. */
export interface UsernameNotice {
  id: string
  lid: Address
  username: string | null
}
