/** Faults built into the commit protocol, to see that the simulation finds them. Nothing in the service knows them. */
export interface Mutations {
  /** A commit does not compare a run with what was read of it. */
  noVersionCheck?: boolean
  /** Conversations are neither locked nor claimed. */
  noClaim?: boolean
  /** Messages go on the wire when they are decided. */
  sendBeforeCommit?: boolean
  /** Each attempt at a send draws an id of its own. */
  idsAtSend?: boolean
  /** A question counts as seen when it is decided. */
  seenAtCommit?: boolean
  /** A crash of the database leaves its life as it was, so that hosts go on with what is lost. */
  keepsLife?: boolean
  /** Versions of flows are read without their stop words. */
  forgetsStopWords?: boolean
  /** What was told of a group is not remembered. */
  forgetsNotices?: boolean
  /** A call that is over ends once more. */
  endsCallsAgain?: boolean
  /** A message to a group is stored before its run is answered. */
  sendsToGroupAlone?: boolean
  /** Acts on groups leave when they are decided. */
  actBeforeCommit?: boolean
  /** Labels are changed in any order. */
  labelsInAnyOrder?: boolean
  /** A host stores what arrived whether it still holds the client or not. */
  storesUnheld?: boolean
  /** A process knows only of those changes that came before their message which it heard itself. */
  forgetsEarlyChanges?: boolean
}
