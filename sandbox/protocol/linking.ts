import { randomBytes } from 'node:crypto'
import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Companion } from '../state/companion.ts'
import type { Network } from '../state/network.ts'
import type { PlayedDevice, User } from '../state/user.ts'
import { deliver } from './delivery.ts'
import { hashDevices } from './device-lists.ts'
import { closeSession } from './login.ts'
import { node, seconds } from './nodes.ts'
import { requireRoom } from './pairing.ts'
import { endStream } from './streams.ts'

/** A device of somebody, whoever plays it. */
interface Linked {
  owner: User
  device: number
}

/** A contact links a further device of its own, and the clients that talk with it are told. */
export function linkDevice(network: Network, owner: User): PlayedDevice {
  requireRoom(owner)
  const linked = owner.addLinked()
  announceDevices(network, linked, 'add')
  return linked
}

/** A contact unlinks a device of its own: what waited for it is gone, and the clients that talk with it are told. */
export function unlinkDevice(network: Network, linked: PlayedDevice): void {
  announceDevices(network, linked, 'remove')
  network.queues.drop(linked.address)
  linked.owner.removeLinked(linked)
}

/** Takes a linked device off its account: its connection ends with 401 and it can never log in again. */
export function unlinkCompanion(network: Network, companion: Companion): void {
  const session = network.sessions.get(companion.address)
  network.directory.removeCompanion(companion)
  network.queues.drop(companion.address)
  const { number, device } = companion.record
  const addresses = Object.values(network.directory.ensure(number).sessionAddresses(device))
  for (const user of network.directory.users()) {
    for (const each of user.played) for (const address of addresses) each.signal.dropSession(address)
  }
  announceDevices(network, { owner: network.directory.ensure(number), device }, 'remove')
  if (session === undefined) return
  closeSession(network, session.connection)
  endStream(session.connection, 'removed')
}

/**
 * A phone was set up anew: it has another identity and no sessions, and the linked devices that talked with it are told
 * (Baileys `identity-change-handler.js`, whatsmeow `handleEncryptNotification`; sandbox-truth.md, too kind 4).
 */
export function reinstallPhone(network: Network, owner: User): void {
  const companions = [...network.directory.users()].flatMap((user) =>
    [...user.companions.values()].filter(({ record }) => owner.phone.hasSessionWith(user, record.device)),
  )
  // A phone that is set up anew has lost its linked devices too.
  for (const linked of owner.linked.values()) unlinkDevice(network, linked)
  owner.reinstall()
  const from = owner.jid(owner.record.addressing)
  for (const companion of companions) {
    notify(network, companion, owner.number, { from, type: 'encrypt' }, [node('identity')])
  }
}

/** Tells the clients that talk with somebody that it has one device more or less, and its own which there are. */
export function announceDevices(network: Network, { owner, device }: Linked, change: 'add' | 'remove'): void {
  const attrs = { jid: owner.jid('pn', device), lid: owner.jid('lid', device), 'key-index': String(device) }
  // The hashes of the list as it is then: whatsmeow's handleDeviceNotification drops its list when they do not fit.
  const others = owner.devices.filter((each) => each !== device)
  const devices = (change === 'add' ? [...others, device] : others).map((each) => ({
    user: owner,
    device: each,
  }))
  const hashes = {
    device_hash: hashDevices(devices, 'pn'),
    device_lid_hash: hashDevices(devices, 'lid'),
  }
  const { number } = owner
  const sides = { from: owner.jid('pn'), lid: owner.jid('lid') }
  for (const user of network.directory.users()) {
    for (const other of user.companions.values()) {
      const isInTouch = owner.played.some((each) => each.hasSessionWith(user, other.record.device))
      if (user === owner || !isInTouch) continue
      notify(network, other, number, { ...sides, type: 'devices' }, [
        node(change, hashes, [node('device', attrs)]),
      ])
    }
  }
  // whatsmeow's handleOwnDevicesNotification: the whole list, with its hash.
  const list = devices.map((each) => node('device', { jid: owner.jid('pn', each.device) }))
  for (const other of owner.companions.values()) {
    if (other.record.device === device) continue
    notify(network, other, number, { from: owner.jid('pn'), type: 'account_sync' }, [
      node('devices', { dhash: hashes.device_hash }, list),
    ])
  }
}

function notify(
  network: Network,
  companion: Companion,
  source: string,
  attrs: Record<string, string>,
  content: BinaryNode[],
): void {
  const id = randomBytes(8).toString('hex')
  const stanza = node('notification', { ...attrs, id, t: seconds(network.now()) }, content)
  deliver(network, companion, source, stanza)
}
