import { randomBytes } from 'node:crypto'
import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import type { User } from '../state/user.ts'
import { deliver } from './delivery.ts'
import { bytesOf, child, node, seconds } from './nodes.ts'
import { noteProblem } from './problems.ts'

/** A message to somebody who never gave the account a token; rc14 calls it a missing privacy token. */
const TOKEN_MISSING = 463
/** A token on what an account's devices tell each other is a malformed stanza: rc14's messages-send says so. */
const MALFORMED = 479

/**
 * Somebody trusts somebody else from now on, and the other's clients are told: a `privacy_token` notification as
 * whatsmeow's handlePrivacyTokenNotification and rc14's read it. `jid` in it is the receiving device's own.
 */
export function giveToken(network: Network, giver: User, holder: User, at: number): void {
  const { token } = network.trustedTokens.give(giver.number, holder.number, at)
  for (const companion of holder.companions.values()) {
    const attrs = {
      from: giver.jid(giver.record.concealed === true ? giver.record.addressing : 'pn'),
      sender_lid: giver.shownJid('lid'),
      type: 'privacy_token',
      id: randomBytes(8).toString('hex'),
      t: seconds(at),
    }
    const given = node(
      'token',
      { jid: holder.jid('pn', companion.record.device), t: seconds(at), type: 'trusted_contact' },
      Buffer.from(token, 'base64'),
    )
    deliver(network, companion, giver.number, node('notification', attrs, [node('tokens', {}, [given])]))
  }
}

/** What a phone does beside the first message of a week. */
export function giveTokenIfDue(network: Network, giver: User, holder: User): void {
  if (giver === holder || holder.companions.size === 0) return
  const now = network.now()
  if (!network.trustedTokens.isFresh(giver.number, holder.number, now)) giveToken(network, giver, holder, now)
}

/** Why a message is refused for the token it carries or lacks, if it is. */
export function refuseByToken(
  network: Network,
  { companion }: Session,
  message: BinaryNode,
  recipient: User,
): number | undefined {
  const carried = child(message, 'tctoken')
  const { category, device_fanout } = message.attrs
  if (category === 'peer') {
    if (carried === undefined) return undefined
    noteProblem(network, companion, message, 'tctoken', 'what own devices tell each other carries no token')
    return MALFORMED
  }
  const { number } = companion.record
  const given = network.trustedTokens.find(recipient.number, number, network.now())
  const isValid = carried !== undefined && bytesOf(carried).toString('base64') === given?.token
  if (carried !== undefined && !isValid) {
    noteProblem(network, companion, message, 'tctoken', 'the token is not one the recipient gave the account')
  }
  // What is sent again to one device alone carries none in rc14 and whatsmeow.
  if (isValid || recipient.number === number || device_fanout === 'false') return undefined
  return network.faults.of(companion.address).requireTokens ? TOKEN_MISSING : undefined
}
