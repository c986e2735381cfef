import { randomBytes } from 'node:crypto'
import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import { proto } from 'baileys/WAProto/index.js'
import type { Companion } from '../state/companion.ts'
import type { SentMessage } from '../state/mailbox.ts'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import type { PlayedDevice, User } from '../state/user.ts'
import { type Address, parseAddress } from './addresses.ts'
import { areApart } from './blocklist.ts'
import { deliver } from './delivery.ts'
import { identityNodes } from './device-identity.ts'
import { encryptForCompanion, padMessage } from './envelope.ts'
import { buildMessageStanza, type Envelope } from './message-stanza.ts'
import { child, children } from './nodes.ts'
import { deliverFromPhone, deliverToPhone, type Effect } from './phone-inbox.ts'
import { noteProblem } from './problems.ts'
import { STATUS_FEED, STATUS_JID, STATUS_LIFE_MS } from './status-feed.ts'

/** What the server's own rules find wrong with a stanza (`SmaxInvalid`). */
const INVALID = 479

const NOTHING: Effect = () => {}

const CHANGES = new Set(['1', '7', '8'])

/**
 * Why what a client sends to the feed is refused: who sees statuses is said of a post, not of what takes one back or likes one
 * (whatsapp-rust#569, from the answers of the network).
 */
export function refuseStatus(message: BinaryNode): number | undefined {
  const isPost = message.attrs.type !== 'reaction' && !CHANGES.has(message.attrs.edit ?? '')
  return child(message, 'meta')?.attrs.status_setting !== undefined && !isPost ? INVALID : undefined
}

/** Hands what is for one device over: to a client in a stanza of its own (whatsapp-rust#1101), to a simulated device as it is. */
async function handOver(network: Network, user: User, device: number, stanza: BinaryNode): Promise<Effect> {
  const played = user.device(device)
  if (played !== undefined) return deliverToPhone(network, played, stanza)
  const companion = user.companions.get(device)
  if (companion !== undefined) deliver(network, companion, STATUS_FEED.id, { ...stanza, tag: 'status' })
  return NOTHING
}

/**
 * A device's message to the feed goes to those it names and to nobody else: each gets its own part, with the key, and what is
 * encrypted for all (whatsmeow's `sendGroup`, rc14's `relayMessage`).
 */
export async function distributeStatus(
  network: Network,
  session: Session,
  message: BinaryNode,
): Promise<Effect[]> {
  const { number, device } = session.companion.record
  const sender = network.directory.ensure(number)
  const { id = '', type = 'text', edit } = message.attrs
  const envelope: Envelope = {
    ...{ id, type, at: network.now(), sender, device, group: STATUS_FEED, addressing: 'lid' },
    ...(edit === undefined ? {} : { edit }),
  }
  const parts = readParts(message)
  if (parts.length === 0) noteProblem(network, session.companion, message, 'status', 'it names nobody')
  const effects: Effect[] = []
  for (const { address, content } of parts) {
    const user = network.directory.resolve(address)
    const isItself = user === sender && address.device === device
    if (user === undefined || isItself || areApart(user, sender)) continue
    effects.push(await handOver(network, user, address.device, buildMessageStanza(envelope, content)))
  }
  return effects
}

/** What each device that a message names is to get. */
function readParts(message: BinaryNode): { address: Address; content: BinaryNode[] }[] {
  const of = (jid: string | undefined, ...content: (BinaryNode | undefined)[]) => {
    const address = parseAddress(jid)
    return address ? [{ address, content: content.filter((each) => each !== undefined) }] : []
  }
  const identity = child(message, 'device-identity')
  const shared = child(message, 'enc')
  // What is sent again is for the one device that asked.
  const { participant } = message.attrs
  if (participant !== undefined) return of(participant, shared, identity)
  return children(child(message, 'participants')).flatMap((to) =>
    of(to.attrs.jid, child(to, 'enc'), shared, identity),
  )
}

