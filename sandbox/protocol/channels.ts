import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Channel, ChannelPostRecord } from '../state/channels.ts'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import { BAD_REQUEST, type IqHandler, NOT_FOUND } from './iq/answer.ts'
import { bytesOf, child, node, seconds } from './nodes.ts'

const FORBIDDEN = 403
const MISSING = 404
const MALFORMED = 400
const REVOKED_POST = '8'
const REVOKED_REACTION = '7'
const MAX_PAGE = 100

/** What a query is refused with: the `error_code` of whatsmeow's `GraphQLErrorExtensions`. */
export class QueryRefusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

type Variables = Readonly<Record<string, unknown>>
type Query = (network: Network, viewer: string, variables: Variables) => Record<string, unknown>

/** As whatsmeow's `NewsletterMetadata` reads it: numbers are texts, states are in capitals. */
function describeTo(channel: Channel, viewer: string): Record<string, unknown> {
  const { record, jid } = channel
  const text = (of: string) => ({ text: of, id: '1', update_time: String(record.createdAt * 1000) })
  const muted = record.followers[viewer]?.muted === true
  return {
    id: jid,
    state: { type: 'ACTIVE' },
    thread_metadata: {
      creation_time: seconds(record.createdAt),
      invite: record.inviteCode,
      name: text(record.name),
      description: text(record.description),
      subscribers_count: String(Object.keys(record.followers).length),
      verification: 'UNVERIFIED',
      picture: record.picture === undefined ? null : { id: '1', type: 'IMAGE', direct_path: '/pps/1' },
      settings: { reaction_codes: { value: 'ALL' } },
    },
    viewer_metadata: { mute: muted ? 'ON' : 'OFF', role: channel.roleOf(viewer) },
  }
}

function requireChannel(network: Network, jid: unknown): Channel {
  const channel = network.channels.find(typeof jid === 'string' ? jid : undefined)
  if (channel === undefined) throw new QueryRefusal(MISSING, 'Not found')
  return channel
}

