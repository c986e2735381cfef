import { randomBytes } from 'node:crypto'
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
  const addresses = (['pn', 'lid'] as const).map((addressing) =>
    network.directory.ensure(number).sessionAddress(addressing, device),
  )
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
    [...user.companions.values()].filter(({ record }) =>
      (['pn', 'lid'] as const).some((addressing) =>
        owner.phone.hasSession(user.sessionAddress(addressing, record.device)),
      ),
    ),
  )
  owner.reinstall()
  const from = owner.jid(owner.record.addressing)
  for (const companion of told) {
    const id = randomBytes(8).toString('hex')
    const attrs = { from, type: 'encrypt', id, t: seconds(network.now()) }
    deliver(network, companion, owner.number, node('notification', attrs, [node('identity')]))
  }
}

/** Tells the linked devices that talk with an account, its own among them, that it has one device more or less. */
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
  for (const other of network.sessions.values()) {
    if (other.companion === companion || !owner.phone.hasSession(other.companion.address)) continue
    const id = randomBytes(8).toString('hex')
    const stanza = node(
      'notification',
      { from: owner.jid('pn'), lid: owner.jid('lid'), type: 'devices', id, t: seconds(network.now()) },
      [node(change, hashes, [node('device', attrs)])],
    )
    deliver(network, other.companion, number, stanza)
  }
}