const buildKeyMessage = (sender: PlayedDevice): proto.IMessage => ({
  senderKeyDistributionMessage: {
    groupId: STATUS_JID,
    axolotlSenderKeyDistributionMessage: sender.senderKeys.buildDistribution(STATUS_FEED.id),
  },
})

const envelopeOf = (at: PlayedDevice, sent: SentMessage): Envelope => ({
  ...{ id: sent.id, type: sent.type, at: sent.at, sender: at.owner, device: at.device },
  ...{ group: STATUS_FEED, addressing: 'lid' },
  ...(sent.edit === undefined ? {} : { edit: sent.edit }),
})

const decodeRaw = (raw: string): proto.IMessage => proto.Message.decode(Buffer.from(raw, 'base64'))

/** A simulated device writes to the feed, for these people and the other devices of its own account. */
export async function sendStatusFromPhone(
  network: Network,
  at: PlayedDevice,
  audience: readonly User[],
  sent: SentMessage,
): Promise<void> {
  const people = [...new Set([...audience, at.owner])].filter((user) => !areApart(user, at.owner))
  const envelope = envelopeOf(at, sent)
  const parts: { companion: Companion; key: BinaryNode }[] = []
  for (const companion of people.flatMap((user) => [...user.companions.values()]))
    parts.push({
      companion,
      key: await encryptForCompanion(network, at, companion, buildKeyMessage(at), 'lid'),
    })
  const ciphertext = at.senderKeys.encrypt(STATUS_FEED.id, padMessage(decodeRaw(sent.raw)))
  const shared = { tag: 'enc', attrs: { v: '2', type: 'skmsg' }, content: ciphertext }
  for (const { companion, key } of parts) {
    const stanza = buildMessageStanza(envelope, [key, shared, ...identityNodes(at)])
    deliver(network, companion, STATUS_FEED.id, { ...stanza, tag: 'status' })
  }
  const devices = people.flatMap(({ played }) => played).filter((each) => each !== at)
  await Promise.all(devices.map((each) => deliverFromPhone(network, each, envelope, sent.raw)))
}

/**
 * A simulated device likes a status: for its author's devices alone, in the feed (whatsapp-rust#563; that clients get it in the
 * stanza of statuses is a guess). Resolves with its id.
 */
export function sendLike(
  network: Network,
  at: PlayedDevice,
  author: User,
  message: proto.IMessage,
): Promise<string> {
  return network.phoneLock.run(at.name, async () => {
    const id = randomBytes(16).toString('hex').toUpperCase()
    const raw = Buffer.from(proto.Message.encode(message).finish()).toString('base64')
    const sent: SentMessage = {
      id,
      at: network.now(),
      to: STATUS_JID,
      type: 'reaction',
      addressing: 'lid',
      raw,
    }
    const envelope = envelopeOf(at, sent)
    if (areApart(author, at.owner)) return id
    for (const companion of author.companions.values()) {
      const enc = await encryptForCompanion(network, at, companion, message, 'lid')
      const stanza = buildMessageStanza(envelope, [enc, ...identityNodes(at)])
      deliver(network, companion, STATUS_FEED.id, { ...stanza, tag: 'status' })
    }
    await Promise.all(author.played.map((each) => deliverFromPhone(network, each, envelope, raw)))
    return id
  })
}

/** Serves a client that could not read a status: for itself alone, with the key. What is over is not sent again. */
export async function resendStatus(
  network: Network,
  at: PlayedDevice,
  companion: Companion,
  sent: SentMessage,
  count: number,
): Promise<void> {
  if (network.now() - sent.at > STATUS_LIFE_MS) return
  const content = { ...decodeRaw(sent.raw), ...buildKeyMessage(at) }
  const enc = await encryptForCompanion(network, at, companion, content, 'lid', { retryCount: count })
  const stanza = buildMessageStanza(envelopeOf(at, sent), [enc, ...identityNodes(at)])
  deliver(network, companion, STATUS_FEED.id, { ...stanza, tag: 'status' })
}
