import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Network } from '../../state/network.ts'
import type { User } from '../../state/user.ts'
import { LID_SERVER, parseAddress } from '../addresses.ts'
import { devicesOf, hashDevices } from '../device-lists.ts'
import { child, children, node, seconds, textOf } from '../nodes.ts'
import { isShownTo } from '../profile.ts'
import { findByUsername } from '../usernames.ts'
import { BAD_REQUEST, type IqHandler } from './answer.ts'

/**
 * Somebody asked about: found by jid, by a phone number in a `contact` child, which the answer repeats, or by a username in
 * that, of which `named` is said.
 */
interface Subject {
  jid: string | undefined
  user: User | undefined
  query?: string
  named?: { type: string; username?: string | undefined }
}

/**
 * The question and the answers of the web client's `queryUsernameExists` (`WAWebQueryExistsJob`): `out` is nobody, a person
 * without an address is one whose key has to be known. What a wrong key gets is not known, so it gets what none gets.
 */
function readNamed(network: Network, { username = '', pin }: BinaryNode['attrs']): Subject {
  const user = registered(findByUsername(network, username))
  const named = { type: user === undefined ? 'out' : 'in', username: user?.record.username }
  const isOpen = user?.record.usernameKey === undefined || user.record.usernameKey === pin
  return isOpen ? { jid: user?.jid('lid'), user, named } : { jid: undefined, user: undefined, named }
}

function readSubject(network: Network, asked: BinaryNode): Subject {
  const named = child(asked, 'contact')?.attrs
  if (asked.attrs.jid === undefined && named?.username !== undefined) return readNamed(network, named)
  const query = textOf(child(asked, 'contact'))
  const phone = query.replace(/\D/g, '')
  if (asked.attrs.jid === undefined && phone !== '') {
    const isNumber = /^\d{7,15}$/.test(phone)
    const user = isNumber ? network.directory.lookUp(phone) : undefined
    return { jid: user?.jid('pn') ?? `${phone}@s.whatsapp.net`, user: registered(user), query }
  }
  return { jid: asked.attrs.jid, user: registered(network.directory.resolve(asked.attrs.jid)) }
}

const registered = (user: User | undefined) => (user?.record.registered === true ? user : undefined)

function buildDevices(network: Network, { jid }: Subject, user: User): BinaryNode {
  const addressing = parseAddress(jid)?.server === LID_SERVER ? 'lid' : 'pn'
  // A device is linked under a key index of its own, which is its number here.
  const linked = user.devices
    .filter((device) => device > 0)
    .map((device) => node('device', { id: String(device), 'key-index': String(device) }))
  return node('devices', {}, [
    node('device-list', { hash: hashDevices(devicesOf(user), addressing) }, [
      node('device', { id: '0' }),
      ...linked,
    ]),
    node('key-index-list', { ts: seconds(network.now()) }),
  ])
}

/** 401 for who may not see it (Baileys' `USyncStatusProtocol`); nothing in it for who says nothing of themselves. */
function buildAbout(network: Network, user: User, viewer: User): BinaryNode {
  if (!isShownTo(network, user, 'status', viewer)) return node('status', { code: '401' })
  const { text = '', at = 0 } = user.record.about ?? {}
  return node('status', { t: seconds(at) }, text === '' ? undefined : Buffer.from(text))
}

/** The picture's id alone, as whatsmeow's `GetUserInfo` and zapo's `getProfiles` read it. */
function buildPicture(network: Network, user: User, viewer: User): BinaryNode | undefined {
  const { picture } = user.record
  const isShown = picture !== undefined && isShownTo(network, user, 'profile', viewer)
  return isShown ? node('picture', { id: picture.id }) : undefined
}

/** What each protocol of a usync says about somebody; nothing when it has nothing to say. */
const PROTOCOLS: Record<
  string,
  (network: Network, subject: Subject, viewer: User) => BinaryNode | undefined
> = {
  // The number as it was asked is in the answer: whatsmeow's IsOnWhatsApp reads it from there.
  contact: (_network, { user, query, named = { type: user === undefined ? 'out' : 'in' } }) =>
    node('contact', named, query && Buffer.from(query)),
  // Nothing for who has none (`WAWebHandleUsernameSync`).
  username: (_network, { user }) =>
    user?.record.username === undefined ? undefined : node('username', {}, Buffer.from(user.record.username)),
  devices: (network, subject) => subject.user && buildDevices(network, subject, subject.user),
  lid: (_network, { jid, user }) => {
    const lid = parseAddress(jid)?.server === LID_SERVER ? undefined : user?.shownJid('lid')
    return lid === undefined ? undefined : node('lid', { val: lid })
  },
  status: (network, { user }, viewer) => user && buildAbout(network, user, viewer),
  picture: (network, { user }, viewer) => user && buildPicture(network, user, viewer),
  disappearing_mode: (_network, { user }) => {
    const { seconds: duration = 0, at = 0 } = user?.record.defaultTimer ?? {}
    return user && node('disappearing_mode', { duration: String(duration), t: seconds(at) })
  },
}

/** The directory request: who is on the network, with which devices and which LID. */
export const handleUsync: IqHandler = (network, { companion }, iq) => {
  const usync = child(iq, 'usync')
  const list = child(usync, 'list')
  if (usync === undefined || list === undefined) return BAD_REQUEST
  const protocols = children(child(usync, 'query')).map(({ tag }) => tag)
  const viewer = network.directory.ensure(companion.record.number)
  // People have usernames beside a LID, and are asked for by them in that addressing alone.
  const isByLid = child(child(usync, 'query'), 'contact')?.attrs.addressing_mode === 'lid'
  const asksByUsername = children(list).some((asked) => child(asked, 'contact')?.attrs.username !== undefined)
  if (asksByUsername && !isByLid) return BAD_REQUEST
  const users = children(list).map((asked) => {
    const subject = readSubject(network, asked)
    const parts = protocols.flatMap((protocol) => PROTOCOLS[protocol]?.(network, subject, viewer) ?? [])
    return node('user', { jid: subject.jid }, parts)
  })
  const { sid, index, last, mode, context } = usync.attrs
  const summary = protocols.map((protocol) => node(protocol))
  return {
    content: [
      node('usync', { sid, index, last, mode, context }, [
        node('result', {}, summary),
        node('list', {}, users),
      ]),
    ],
  }
}
