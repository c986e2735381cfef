import { randomBytes } from 'node:crypto'
import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Companion } from '../state/companion.ts'
import type { Network } from '../state/network.ts'
import type { User } from '../state/user.ts'
import { deliver } from './delivery.ts'
import { devicesOf, hashDevices } from './device-lists.ts'
import { closeSession } from './login.ts'
import { node, seconds } from './nodes.ts'
import { endStream } from './streams.ts'

/** Takes a linked device off its account: its connection ends with 401 and it can never log in again. */
export function unlinkCompanion(network: Network, companion: Companion): void {
  const session = network.sessions.get(companion.address)
  network.directory.removeCompanion(companion)
  network.queues.drop(companion.address)
  const { number, device } = companion.record
  const addresses = Object.values(network.directory.ensure(number).sessionAddresses(device))
  for (const user of network.directory.users()) {
    for (const address of addresses) user.phone.dropSession(address)
  }
  announceDevices(network, companion, 'remove')
  if (session === undefined) return
  closeSession(network, session.connection)
  endStream(session.connection, 'removed')
}

/**
 * A phone was set up anew: it has another identity and no sessions, and the linked devices that talked with it are told
 * (Baileys `identity-change-handler.js`, whatsmeow `handleEncryptNotification`; sandbox-truth.md, too kind 4).
 */
export function reinstallPhone(network: Network, owner: User): void {
  const told = [...network.directory.users()].flatMap((user) =>
    [...user.companions.values()].filter(({ record }) => owner.hasSessionWith(user, record.device)),
  )
  owner.reinstall()
  const from = owner.jid(owner.record.addressing)
  for (const companion of told) {
    notify(network, companion, owner.number, { from, type: 'encrypt' }, [node('identity')])
  }
}

/** Tells the linked devices that talk with an account that it has one device more or less, and its own which there are. */
export function announceDevices(network: Network, companion: Companion, change: 'add' | 'remove'): void {
  const { number, device, keyIndex } = companion.record
  const owner = network.directory.find(number)
  if (owner === undefined) return
  const attrs = { jid: owner.jid('pn', device), lid: owner.jid('lid', device), 'key-index': String(keyIndex) }
  // The hashes of the list as it is now: whatsmeow's handleDeviceNotification drops its list when they do not fit.
  const devices = devicesOf(owner)
  const hashes = {
    device_hash: hashDevices(devices, 'pn'),
    device_lid_hash: hashDevices(devices, 'lid'),
  }
  const sides = { from: owner.jid('pn'), lid: owner.jid('lid') }
  for (const user of network.directory.users()) {
    for (const other of user.companions.values()) {
      if (user === owner || !owner.hasSessionWith(user, other.record.device)) continue
      notify(network, other, number, { ...sides, type: 'devices' }, [
        node(change, hashes, [node('device', attrs)]),
      ])
    }
  }
  // whatsmeow's handleOwnDevicesNotification: the whole list, with its hash.
  const list = devices.map((each) => node('device', { jid: owner.jid('pn', each.device) }))
  for (const other of owner.companions.values()) {
    if (other === companion) continue
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
