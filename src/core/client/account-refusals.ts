import type { CallState } from '../conversation/call.ts'
import type { ChatRefusals } from '../conversation/chat-refusals.ts'
import type { NoParams } from '../conversation/coded.ts'
import type { GroupRefusals } from '../conversation/group-refusals.ts'

/** Why an act on a client's account did not happen: its profile, its channels. Nothing was changed. */
export interface AccountActRefusals {
  /** The client is not connected, so nobody was asked. */
  ACCOUNT_NOT_ASKED: NoParams
  ACCOUNT_RATE_LIMITED: NoParams
  /** Any other code of the network. */
  ACCOUNT_REFUSED: { networkCode: number }
  /** The phone has not shared the keys with which linked devices change it. */
  PHONE_NOT_READY: NoParams
  /** Without a name the network lets nobody be there. */
  ACCOUNT_HAS_NO_NAME: NoParams
  /** The network tells of nobody to an account that is not online. */
  ACCOUNT_NOT_ONLINE: NoParams
  TOO_MANY_WATCHED: { most: number }
  CHANNEL_NOT_FOUND: NoParams
  CHANNEL_POST_NOT_FOUND: NoParams
  /** Files of posts that are on their way to the store, or wait for it. */
  TOO_MANY_DOWNLOADS: { most: number }
  NOT_CHANNEL_ADMIN: NoParams
  /** Who is to lose the role, or to own the channel, has to be an admin of it. */
  PERSON_NOT_CHANNEL_ADMIN: NoParams
  /** Its owner has chosen with which emojis its posts are reacted to. */
  REACTION_NOT_ALLOWED: NoParams
}

/** Why something cannot be done about a status. Nothing was done. */
export interface StatusRefusals {
  STATUS_NOT_FOUND: NoParams
  /** It was shown for its 24 hours, or was taken back. */
  STATUS_OVER: NoParams
  /** The network never took it, so nobody has it. */
  STATUS_NOT_POSTED: NoParams
  /** Neither the account's privacy nor the call names anybody whom it could be sent to. */
  STATUS_FOR_NOBODY: NoParams
}

/** Why something cannot be done about a call. Nothing was done. */
export interface PersonRefusals {
  PHONE_CALL_NOT_FOUND: NoParams
  PHONE_CALL_OVER: { state: Exclude<CallState, 'ringing'> }
}

/** What acts are refused for that go straight to the network. */
export interface NetworkActRefusals
  extends GroupRefusals,
    ChatRefusals,
    PersonRefusals,
    StatusRefusals,
    AccountActRefusals {}
