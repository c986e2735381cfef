import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Companion } from '../state/companion.ts'
import type { GroupChat, SharedChat } from '../state/groups.ts'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import type { User } from '../state/user.ts'
import { parseAddress } from './addresses.ts'
import { deliver } from './delivery.ts'
import { buildMessageStanza, type Envelope } from './message-stanza.ts'
import { bytesOf, child, children } from './nodes.ts'
import { deliverToPhone, type Effect } from './phone-inbox.ts'
import { noteProblem } from './problems.ts'

const FORBIDDEN = 403

/** Why a device's message to a group is refused, if it is. */
export function refuseGroupMessage(group: GroupChat, number: string): number | undefined {
  if (!group.has(number)) return FORBIDDEN
  return group.record.announce && !group.isAdmin(number) ? FORBIDDEN : undefined
}

/** The part of a message for one device: its own ciphertext, where there is one, then the one for the whole group. */
type Parts = Map<string, BinaryNode>

function readParts(network: Network, message: BinaryNode): Parts {
  const parts: Parts = new Map()
  for (const participant of children(child(message, 'participants'))) {
    const address = parseAddress(participant.attrs.jid)
    const user = network.directory.resolve(address)
    const enc = child(participant, 'enc')
    if (address && user && enc) parts.set(`${user.number}.${address.device}`, enc)
  }
  return parts
}

/** Whether a client has not confirmed yet that it knows who left a group. */
const isUntold = (network: Network, { address }: Companion, group: GroupChat): boolean =>
  network.queues
    .waiting(address)
    .some(
      ({ stanza }) =>
        stanza.tag === 'notification' &&
        stanza.attrs.from === group.jid &&
        child(stanza, 'remove') !== undefined,
    )

/**
 * Whoever left must not read on: all who stay begin with a new sender key then (WhatsApp Encryption Overview, group
 * messages). What is under a key that somebody has who left is on record (sandbox-truth.md, kind 13).
 */
function judgeSenderKey(
  network: Network,
  { companion }: Session,
  message: BinaryNode,
  group: GroupChat,
): void {
  const ciphertext = bytesOf(child(message, 'enc'))
  if (ciphertext.length === 0) return
  const known = (group.record.left ?? []).find((number) =>
    network.directory
      .find(number)
      ?.played.some(({ senderKeys }) => senderKeys.holds(group.id, companion.address, ciphertext)),
  )
  if (known === undefined || isUntold(network, companion, group)) return
  noteProblem(
    network,
    companion,
    message,
    'sender-key',
    `${known}, who left the group, has the key it is under`,
  )
}

/** Hands a message of a device to every other device of the group. */
export async function distributeToGroup(
  network: Network,
  session: Session,
  message: BinaryNode,
  group: GroupChat,
): Promise<Effect[]> {
  const { number, device } = session.companion.record
  const { id = '', type = 'text', edit, participant } = message.attrs
  const envelope: Envelope = {
    id,
    type,
    at: network.now(),
    sender: network.directory.ensure(number),
    device,
    group,
    addressing: group.record.addressing,
    ...(edit === undefined ? {} : { edit }),
  }
  if (participant !== undefined) return sendToOne(network, message, envelope, participant)
  const parts = readParts(network, message)
  const shared = child(message, 'enc')
  judgeSenderKey(network, session, message, group)
  const effects: Effect[] = []
  for (const member of group.numbers) {
    const user = network.directory.ensure(member)
    for (const target of user.devices) {
      if (member === number && target === device) continue
      const part = parts.get(`${member}.${target}`)
      const content = [...(part ? [part] : []), ...(shared ? [shared] : []), ...identityOf(message)]
      effects.push(await handOver(network, user, target, buildMessageStanza(envelope, content), group))
    }
  }
  return effects
}

const identityOf = (message: BinaryNode): BinaryNode[] => {
  const identity = child(message, 'device-identity')
  return identity === undefined ? [] : [identity]
}

/** A resend for the one device that could not read the message: its ciphertext is that device's alone. */
async function sendToOne(
  network: Network,
  message: BinaryNode,
  envelope: Envelope,
  participant: string,
): Promise<Effect[]> {
  const address = parseAddress(participant)
  const user = network.directory.resolve(address)
  const enc = child(message, 'enc')
  if (address === undefined || user === undefined || enc === undefined || !envelope.group) return []
  const stanza = buildMessageStanza(envelope, [enc, ...identityOf(message)])
  return [await handOver(network, user, address.device, stanza, envelope.group)]
}

async function handOver(
  network: Network,
  user: User,
  device: number,
  stanza: BinaryNode,
  group: SharedChat,
): Promise<Effect> {
  const played = user.device(device)
  if (played !== undefined) return deliverToPhone(network, played, stanza)
  const companion = user.companions.get(device)
  if (companion !== undefined) deliver(network, companion, group.id, stanza)
  return () => {}
}
