import { randomBytes } from 'node:crypto'
import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Channel, ChannelPostRecord } from '../../state/channels.ts'
import type { Companion } from '../../state/companion.ts'
import type { Network } from '../../state/network.ts'
import { SERVER_JID } from '../addresses.ts'
import { deliver } from '../delivery.ts'
import { node, seconds } from '../nodes.ts'

/** Of a post that was changed, and of one that was taken back (whatsmeow's `EditAttribute`). */
export const EDITED_POST = '3'
export const REVOKED_POST = '8'

const newId = (): string => randomBytes(8).toString('hex')

function devicesOf(network: Network, number: string, except?: Companion): Companion[] {
  const companions = network.directory.ensure(number).companions.values()
  return [...companions].filter((companion) => companion !== except)
}

/** Tells an account's devices what it did with a channel elsewhere, in the form of whatsmeow's `handleMexNotification`. */
export function tellAccount(
  network: Network,
  number: string,
  change: string,
  data: Record<string, unknown>,
  except?: Companion,
): void {
  for (const companion of devicesOf(network, number, except)) {
    const content = Buffer.from(JSON.stringify({ data }))
    const update = node('update', { op_name: `NotificationNewsletter${change}` }, content)
    const attrs = { from: SERVER_JID, type: 'mex', id: newId(), t: seconds(network.now()) }
    deliver(network, companion, '', node('notification', attrs, [update]))
  }
}

export function tellFollowers(
  network: Network,
  channel: Channel,
  change: string,
  data: Record<string, unknown>,
  except?: Companion,
): void {
  for (const number of channel.numbers) tellAccount(network, number, change, data, except)
}

/** How a post is named wherever it stands: a page, a message, a live update. */
export const attrsOf = ({ id, serverId, at }: ChannelPostRecord, type: string) => ({
  ...{ id, server_id: String(serverId), t: seconds(at), type },
})

/** When a post was changed (whatsmeow's `NewsletterMessageMeta`). */
export const metaOf = ({ at, editedAt }: ChannelPostRecord): BinaryNode[] =>
  editedAt === undefined ? [] : [node('meta', { msg_edit_t: String(editedAt), original_msg_t: seconds(at) })]

/**
 * Tells the devices of those who follow of a post as a message that is not encrypted (whatsmeow's `handlePlaintextMessage`).
 * Devices that are away get it by asking for what came since: that the network keeps nothing for them is a guess on the
 * strict side.
 */
export function tellPost(
  network: Network,
  channel: Channel,
  post: ChannelPostRecord,
  { type, edit, author, except }: { type: string; edit?: string; author?: string; except?: Companion },
): void {
  const content = post.message === null ? [] : [node('plaintext', {}, Buffer.from(post.message, 'base64'))]
  for (const number of channel.numbers) {
    const attrs = {
      ...attrsOf(post, type),
      from: channel.jid,
      edit,
      is_sender: number === author ? 'true' : undefined,
    }
    for (const companion of devicesOf(network, number, except)) {
      const isThere = network.sessions.get(companion.address)?.active === true
      if (isThere) deliver(network, companion, '', node('message', attrs, [...content, ...metaOf(post)]))
    }
  }
}

export const countsOf = ({ reactions }: ChannelPostRecord): BinaryNode[] => {
  const counts = new Map<string, number>()
  for (const code of Object.values(reactions)) counts.set(code, (counts.get(code) ?? 0) + 1)
  const counted = [...counts].map(([code, count]) => node('reaction', { code, count: String(count) }))
  return [
    node('views_count', { count: '0' }),
    ...(counted.length > 0 ? [node('reactions', {}, counted)] : []),
  ]
}

/** Tells those who watch a channel what became of the counts of a post (whatsmeow's `handleNewsletterNotification`). */
export function tellCounts(network: Network, channel: Channel, post: ChannelPostRecord): void {
  for (const [address, untilMs] of channel.watchers) {
    const session = network.sessions.get(address)
    if (session?.active !== true || untilMs <= network.now()) {
      channel.watchers.delete(address)
      continue
    }
    const messages = node('messages', { t: seconds(network.now()) }, [
      node('message', { server_id: String(post.serverId) }, countsOf(post)),
    ])
    const attrs = { from: channel.jid, type: 'newsletter', id: newId(), t: seconds(network.now()) }
    const notification = node('notification', attrs, [node('live_updates', {}, [messages])])
    network.journal.afterCommit(() => session.connection.send(notification))
  }
}
