import { randomBytes, randomInt } from 'node:crypto'
import type { Companion } from '../state/companion.ts'
import type { GroupChat } from '../state/groups.ts'
import type { Network } from '../state/network.ts'
import type { PictureRecord, User } from '../state/user.ts'
import { contactHashOf, tellAcquaintances } from './acquaintances.ts'
import { SERVER_JID } from './addresses.ts'
import { areApart } from './blocklist.ts'
import { deliver } from './delivery.ts'
import { announceGroup } from './groups.ts'
import { node, seconds } from './nodes.ts'
import { isShownTo, notifySync } from './profile.ts'

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff])

export const isJpeg = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, JPEG_START.length)).equals(JPEG_START)

/**
 * Puts a picture on the media server, as it is: nothing here makes a smaller one of it. Links to the one before lead nowhere any
 * more.
 */
function replace(
  network: Network,
  before: PictureRecord | undefined,
  jpeg: Uint8Array | undefined,
): PictureRecord | undefined {
  const { blobs } = network.media
  const old = blobs.find(before?.file ?? '')
  if (old !== undefined) blobs.setState(old, 'lost')
  if (jpeg === undefined) return undefined
  const makeId = () => `${seconds(network.now())}${randomInt(1000)}`
  let id = makeId()
  while (id === before?.id) id = makeId()
  return { id, file: blobs.add(jpeg, network.now()).id }
}

/**
 * Gives somebody another picture, or takes theirs away; answers its id. The account's other clients are told (whatsmeow's
 * `handleAccountSyncNotification`), and so are those who know the person and may see it: by name and id who saved them, by a
 * hash and without an id who only wrote with them (WhatsApp Web's `WAWebHandleProfilePicNotification`, as whatsapp-rust and zapo
 * read it; whatsmeow: "sometimes there's a hash and no ID"). Who blocked somebody shows them no changes (WhatsApp's help).
 */
export function changePersonPicture(
  network: Network,
  user: User,
  jpeg: Uint8Array | undefined,
  by?: Companion,
): string | undefined {
  const picture = replace(network, user.record.picture, jpeg)
  if (picture === undefined) delete user.record.picture
  else user.record.picture = picture
  user.save()
  notifySync(network, user, node('picture', { id: picture?.id }), by)
  const change = picture === undefined ? 'delete' : 'set'
  tellAcquaintances(network, user, (companion, account, isSaved) => {
    if (areApart(user, account) || !isShownTo(network, user, 'profile', account)) return
    const jid = user.jid(user.record.addressing)
    const attrs = {
      from: isSaved ? jid : SERVER_JID,
      type: 'picture',
      id: randomBytes(8).toString('hex'),
      t: seconds(network.now()),
    }
    const said = isSaved ? { jid, id: picture?.id } : { hash: contactHashOf(user) }
    deliver(network, companion, isSaved ? user.number : '', node('notification', attrs, [node(change, said)]))
  })
  return picture?.id
}

/** The same of a group, which its members are told with who did it (Baileys, `processNotification`; whatsmeow, `events.Picture`). */
export function changeGroupPicture(
  network: Network,
  group: GroupChat,
  actor: User,
  jpeg: Uint8Array | undefined,
): string | undefined {
  const picture = replace(network, group.record.picture, jpeg)
  if (picture === undefined) delete group.record.picture
  else group.record.picture = { ...picture, by: actor.number, at: network.now() }
  group.save()
  const said = { jid: group.jid, author: actor.jid(group.record.addressing) }
  const change = picture === undefined ? node('delete', said) : node('set', { id: picture.id, ...said })
  announceGroup(network, group, actor, change, group.numbers, 'picture')
  return picture?.id
}
