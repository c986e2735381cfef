import type { GroupRefusals } from '../../../core/conversation/group-refusals.ts'
import type { Sentences } from '../../sentences.ts'
import { describeNetworkRefusal } from '../network-refusal.ts'

/** Of operations on groups. */
export const groups: Sentences<GroupRefusals> = {
  GROUP_NOT_FOUND: 'The network knows no such group. Check its address; groups.list has those of the client.',
  NOT_IN_GROUP:
    'The client’s account is not in this group. It has to be added, or to join by an invite link.',
  NOT_GROUP_ADMIN: 'Only admins of the group may do this. Have an admin make the client’s account one.',
  ALREADY_IN_GROUP: 'The client’s account is in this group already.',
  INVITE_OVER: ({ why }) =>
    why === 'revoked'
      ? 'This invite link was replaced by another. Ask an admin of the group for the new one.'
      : 'There is no such invite link. Check that it is whole.',
  NOT_A_PERSON: ({ given }) => `${given} is no person. Groups have people as members, by number or LID.`,
  PICTURE_NOT_TAKEN: 'This is no picture that can be used. Give a JPEG, PNG, WebP or GIF.',
  GROUP_RATE_LIMITED: 'The network was asked about groups too often. Wait some minutes, then call again.',
  GROUP_REFUSED: ({ networkCode }) => `${describeNetworkRefusal('this', networkCode)} Nothing was changed.`,
  GROUP_NOT_ASKED:
    'The client is not connected, so the network was not asked. Start its worker or wait until it is connected, then call again.',
}
