import type { CloseReason } from '../../network/port.ts'
import { type ClosePolicy, type MovedIn, policyOf } from './close-policy.ts'

/** After a connection that lasted so long, a removal is a new one and not the one before again. */
const LASTING_MS = 3_600_000

/** What is known when a connection ends. */
export interface EndedConnection {
  movedIn: MovedIn
  /** How long it was open; 0 when it never was. */
  openMs: number
  /** Whether the network keeps the account from writing to strangers. */
  isRestricted: boolean
}

/**
 * The network ends a connection with the same words whether a person unlinked the device on the phone or the network took it
 * off a restricted account. So the client logs in once more, and what that is answered tells them apart: a ban that ends
 * (402) keeps the session, and only a device that the network does not know any more (401) is given up for good.
 */
export class Removal {
  private wasAsked = false

  /** What the end of a connection means, given what came before. */
  judge(reason: CloseReason, { movedIn, openMs, isRestricted }: EndedConnection): ClosePolicy {
    if (openMs >= LASTING_MS) this.wasAsked = false
    const policy = policyOf(reason, movedIn)
    if (reason === 'device_removed') return this.judgeRemoval(policy, isRestricted)
    const isOfRestriction =
      (reason === 'logged_out' && isRestricted) || (reason === 'restricted' && this.wasAsked)
    return isOfRestriction && movedIn !== 'pending' ? { ...policy, code: 'REMOVED_RESTRICTED' } : policy
  }

  /** A device that is taken off again and again is not logged in again and again. Its session is kept: it did log in. */
  private judgeRemoval(policy: ClosePolicy, isRestricted: boolean): ClosePolicy {
    if (this.wasAsked) return { code: isRestricted ? 'REMOVED_RESTRICTED' : 'LOGGED_OUT', next: 'end' }
    this.wasAsked = true
    return policy
  }
}
