import { proto } from 'baileys/WAProto/index.js'
import type { Companion } from '../state/companion.ts'
import type { GroupChat } from '../state/groups.ts'
import type { SentMessage } from '../state/mailbox.ts'
import type { Network } from '../state/network.ts'
import type { PlayedDevice } from '../state/user.ts'
import { HIDDEN_VIEW_ONCE, isViewedOnce } from './content.ts'
import { deliver } from './delivery.ts'
import { identityNodes } from './device-identity.ts'
import { encryptForCompanion, padMessage } from './envelope.ts'
import { buildMessageStanza, type Envelope } from './message-stanza.ts'
import { node } from './nodes.ts'
import { deliverFromPhone } from './phone-inbox.ts'

const decodeRaw = (raw: string): proto.IMessage => proto.Message.decode(Buffer.from(raw, 'base64'))

const buildKeyMessage = (sender: PlayedDevice, group: GroupChat): proto.IMessage => ({
  senderKeyDistributionMessage: {
    groupId: group.jid,
    axolotlSenderKeyDistributionMessage: sender.senderKeys.buildDistribution(group.id),
  },
})

const envelopeOf = (at: PlayedDevice, group: GroupChat, sent: SentMessage): Envelope => ({
  id: sent.id,
  type: sent.type,
  at: sent.at,
  sender: at.owner,
  device: at.device,
  group,
  addressing: group.record.addressing,
  ...(sent.edit === undefined ? {} : { edit: sent.edit }),
})

/**
 * A device writes to a group: once encrypted for all, with its key for each linked device that does not have it. Resolves
 * with what is still to be awaited: that all devices of the members have it.
 */
export async function sendSentToGroup(
  network: Network,
  sender: PlayedDevice,
  group: GroupChat,
  sent: SentMessage,
): Promise<Promise<void>[]> {
  const members = group.numbers.map((number) => network.directory.ensure(number))
  const companions = members.flatMap((member) => [...member.companions.values()])
  const envelope = envelopeOf(sender, group, sent)
  if (isViewedOnce(sent.raw)) {
    const stanza = buildMessageStanza(envelope, [HIDDEN_VIEW_ONCE])
    for (const companion of companions) deliver(network, companion, group.id, stanza)
  } else await sendToCompanions(network, sender, group, sent, companions)
  return members
    .flatMap(({ played }) => played)
    .filter((each) => each !== sender)
    .map((each) => deliverFromPhone(network, each, envelope, sent.raw))
}

async function sendToCompanions(
  network: Network,
  sender: PlayedDevice,
  group: GroupChat,
  sent: SentMessage,
  companions: readonly Companion[],
): Promise<void> {
  const keys = new Map<Companion, Awaited<ReturnType<typeof encryptForCompanion>>>()
  for (const companion of companions) {
    if (sender.senderKeys.hasKey(group.id, companion.address)) continue
    const keyMessage = buildKeyMessage(sender, group)
    const { addressing } = group.record
    keys.set(companion, await encryptForCompanion(network, sender, companion, keyMessage, addressing))
    sender.senderKeys.markGiven(group.id, companion.address)
  }
  const ciphertext = sender.senderKeys.encrypt(group.id, padMessage(decodeRaw(sent.raw)))
  const shared = node('enc', { v: '2', type: 'skmsg' }, ciphertext)
  const envelope = envelopeOf(sender, group, sent)
  for (const companion of companions) {
    const key = keys.get(companion)
    const content = key === undefined ? [shared] : [key, shared, ...identityNodes(sender)]
    deliver(network, companion, group.id, buildMessageStanza(envelope, content))
  }
}

/** Serves a linked device that could not read a message to a group: for itself alone, with the key. */
export async function resendToGroupMember(
  network: Network,
  sender: PlayedDevice,
  companion: Companion,
  sent: SentMessage,
  count: number,
): Promise<void> {
  const group = network.groups.find(sent.to)
  if (group === undefined) return
  const content = { ...decodeRaw(sent.raw), ...buildKeyMessage(sender, group) }
  const enc = await encryptForCompanion(network, sender, companion, content, group.record.addressing, {
    retryCount: count,
  })
  sender.senderKeys.markGiven(group.id, companion.address)
  deliver(
    network,
    companion,
    group.id,
    buildMessageStanza(envelopeOf(sender, group, sent), [enc, ...identityNodes(sender)]),
  )
}
