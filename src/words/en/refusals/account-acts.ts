import type { AccountActRefusals } from '../../../core/client/account-refusals.ts'
import type { Sentences } from '../../sentences.ts'

/** Of acts on a client's account: its profile, its channels. */
export const accountActs: Sentences<AccountActRefusals> = {
  ACCOUNT_NOT_ASKED:
    'The client is not connected, so the network was not asked. Start its worker or wait until it is connected, then call again.',
  ACCOUNT_RATE_LIMITED: 'The network was asked too often. Wait some minutes, then call again.',
  ACCOUNT_REFUSED: ({ networkCode }) => `The network refused this with its code ${networkCode}.`,
  PHONE_NOT_READY:
    'The phone has not shared yet what is needed to change this. Open the app on the phone, wait until it has synchronized, then call again.',
}
