import type { NoParams } from './coded.ts'

/** Why the network, or what is known of a group, does not let an operation on it happen. Nothing was changed. */
export interface GroupRefusals {
  GROUP_NOT_FOUND: NoParams
  NOT_IN_GROUP: NoParams
  NOT_GROUP_ADMIN: NoParams
  ALREADY_IN_GROUP: NoParams
  INVITE_OVER: { why: 'revoked' | 'unknown' }
  NOT_A_PERSON: { given: string }
  PICTURE_NOT_TAKEN: NoParams
  GROUP_RATE_LIMITED: NoParams
  /** Any other code of the network. */
  GROUP_REFUSED: { networkCode: number }
  /** The client is not connected, so nobody was asked. */
  GROUP_NOT_ASKED: NoParams
}
