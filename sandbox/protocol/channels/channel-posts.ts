import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Channel, ChannelPostRecord } from '../../state/channels.ts'
import type { Companion } from '../../state/companion.ts'
import type { Network } from '../../state/network.ts'
import type { Session } from '../../state/session.ts'
import { BAD_REQUEST, type IqHandler, NOT_FOUND } from '../iq/answer.ts'
import { bytesOf, child, node, seconds } from '../nodes.ts'
import { attrsOf, countsOf, EDITED_POST, metaOf, REVOKED_POST, tellCounts, tellPost } from './channel-news.ts'

const FORBIDDEN = 403
const MISSING = 404
const MALFORMED = 400
const REVOKED_REACTION = '7'
/** WhatsApp Web's `channels_max_messages_batch_pull`. */
const MAX_PAGE = 100
/** Between the 30 and 600 seconds that zapo takes from a server. */
const WATCHED_S = 300
/** What WhatsApp offers first; which ones `BASIC` means no source says. */
const BASIC_EMOJIS = ['👍', '❤️', '😂', '😮', '😢', '🙏']

/** One that was changed, or taken back, says so on a page too: WhatsApp Web's `parseNewsletterMessageHistoryMixin`. */
function buildPost(post: ChannelPostRecord): BinaryNode {
  const edit = post.message === null ? REVOKED_POST : post.editedAt === undefined ? undefined : EDITED_POST
  const plaintext = node('plaintext', {}, Buffer.from(post.message ?? '', 'base64'))
  const attrs = { ...attrsOf(post, post.type ?? 'text'), edit }
  return node('message', attrs, [plaintext, ...metaOf(post), ...countsOf(post)])
}

/**
 * A page of a channel: the newest, or the newest that are older than `before` (whatsmeow's `GetNewsletterMessages`), or the oldest
 * that are newer than `after` (zapo's `buildNewsletterMessagesIq`).
 */
export const handleChannelPosts: IqHandler = (network, _session, iq) => {
  const { jid, count = '0', before, after } = child(iq, 'messages')?.attrs ?? {}
  const channel = network.channels.find(jid)
  if (channel === undefined) return NOT_FOUND
  const asked = Number(count)
  if (!Number.isInteger(asked) || asked < 1 || (before !== undefined && after !== undefined))
    return BAD_REQUEST
  const most = Math.min(asked, MAX_PAGE)
  const { posts } = channel.record
  const page =
    after === undefined
      ? posts.filter(({ serverId }) => before === undefined || serverId < Number(before)).slice(-most)
      : posts.filter(({ serverId }) => serverId > Number(after)).slice(0, most)
  return { content: [node('messages', { jid, t: seconds(network.now()) }, page.map(buildPost))] }
}

/** For a time a device is told of views and reactions as they come (whatsmeow's `NewsletterSubscribeLiveUpdates`). */
export const handleLiveUpdates: IqHandler = (network, session, iq) => {
  const channel = network.channels.find(iq.attrs.to)
  if (channel === undefined) return NOT_FOUND
  channel.watchers.set(session.companion.address, network.now() + WATCHED_S * 1000)
  return { content: [node('live_updates', { duration: String(WATCHED_S) })] }
}

interface Taken {
  error?: number
  serverId?: number
}

/** A post, a change of one (whatsmeow's `EditAttributeAdminEdit`), or one that is taken back. */
function takePost(network: Network, channel: Channel, { companion }: Session, message: BinaryNode): Taken {
  const { id = '', edit, type = 'text', media_id: handle } = message.attrs
  const author = companion.record.number
  if (!channel.mayPost(author)) return { error: FORBIDDEN }
  const plaintext = child(message, 'plaintext')
  const bytes = bytesOf(plaintext)
  if (edit === undefined) {
    if (bytes.length === 0) return { error: MALFORMED }
    const isFile = plaintext?.attrs.mediatype !== undefined
    // What is not on the media server under that handle nobody could look at.
    if (isFile && network.media.blobs.find(handle ?? '')?.state !== 'there') return { error: MALFORMED }
    return addPost(network, channel, { id, bytes, type, author, by: companion })
  }
  const post = channel.record.posts.find((known) => known.id === id)
  if (post === undefined || post.message === null) return { error: MISSING }
  if (edit === REVOKED_POST) takeBack(network, channel, post, { type, author, by: companion })
  else if (edit === EDITED_POST && bytes.length > 0)
    changePost(network, channel, post, { bytes, type, author, by: companion })
  else return { error: MALFORMED }
  return { serverId: post.serverId }
}

