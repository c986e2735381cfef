import type {
  AccountActRefusals,
  PersonRefusals,
  StatusRefusals,
} from '../../../core/client/account-refusals.ts'
import type { Sentences } from '../../sentences.ts'
import { describeNetworkRefusal } from '../network-refusal.ts'

/** Of acts on a client's account: its profile, its channels. */
export const accountActs: Sentences<AccountActRefusals> = {
  ACCOUNT_NOT_ASKED:
    'The client is not connected, so the network was not asked. Start its worker or wait until it is connected, then call again.',
  ACCOUNT_RATE_LIMITED: 'The network was asked too often. Wait some minutes, then call again.',
  ACCOUNT_REFUSED: ({ networkCode }) => describeNetworkRefusal('this', networkCode),
  PHONE_NOT_READY:
    'The phone has not shared yet what is needed to change this. Open the app on the phone, wait until it has synchronized, then call again.',
  ACCOUNT_HAS_NO_NAME:
    'The account has no name yet, without which the network does not let it be online. Set one with profile.update or at the phone, then call again.',
  ACCOUNT_NOT_ONLINE:
    'The network tells who is online only to accounts that are online themselves, and this one never is. Set `online` of the client to watching or always, or call chat.sendPresence with available first.',
  TOO_MANY_WATCHED: ({ most }) =>
    `The client is told of ${most} contacts already, which is the most. End some with presence.unsubscribe, then call again.`,
  CHANNEL_NOT_FOUND:
    'The network knows no such channel. Check its address or link; channels.list has those of the client.',
  CHANNEL_POST_NOT_FOUND:
    'The channel has no such post, or it was taken back. channels.listPosts has those there are.',
  TOO_MANY_DOWNLOADS: ({ most }) =>
    `The client is downloading files of ${most} posts already, which is the most. Wait until some are done, then call again.`,
  NOT_CHANNEL_ADMIN: 'Only the owner and admins of the channel may do this.',
  PERSON_NOT_CHANNEL_ADMIN: 'This person is no admin of the channel: see channels.listAdmins.',
  REACTION_NOT_ALLOWED:
    'The owner of the channel does not allow this reaction. channels.get tells which ones are.',
}

/** Of calls and of what is done towards single people. */
export const persons: Sentences<PersonRefusals> = {
  PHONE_CALL_NOT_FOUND:
    'There is no such call. `callId` is that of the event call.received; calls.list has those of the client.',
  PHONE_CALL_OVER: ({ state }) =>
    `This call rings no longer: it was ${state}. Only a call that rings can be refused.`,
}

/** Of what the account shows for a day. */
export const statuses: Sentences<StatusRefusals> = {
  STATUS_NOT_FOUND:
    'There is no such status. status.list has the client’s own, status.listReceived those of its contacts.',
  STATUS_OVER: 'This status is over: its 24 hours have passed, or it was taken back.',
  STATUS_NOT_POSTED: 'This status was never posted: nobody has it, so there is nothing to take back.',
  STATUS_FOR_NOBODY:
    'Nobody would see this status: the account’s privacy for statuses and its address book name nobody. Name people in `audience`, or save contacts on the phone, then call again.',
}
