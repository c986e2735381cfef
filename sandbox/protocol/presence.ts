import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import type { User } from '../state/user.ts'
import { areApart } from './blocklist.ts'
import { node, seconds } from './nodes.ts'

/** When somebody was last seen doing anything, in milliseconds. */
function lastSeen(network: Network, { number }: User): number | undefined {
  const { sent } = network.mailboxes.of(number)
  return [...sent.values()].at(-1)?.at
}

/**
 * A client says whether it is there, or asks to be told of somebody's presence, which is answered at once with what it
 * is now (whatsmeow's handlePresence; sandbox-truth.md, wrong 7).
 */
export function handlePresence(network: Network, session: Session, { attrs }: BinaryNode): boolean {
  const { type = 'available', to } = attrs
  if (type === 'available' || type === 'unavailable') {
    session.available = type === 'available'
    return true
  }
  const user = network.directory.resolve(to)
  if (type === 'unsubscribe') {
    if (user !== undefined) session.subscriptions.delete(user.number)
    return true
  }
  if (type !== 'subscribe') return false
  if (user === undefined || to === undefined) return true
  const account = network.directory.ensure(session.companion.record.number)
  session.subscriptions.add(user.number)
  const at = areApart(account, user) ? undefined : lastSeen(network, user)
  const last = at === undefined ? 'deny' : seconds(at)
  session.connection.send(node('presence', { from: to, type: 'unavailable', last }))
  return true
}

/**
 * Whether a client is shown that somebody types: to one that is not available the network shows nothing
 * (whatsmeow's SubscribePresence), and of one person only to who subscribed (kind 15).
 */
export const seesTyping = ({ available, subscriptions }: Session, who: User, inGroup: boolean): boolean =>
  available && (inGroup || subscriptions.has(who.number))
