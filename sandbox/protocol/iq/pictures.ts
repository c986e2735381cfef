import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { GroupChat } from '../../state/groups.ts'
import type { Network } from '../../state/network.ts'
import type { PictureRecord, User } from '../../state/user.ts'
import { bytesOf, child, node } from '../nodes.ts'
import { changeGroupPicture, changePersonPicture, isJpeg } from '../pictures.ts'
import { hasTokenOf } from '../presence.ts'
import { isShownTo } from '../profile.ts'
import {
  BAD_REQUEST,
  FORBIDDEN,
  type IqAnswer,
  type IqHandler,
  NOT_ACCEPTABLE,
  NOT_AUTHORIZED,
  NOT_FOUND,
  OK,
} from './answer.ts'

const TYPES = ['preview', 'image']

/**
 * Says where a picture is. Who names the one they have is answered without one (whatsmeow, `GetProfilePictureInfo`; zapo,
 * `getProfilePicture` with an `existingId`).
 */
function answerPicture(network: Network, picture: PictureRecord | undefined, asked: BinaryNode): IqAnswer {
  if (picture === undefined) return NOT_FOUND
  const { type = '', id } = asked.attrs
  if (id === picture.id) return OK
  const path = network.media.picturePath(picture.file, type)
  const url = `https://${network.media.host}${path}`
  return { content: [node('picture', { id: picture.id, type, url, direct_path: path })] }
}

/**
 * 401 is for who may not see it, whether or not there is one (whatsmeow, `ErrProfilePictureUnauthorized`), 404 for nobody's and none.
 * A group shows its own to its members. A person shows theirs as their privacy says; to `contacts` means also those who carry the
 * token that the person gave them (whatsapp-rust, `test_restricted_profile_picture_requires_tctoken`; rc14, `profilePictureUrl`).
 */
export const handlePicture: IqHandler = (network, session, iq) => {
  const asked = child(iq, 'picture')
  if (asked === undefined || !TYPES.includes(asked.attrs.type ?? '')) return BAD_REQUEST
  const { number } = session.companion.record
  const group = network.groups.find(iq.attrs.target)
  if (group !== undefined)
    return group.has(number) ? answerPicture(network, group.record.picture, asked) : NOT_AUTHORIZED
  const user = network.directory.resolve(iq.attrs.target)
  if (user === undefined) return NOT_FOUND
  const viewer = network.directory.ensure(number)
  const { picture, privacy, blocked } = user.record
  const isTrusted = privacy?.profile !== 'none' && hasTokenOf(network, session, user, asked)
  const isShown = isTrusted || isShownTo(network, user, 'profile', viewer)
  return isShown && !blocked?.includes(number) ? answerPicture(network, picture, asked) : NOT_AUTHORIZED
}

/** 406 for what is no JPEG: whatsmeow's SetGroupPhoto. In a locked group only administrators change it. */
function setGroupPicture(
  network: Network,
  group: GroupChat,
  actor: User,
  jpeg: Buffer | undefined,
): IqAnswer {
  if (!group.has(actor.number)) return FORBIDDEN
  if (group.record.locked && !group.isAdmin(actor.number)) return FORBIDDEN
  if (jpeg !== undefined && !isJpeg(jpeg)) return NOT_ACCEPTABLE
  const id = changeGroupPicture(network, group, actor, jpeg)
  return id === undefined ? OK : { content: [node('picture', { id })] }
}

export const handleSetPicture: IqHandler = (network, { companion }, iq) => {
  const { target } = iq.attrs
  const picture = child(iq, 'picture')
  const jpeg = picture && bytesOf(picture)
  const actor = network.directory.ensure(companion.record.number)
  // Without a target it is the account's own (Baileys, `updateProfilePicture`).
  if (target === undefined) {
    if (jpeg !== undefined && !isJpeg(jpeg)) return NOT_ACCEPTABLE
    const id = changePersonPicture(network, actor, jpeg, companion)
    return id === undefined ? OK : { content: [node('picture', { id })] }
  }
  const group = network.groups.find(target)
  if (group === undefined) return NOT_FOUND
  return setGroupPicture(network, group, actor, jpeg)
}
