import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import type { User } from '../state/user.ts'
import { areApart } from './blocklist.ts'
import { bytesOf, child, node, seconds } from './nodes.ts'
import { isShownTo } from './profile.ts'

/** What somebody does in a chat. A voice note is `composing` with a `media` (whatsmeow, `ChatPresenceMediaAudio`). */
export type Activity = 'typing' | 'recording' | 'paused'

/** Whether somebody has WhatsApp open: a contact as it was told, an account while one of its clients says so. */
const isThere = (network: Network, user: User): boolean =>
  user.isThere ||
  [...network.sessions.values()].some(
    ({ available, companion }) => available && companion.record.number === user.number,
  )

/** When somebody was last seen doing anything, in milliseconds. */
function lastSeen(network: Network, user: User): number | undefined {
  const { sent } = network.mailboxes.of(user.number)
  const times = [...sent.values()].map(({ at }) => at).concat(user.seenAt ?? [])
  return times.length === 0 ? undefined : Math.max(...times)
}

/**
 * Whether what a category of somebody's privacy is about is told. Who gave the account a trusted-contact token counts it among
 * its contacts: that is what a subscription carries the token for (whatsmeow's SubscribePresence, rc14's presenceSubscribe). Who
 * shows nobody when they were last seen, or whether they are there, is not told it of others (WhatsApp's help, "About Last seen
 * and Online").
 */
function isTold(
  network: Network,
  viewer: User,
  user: User,
  category: 'last' | 'online',
  hasToken: boolean,
): boolean {
  const own = viewer.record.privacy ?? {}
  const hides = own.last === 'none' && (category === 'last' || own.online === 'match_last_seen')
  if (hides) return false
  if (category === 'online' && user.record.privacy?.online !== 'match_last_seen') return true
  const isTrusted = hasToken && user.record.privacy?.last !== 'none'
  return isTrusted || isShownTo(network, user, 'last', viewer)
}

/** What a client that watches somebody is told. */
function buildPresence(network: Network, session: Session, user: User): BinaryNode {
  const { as = '', hasToken = false } = session.subscriptions.get(user.number) ?? {}
  const viewer = network.directory.ensure(session.companion.record.number)
  const isApart = areApart(viewer, user)
  if (!isApart && isThere(network, user) && isTold(network, viewer, user, 'online', hasToken))
    return node('presence', { from: as })
  const at = isApart || !isTold(network, viewer, user, 'last', hasToken) ? undefined : lastSeen(network, user)
  return node('presence', {
    from: as,
    type: 'unavailable',
    last: at === undefined ? 'deny' : seconds(at),
  })
}

/** Those who watch somebody are told that they came or went; clients that are not available hear nothing. */
export function showPresence(network: Network, user: User): void {
  for (const session of network.sessions.values()) {
    if (!session.available || !session.subscriptions.has(user.number)) continue
    session.connection.send(buildPresence(network, session, user))
  }
}

/** A client is there, or is not any more; those who watch its account are told when that makes a difference. */
export function setAvailable(network: Network, session: Session, isAvailable: boolean): void {
  const account = network.directory.ensure(session.companion.record.number)
  const wasThere = isThere(network, account)
  session.available = isAvailable
  if (isThere(network, account) === wasThere) return
  if (wasThere) account.seenAt = network.now()
  showPresence(network, account)
}

/** The token that a subscription or a question carries is the one that this person gave the account. */
export function hasTokenOf(network: Network, session: Session, user: User, stanza: BinaryNode): boolean {
  const carried = child(stanza, 'tctoken')
  const given = network.trustedTokens.find(user.number, session.companion.record.number, network.now())
  return carried !== undefined && bytesOf(carried).toString('base64') === given?.token
}

/**
 * Begins to tell a client of somebody. "The servers require you to be online to receive presence" (whatsmeow's SubscribePresence):
 * a client that is not available is told nothing, and has to ask again. Where tokens are required, one without is told nothing.
 */
function subscribe(network: Network, session: Session, user: User, stanza: BinaryNode): void {
  const hasToken = hasTokenOf(network, session, user, stanza)
  if (!session.available) return
  if (!hasToken && network.faults.of(session.companion.address).requireTokens) return
  session.subscriptions.set(user.number, { as: stanza.attrs.to ?? '', hasToken })
  session.connection.send(buildPresence(network, session, user))
}

/**
 * A client says whether it is there, or asks to be told of somebody's presence, which is answered at once with what it
 * is now (whatsmeow's handlePresence; sandbox-truth.md, wrong 7). A presence without a type is that of somebody who is there, as
 * rc14 sends it with a name that is new.
 */
export function handlePresence(network: Network, session: Session, stanza: BinaryNode): boolean {
  const { type = 'available', to } = stanza.attrs
  if (type === 'available' || type === 'unavailable') {
    setAvailable(network, session, type === 'available')
    return true
  }
  const user = network.directory.resolve(to)
  if (type === 'unsubscribe') {
    if (user !== undefined) session.subscriptions.delete(user.number)
    return true
  }
  if (type !== 'subscribe') return false
  if (user !== undefined && to !== undefined) subscribe(network, session, user, stanza)
  return true
}

/**
 * Whether a client is shown that somebody types: to one that is not available the network shows nothing
 * (whatsmeow's SubscribePresence), and of one person only to who subscribed (kind 15).
 */
export const seesTyping = ({ available, subscriptions }: Session, who: User, inGroup: boolean): boolean =>
  available && (inGroup || subscriptions.has(who.number))

export function buildActivity(activity: Activity): BinaryNode {
  if (activity === 'recording') return node('composing', { media: 'audio' })
  return node(activity === 'typing' ? 'composing' : 'paused')
}