/** The same for what only some may; the owner alone deletes (Baileys' `newsletterChangeOwner` has but one). */
function requireOwn(network: Network, viewer: string, jid: unknown, isOwnerOnly = false): Channel {
  const channel = requireChannel(network, jid)
  const role = channel.roleOf(viewer)
  if (role !== 'OWNER' && (isOwnerOnly || role !== 'ADMIN')) throw new QueryRefusal(FORBIDDEN, 'Forbidden')
  return channel
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

const findChannel: Query = (network, viewer, { input }) => {
  const { key, type } = (input ?? {}) as Record<string, unknown>
  const channel =
    type === 'INVITE' ? network.channels.findByInvite(asText(key)) : network.channels.find(asText(key))
  if (channel === undefined) throw new QueryRefusal(MISSING, 'Not found')
  return { xwa2_newsletter: describeTo(channel, viewer) }
}

const listFollowed: Query = (network, viewer) => ({
  xwa2_newsletter_subscribed: [...network.channels.all()]
    .filter((channel) => channel.roleOf(viewer) !== 'GUEST')
    .map((channel) => describeTo(channel, viewer)),
})

const changeFollowing =
  (isFollowed: boolean, path: string): Query =>
  (network, viewer, { newsletter_id: jid }) => {
    const channel = requireChannel(network, jid)
    // Whoever owns a channel does not leave it.
    if (channel.roleOf(viewer) === 'OWNER') throw new QueryRefusal(FORBIDDEN, 'Forbidden')
    if (isFollowed) channel.record.followers[viewer] ??= { muted: false }
    else delete channel.record.followers[viewer]
    channel.save()
    return { [path]: { id: channel.jid, state: { type: 'ACTIVE' } } }
  }

const changeMute =
  (muted: boolean, path: string): Query =>
  (network, viewer, { newsletter_id: jid }) => {
    const channel = requireChannel(network, jid)
    const following = channel.record.followers[viewer]
    if (following === undefined) throw new QueryRefusal(FORBIDDEN, 'Forbidden')
    following.muted = muted
    channel.save()
    return { [path]: { id: channel.jid, viewer_metadata: { mute: muted ? 'ON' : 'OFF' } } }
  }

const createChannel: Query = (network, viewer, { input }) => {
  const { name, description } = (input ?? {}) as Record<string, unknown>
  if (asText(name) === '') throw new QueryRefusal(MALFORMED, 'Bad request')
  const channel = network.channels.create(viewer, asText(name), asText(description), network.now())
  return { xwa2_newsletter_create: describeTo(channel, viewer) }
}

const updateChannel: Query = (network, viewer, { newsletter_id: jid, updates }) => {
  const channel = requireOwn(network, viewer, jid)
  const { name, description, picture } = (updates ?? {}) as Record<string, unknown>
  if (typeof name === 'string' && name !== '') channel.record.name = name
  if (typeof description === 'string') channel.record.description = description
  if (picture === '') delete channel.record.picture
  else if (typeof picture === 'string') channel.record.picture = picture
  channel.save()
  return { xwa2_newsletter_update: describeTo(channel, viewer) }
}

const deleteChannel: Query = (network, viewer, { newsletter_id: jid }) => {
  const channel = requireOwn(network, viewer, jid, true)
  network.channels.delete(channel)
  return { xwa2_newsletter_delete_v2: { id: channel.jid, state: { type: 'DELETED' } } }
}

/** By the query ids of rc14's Types/Mex, and whatsmeow's for what is followed (`querySubscribedNewsletters`). */
export const CHANNEL_QUERIES: Readonly<Record<string, Query>> = {
  '6563316087068696': findChannel,
  '6388546374527196': listFollowed,
  '24404358912487870': changeFollowing(true, 'xwa2_newsletter_join_v2'),
  '9767147403369991': changeFollowing(false, 'xwa2_newsletter_leave_v2'),
  '29766401636284406': changeMute(true, 'xwa2_newsletter_mute_v2'),
  '9864994326891137': changeMute(false, 'xwa2_newsletter_unmute_v2'),
  '8823471724422422': createChannel,
  '24250201037901610': updateChannel,
  '30062808666639665': deleteChannel,
}

function buildPost({ id, serverId, message, at, reactions }: ChannelPostRecord): BinaryNode {
  const counts = new Map<string, number>()
  for (const code of Object.values(reactions)) counts.set(code, (counts.get(code) ?? 0) + 1)
  const counted = [...counts].map(([code, count]) => node('reaction', { code, count: String(count) }))
  const attrs = { id, server_id: String(serverId), t: seconds(at), type: 'text' }
  return node('message', attrs, [
    ...(message === null ? [] : [node('plaintext', {}, Buffer.from(message, 'base64'))]),
    node('views_count', { count: '0' }),
    node('reactions', {}, counted),
  ])
}

/** A page of a channel, the newest that are older than `before` (whatsmeow's `GetNewsletterMessages`). */
export const handleChannelPosts: IqHandler = (network, _session, iq) => {
  const { jid, count = '0', before } = child(iq, 'messages')?.attrs ?? {}
  const channel = network.channels.find(jid)
  if (channel === undefined) return NOT_FOUND
  const asked = Number(count)
  if (!Number.isInteger(asked) || asked < 1) return BAD_REQUEST
  const older = channel.record.posts.filter(
    ({ serverId }) => before === undefined || serverId < Number(before),
  )
  const page = older.slice(-Math.min(asked, MAX_PAGE)).map(buildPost)
  return { content: [node('messages', { jid, t: seconds(network.now()) }, page)] }
}

function takePost(network: Network, channel: Channel, viewer: string, message: BinaryNode) {
  const { id = '', edit } = message.attrs
  if (!channel.mayPost(viewer)) return { error: FORBIDDEN }
  if (edit === REVOKED_POST) {
    const post = channel.record.posts.find((known) => known.id === id)
    if (post === undefined) return { error: MISSING }
    post.message = null
    channel.save()
    return { serverId: post.serverId }
  }
  const bytes = bytesOf(child(message, 'plaintext'))
  if (bytes.length === 0) return { error: MALFORMED }
  return { serverId: channel.post(id, bytes, network.now()).serverId }
}

function takeReaction(channel: Channel, viewer: string, message: BinaryNode) {
  const { server_id, edit } = message.attrs
  const post = channel.record.posts.find(({ serverId }) => String(serverId) === server_id)
  if (post === undefined || post.message === null) return { error: MISSING }
  const code = child(message, 'reaction')?.attrs.code
  if ((code === undefined) !== (edit === REVOKED_REACTION)) return { error: MALFORMED }
  if (code === undefined) delete post.reactions[viewer]
  else post.reactions[viewer] = code
  channel.save()
  return { serverId: post.serverId }
}

/**
 * Takes a post or a reaction, which are not encrypted (whatsmeow's `sendNewsletter`, Baileys' `newsletterReactMessage`). The
 * acknowledgement names the channel's number of it (whatsmeow's `SendResponse.ServerID`).
 */
export function handleChannelMessage(network: Network, session: Session, message: BinaryNode): void {
  const { id, to, type } = message.attrs
  const channel = network.channels.find(to)
  const viewer = session.companion.record.number
  const taken: { error?: number; serverId?: number } =
    channel === undefined
      ? { error: MISSING }
      : type === 'reaction'
        ? takeReaction(channel, viewer, message)
        : takePost(network, channel, viewer, message)
  const ack = node('ack', {
    class: 'message',
    id,
    from: to,
    type,
    t: seconds(network.now()),
    error: taken.error?.toString(),
    server_id: taken.serverId?.toString(),
  })
  network.journal.afterCommit(() => session.connection.send(ack))
}