interface Change {
  type: string
  author: string
  by?: Companion | undefined
}

/** A new post, told to the devices of everybody who follows, except the one that wrote it; the same id is one post. */
export function addPost(
  network: Network,
  channel: Channel,
  { id, bytes, type, author, by }: Change & { id: string; bytes: Uint8Array },
): { serverId: number } {
  const known = channel.record.posts.find((post) => post.id === id)
  if (known) return known
  const post = channel.post(id, bytes, network.now(), type)
  tellPost(network, channel, post, { type, author, ...(by ? { except: by } : {}) })
  return post
}

export function changePost(
  network: Network,
  channel: Channel,
  post: ChannelPostRecord,
  { bytes, type, author, by }: Change & { bytes: Uint8Array },
): void {
  post.message = Buffer.from(bytes).toString('base64')
  post.editedAt = network.now()
  channel.save()
  tellPost(network, channel, post, { type, edit: EDITED_POST, author, ...(by ? { except: by } : {}) })
}

export function takeBack(
  network: Network,
  channel: Channel,
  post: ChannelPostRecord,
  { type, author, by }: Change,
): void {
  post.message = null
  channel.save()
  tellPost(network, channel, post, { type, edit: REVOKED_POST, author, ...(by ? { except: by } : {}) })
}

/** Whether the settings of the channel let a post be reacted to with an emoji; that a refusal is 403 is a guess. */
const mayReact = ({ record: { reactions = 'ALL' } }: Channel, emoji: string): boolean =>
  reactions === 'ALL' || (reactions === 'BASIC' && BASIC_EMOJIS.includes(emoji)) || reactions === 'BLOCKLIST'

/** Somebody reacts to a post, or takes it back with an empty emoji. */
export function reactTo(
  network: Network,
  channel: Channel,
  post: ChannelPostRecord,
  number: string,
  emoji: string,
): Taken {
  if (emoji === '') delete post.reactions[number]
  else if (mayReact(channel, emoji)) post.reactions[number] = emoji
  else return { error: FORBIDDEN }
  channel.save()
  tellCounts(network, channel, post)
  return { serverId: post.serverId }
}

function takeReaction(network: Network, channel: Channel, viewer: string, message: BinaryNode): Taken {
  const { server_id, edit } = message.attrs
  const post = channel.record.posts.find(({ serverId }) => String(serverId) === server_id)
  if (post === undefined || post.message === null) return { error: MISSING }
  const code = child(message, 'reaction')?.attrs.code
  if ((code === undefined) !== (edit === REVOKED_REACTION)) return { error: MALFORMED }
  return reactTo(network, channel, post, viewer, code ?? '')
}

/**
 * Takes a post or a reaction, which are not encrypted (whatsmeow's `sendNewsletter`, Baileys' `newsletterReactMessage`). The
 * acknowledgement names the channel's number of it (whatsmeow's `SendResponse.ServerID`).
 */
export function handleChannelMessage(network: Network, session: Session, message: BinaryNode): void {
  const { id, to, type } = message.attrs
  const channel = network.channels.find(to)
  const viewer = session.companion.record.number
  const taken: Taken =
    channel === undefined
      ? { error: MISSING }
      : type === 'reaction'
        ? takeReaction(network, channel, viewer, message)
        : takePost(network, channel, session, message)
  const ack = node('ack', {
    class: 'message',
    id,
    from: to,
    type,
    t: seconds(network.now()),
    error: taken.error?.toString(),
    server_id: taken.serverId?.toString(),
  })
  const isLost = network.faults.take(session.companion.address, 'dropAcks')
  if (!isLost) network.journal.afterCommit(() => session.connection.send(ack))
}
