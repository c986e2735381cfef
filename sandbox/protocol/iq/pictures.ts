import { randomInt } from 'node:crypto'
import type { GroupChat } from '../../state/groups.ts'
import type { Network } from '../../state/network.ts'
import type { User } from '../../state/user.ts'
import { changePicture } from '../groups.ts'
import { bytesOf, child, node, seconds } from '../nodes.ts'
import { changeOwnPicture, isShownTo } from '../profile.ts'
import {
  FORBIDDEN,
  type IqAnswer,
  type IqHandler,
  NOT_ACCEPTABLE,
  NOT_AUTHORIZED,
  NOT_FOUND,
  OK,
} from './answer.ts'

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff])

export const isJpeg = (bytes: Buffer): boolean => bytes.subarray(0, JPEG_START.length).equals(JPEG_START)

/** A picture of a group; whoever is not in it does not see it. The link names no file that can be had. */
function answerGroupPicture(network: Network, group: GroupChat, actor: string, type: string): IqAnswer {
  if (!group.has(actor)) return NOT_AUTHORIZED
  const { picture } = group.record
  if (picture === undefined) return NOT_FOUND
  const url = `https://${network.media.host}/pps/${group.id}/${picture.id}?size=${type}`
  return { content: [node('picture', { id: picture.id, type, url })] }
}

export const handlePicture: IqHandler = (network, { companion }, iq) => {
  const type = child(iq, 'picture')?.attrs.type ?? 'preview'
  const group = network.groups.find(iq.attrs.target)
  if (group !== undefined) return answerGroupPicture(network, group, companion.record.number, type)
  const user = network.directory.resolve(iq.attrs.target)
  const picture = user?.record.picture
  if (user === undefined || picture === undefined) return NOT_FOUND
  const viewer = network.directory.ensure(companion.record.number)
  if (picture === 'hidden' || !isShownTo(network, user, 'profile', viewer)) return NOT_AUTHORIZED
  return { content: [node('picture', { id: picture.id ?? '1', type, url: `${picture.url}?size=${type}` })] }
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
  const id = jpeg === undefined ? undefined : `${seconds(network.now())}${randomInt(1000)}`
  changePicture(network, group, actor, id)
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
    const id = changeOwnPicture(network, actor, jpeg !== undefined, companion)
    return id === undefined ? OK : { content: [node('picture', { id })] }
  }
  const group = network.groups.find(target)
  if (group === undefined) return NOT_FOUND
  return setGroupPicture(network, group, actor, jpeg)
}
