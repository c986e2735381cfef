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
}

/** What acts are refused for that go straight to the network. */
export interface NetworkActRefusals extends GroupRefusals, ChatRefusals, AccountActRefusals {}
