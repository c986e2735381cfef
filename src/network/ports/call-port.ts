import type { Address } from '../../core/addresses.ts'
import type { PersonAddresses } from '../inbound-message.ts'

/**
 * How far a call is. `accepted` and `refused` by somebody of the account at another of its devices; `ended` without either: the
 * caller gave up, or nobody answered in time.
 */
export type CallStep = 'offered' | 'accepted' | 'refused' | 'ended'

/** What one stanza of the network says of a call to the account. */
export interface CallNotice {
  /** The network's id of the call, the same in all that is said of it. */
  callId: string
  step: CallStep
  caller: PersonAddresses
  /** The caller as the network names it in stanzas of this call. */
  creator: Address
  /** Null for a call of two. */
  group: Address | null
  /** Only the offer says it. */
  isVideo: boolean
  atSec: number
}
