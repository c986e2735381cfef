import { createHash } from 'node:crypto'
import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import type { Addressing, User } from '../state/user.ts'
import { LID_SERVER, NUMBER_SERVER, parseAddress } from './addresses.ts'
import { child, children } from './nodes.ts'
import { noteProblem } from './problems.ts'

const HASHED_BYTES = 6

/** A device of somebody, wherever it is named. */
export interface DeviceOf {
  user: User
  device: number
}

export const devicesOf = (user: User): DeviceOf[] => user.devices.map((device) => ({ user, device }))

const nameFully = ({ user, device }: DeviceOf, addressing: Addressing): string =>
  addressing === 'lid'
    ? `${user.lid}.0:${device}@${LID_SERVER}`
    : `${user.number}.0:${device}@${NUMBER_SERVER}`

/** The hash of a list of devices: `participantListHashV2` in whatsmeow's send.go, `computePhashV2` in zapo. */
export function hashDevices(devices: readonly DeviceOf[], addressing: Addressing): string {
  const names = devices.map((device) => nameFully(device, addressing)).sort()
  const digest = createHash('sha256').update(names.join('')).digest().subarray(0, HASHED_BYTES)
  return `2:${digest.toString('base64')}`
}

const keyOf = ({ user, device }: DeviceOf): string => `${user.number}.${device}`

/** What the network found of the devices a message was made for. */
export interface DeviceVerdict {
  /** The hash of the right list, when the message was made for another: it goes into the acknowledgement. */
  phash?: string
  leftOut: DeviceOf[]
}

function readNamed(network: Network, message: BinaryNode): { named: Set<string>; servers: Set<string> } {
  const named = new Set<string>()
  const servers = new Set<string>()
  for (const { attrs } of children(child(message, 'participants'))) {
    const address = parseAddress(attrs.jid)
    if (address === undefined) continue
    servers.add(address.server)
    named.add(`${network.directory.resolve(address)?.number ?? address.user}.${address.device}`)
  }
  return { named, servers }
}

/**
 * Whether a message to one person was made for all their devices and all others of its account, under one addressing
 * (sandbox-truth.md, kind 3). What is for one device alone is not judged.
 */
export function judgeDevices(
  network: Network,
  { companion }: Session,
  message: BinaryNode,
  recipient: User,
): DeviceVerdict {
  const isForOne = child(message, 'participants') === undefined && child(message, 'enc') !== undefined
  if (isForOne || message.attrs.device_fanout === 'false') return { leftOut: [] }
  const { number, device } = companion.record
  const sender = network.directory.ensure(number)
  const server = parseAddress(message.attrs.to)?.server ?? NUMBER_SERVER
  const { named, servers } = readNamed(network, message)
  const note = (rule: string, detail: string) => noteProblem(network, companion, message, rule, detail)
  if ([...servers].some((each) => each !== server)) {
    note('addressing', `a message to an address of ${server} names devices of ${[...servers].join(' and ')}`)
  }
  const all = [...new Set([recipient, sender])].flatMap(devicesOf)
  const own = keyOf({ user: sender, device })
  const expected = all.filter((each) => keyOf(each) !== own)
  const leftOut = expected.filter((each) => !named.has(keyOf(each)))
  const known = new Set(expected.map(keyOf))
  const extra = [...named].filter((each) => !known.has(each))
  if (leftOut.length === 0 && extra.length === 0) return { leftOut }
  const list = (devices: string[]) => devices.join(', ') || 'none'
  note('device-list', `left out: ${list(leftOut.map(keyOf))}; not to be named: ${list(extra)}`)
  return { phash: hashDevices(all, server === LID_SERVER ? 'lid' : 'pn'), leftOut }
}

/** The same for a group, of which a message says itself for which list it was made, where its client says so. */
export function judgeGroupDevices(
  network: Network,
  { companion }: Session,
  message: BinaryNode,
  members: readonly User[],
  addressing: Addressing,
): string | undefined {
  const { phash } = message.attrs
  const right = phash && hashDevices(members.flatMap(devicesOf), addressing)
  if (phash === right) return undefined
  noteProblem(
    network,
    companion,
    message,
    'device-list',
    `the group's list of devices is ${right}, not ${phash}`,
  )
  return right
}
