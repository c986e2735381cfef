import { type BinaryNode, proto, QueryIds, type WASocket } from 'baileys'
import type { Address } from '../../../core/addresses.ts'
import type {
  ChannelFollower,
  ChannelInfo,
  ChannelPost,
  FoundPost,
  NetworkChannels,
  OutgoingPost,
} from '../../ports/channel-port.ts'
import type { NetworkAnswer } from '../../ports/network-answer.ts'
import {
  asJson,
  asNumber,
  plaintextOf,
  readChannel,
  readContentOf,
  readFollowers,
  readPosts,
  readRevoked,
} from '../../translate/account/channel-nodes.ts'
import { childOf, childrenOf } from '../../translate/group-nodes.ts'
import { toInteger } from '../../translate/wire.ts'
import { readStanzaForm } from '../outbound/outgoing-stanza.ts'
import { ask, element, nothing, SERVER, withCode } from './ask.ts'
import { readChannelContent } from './channel-content.ts'

/** The library has no query for what is followed; this is whatsmeow's `querySubscribedNewsletters`. */
const SUBSCRIBED = '6388546374527196'
/**
 * Queries of WhatsApp Web about those who run a channel, by its jobs FetchNewsletterFollowers, FetchNewsletterAdminInfo,
 * DemoteNewsletterAdmin and ChangeNewsletterOwner. The library's ids of the last two are refused by the network, as programs that
 * tried them report, and that of its `newsletterSubscribers` is the one for invitations that nobody answered.
 */
const FOLLOWERS = '27472091235714801'
const ADMIN_INFO = '34983385154639574'
const DEMOTE = '9880997548630971'
const CHANGE_OWNER = '9546742745432473'
const BAD_REQUEST = 400
/** `edit` of a post that is taken back (whatsmeow's `sendNewsletter`). */
const REVOKED_POST = '8'
/** The same of one that is changed (whatsmeow's `EditAttributeAdminEdit`). */
const EDITED_POST = '3'
const REVOKED_REACTION = '7'
/** The most that are asked for at once. */
const MOST_POSTS = 100

/** A query of the network's GraphQL. An error in its answer carries its code as `data`, like any other refusal. */
export async function askMex(
  socket: WASocket,
  queryId: string,
  variables: object,
): Promise<Record<string, unknown>> {
  const query = element('query', Buffer.from(JSON.stringify({ variables })), { query_id: queryId })
  const answer = await ask(socket, { to: SERVER, type: 'get', xmlns: 'w:mex' }, [query])
  const result = childOf(answer, 'result')?.content
  if (!(result instanceof Uint8Array)) throw new Error('the network answered a query with nothing; ask again')
  const { data, errors } = JSON.parse(Buffer.from(result).toString()) as {
    data?: Record<string, unknown> | null
    errors?: { message?: string; extensions?: { error_code?: number } }[]
  }
  const [error] = errors ?? []
  if (!error) return data ?? {}
  const code = error.extensions?.error_code ?? 400
  throw Object.assign(new Error(`the network refused a query: ${error.message ?? code}`), { data: code })
}

/** Sends what is no request and awaits its acknowledgement, which may hold an error. */
async function sendAcknowledged(socket: WASocket, message: BinaryNode): Promise<BinaryNode> {
  const ack: BinaryNode | undefined = await socket.query(message)
  if (!ack) throw new Error('the network did not acknowledge what was sent; look whether it is there')
  const code = toInteger(ack.attrs.error)
  if (code !== 0) throw Object.assign(new Error('the network did not take what was sent'), { data: code })
  return ack
}

function requireChannel(value: unknown): ChannelInfo {
  const channel = readChannel(value)
  if (!channel) throw new Error('the network described no channel in its answer; ask again')
  return channel
}

type Place = { before: string } | { after: string } | Record<string, never>

async function askMessages(socket: WASocket, jid: Address, count: number, place: Place) {
  const wanted = element('messages', undefined, { type: 'jid', jid, count: String(count), ...place })
  const answer = await ask(socket, { to: SERVER, type: 'get', xmlns: 'newsletter' }, [wanted])
  return childOf(answer, 'messages')
}

async function askPage(socket: WASocket, jid: Address, count: number, place: Place) {
  const page = await askMessages(socket, jid, count, place)
  const numbers = childrenOf(page, 'message').map(({ attrs }) => toInteger(attrs.server_id))
  return { posts: readPosts(page, readChannelContent), revoked: readRevoked(page), numbers }
}

const before = (serverId: number | null): Place => (serverId === null ? {} : { before: String(serverId) })

/** Posts that were taken back are in a page too, and older ones are asked for in their place: a short page is the last one. */
async function readPage(
  socket: WASocket,
  jid: Address,
  count: number,
  place: number | null,
): Promise<ChannelPost[]> {
  const { posts, numbers } = await askPage(socket, jid, count, before(place))
  const isWhole = numbers.length < count || posts.length >= count
  const older = isWhole ? [] : (await askPage(socket, jid, MOST_POSTS, before(Math.min(...numbers)))).posts
  return [...posts, ...older].sort((a, b) => b.serverId - a.serverId).slice(0, count)
}

/**
 * A post as whatsmeow's `sendNewsletter` writes it: not encrypted, with the handle of its file. What is encrypted elsewhere with the
 * secret of a message is open here, so there is none.
 */
function buildPost(to: Address, { id, bytes, handle }: OutgoingPost, edit?: string): BinaryNode {
  const message = proto.Message.decode(bytes)
  message.messageContextInfo = null
  const { type, encAttrs, extraNodes } = readStanzaForm(message, false)
  const { mediatype } = encAttrs
  const attrs = { to, id, type, ...(handle === null ? {} : { media_id: handle }), ...(edit ? { edit } : {}) }
  const plaintext = element('plaintext', proto.Message.encode(message).finish(), {
    ...(mediatype === undefined ? {} : { mediatype }),
  })
  return { tag: 'message', attrs, content: [plaintext, ...extraNodes] }
}

/** What an account has to accept before it makes a channel, as whatsmeow's `AcceptTOSNotice` says. */
const acceptTerms = (socket: WASocket): Promise<BinaryNode> =>
  ask(socket, { to: SERVER, type: 'set', xmlns: 'tos' }, [
    element('notice', undefined, { id: '20601218', stage: '5' }),
  ])

/** Acts on channels over one connection. `open` throws while there is none. */
export class ChannelActs implements NetworkChannels {
  readonly #open: () => WASocket

  constructor(open: () => WASocket) {
    this.#open = open
  }

  list(): Promise<NetworkAnswer<ChannelInfo[]>> {
    return this.#act(async (socket) => {
      const { xwa2_newsletter_subscribed: found } = await askMex(socket, SUBSCRIBED, {})
      return Array.isArray(found) ? found.flatMap((each) => readChannel(each) ?? []) : []
    })
  }

  find(by: Parameters<NetworkChannels['find']>[0]): ReturnType<NetworkChannels['find']> {
    const input = 'jid' in by ? { key: by.jid, type: 'JID' } : { key: by.invite, type: 'INVITE' }
    return this.#act(async (socket) => {
      const wanted = { fetch_creation_time: true, fetch_full_image: true, fetch_viewer_metadata: true, input }
      return readChannel((await askMex(socket, QueryIds.METADATA, wanted)).xwa2_newsletter)
    })
  }

  follow(channel: Address, isFollowed: boolean): Promise<NetworkAnswer<null>> {
    return this.#query(isFollowed ? QueryIds.FOLLOW : QueryIds.UNFOLLOW, { newsletter_id: channel })
  }

  mute(channel: Address, isMuted: boolean): Promise<NetworkAnswer<null>> {
    return this.#query(isMuted ? QueryIds.MUTE : QueryIds.UNMUTE, { newsletter_id: channel })
  }

  create(name: string, description: string | null): Promise<NetworkAnswer<ChannelInfo>> {
    return this.#act(async (socket) => {
      // Whether they were accepted the creation itself tells.
      await acceptTerms(socket).catch(() => {})
      const made = await askMex(socket, QueryIds.CREATE, { input: { name, description } })
      return requireChannel(made.xwa2_newsletter_create)
    })
  }

  update(...[channel, changes]: Parameters<NetworkChannels['update']>): Promise<NetworkAnswer<null>> {
    const { reactions, ...of } = changes
    const settings = reactions === undefined ? null : { reaction_codes: { value: reactions.toUpperCase() } }
    const updates = { ...of, settings }
    return this.#query(QueryIds.UPDATE_METADATA, { newsletter_id: channel, updates })
  }

  delete(channel: Address): Promise<NetworkAnswer<null>> {
    return this.#query(QueryIds.DELETE, { newsletter_id: channel })
  }

  posts(...page: Parameters<NetworkChannels['posts']>): Promise<NetworkAnswer<ChannelPost[]>> {
    return this.#act((socket) => readPage(socket, ...page))
  }

  postsAfter(
    ...[channel, count, after]: Parameters<NetworkChannels['postsAfter']>
  ): ReturnType<NetworkChannels['postsAfter']> {
    return this.#act(async (socket) => {
      const { posts, revoked, numbers } = await askPage(socket, channel, count, { after: String(after) })
      // A network that does not know `after` answers its newest posts.
      const fresh = posts.filter(({ serverId }) => serverId > after)
      const last = numbers.length === 0 ? null : Math.max(...numbers)
      return { posts: fresh.sort((a, b) => a.serverId - b.serverId), revoked, last }
    })
  }

  bytesOf(channel: Address, serverId: number): Promise<NetworkAnswer<FoundPost | null>> {
    return this.#act(async (socket) => {
      const page = await askMessages(socket, channel, 1, before(serverId + 1))
      const found = childrenOf(page, 'message').find(({ attrs }) => attrs.server_id === String(serverId))
      const post = found && readContentOf(found, readChannelContent)
      const bytes = found && plaintextOf(found)
      return post && bytes ? { id: post.id, bytes, post } : null
    })
  }

  post(channel: Address, given: OutgoingPost): Promise<NetworkAnswer<number | null>> {
    return this.#act(async (socket) => {
      const ack = await sendAcknowledged(socket, buildPost(channel, given))
      return toInteger(ack.attrs.server_id) || null
    })
  }

  editPost(channel: Address, id: string, bytes: Uint8Array): Promise<NetworkAnswer<null>> {
    return this.#send(() => buildPost(channel, { id, bytes, handle: null }, EDITED_POST))
  }

  watch(channel: Address): Promise<NetworkAnswer<number>> {
    return this.#act(async (socket) => {
      const asked = { to: channel, type: 'set', xmlns: 'newsletter' }
      const answer = await ask(socket, asked, [element('live_updates')])
      return toInteger(childOf(answer, 'live_updates')?.attrs.duration)
    })
  }

  deletePost(to: Address, id: string): Promise<NetworkAnswer<null>> {
    const attrs = { to, id, type: 'text', edit: REVOKED_POST }
    return this.#send(() => ({ tag: 'message', attrs, content: [element('plaintext')] }))
  }

  followers(channel: Address, count: number): Promise<NetworkAnswer<ChannelFollower[]>> {
    return this.#act(async (socket) => {
      const asked = { input: { newsletter_id: channel, count } }
      return readFollowers((await askMex(socket, FOLLOWERS, asked)).xwa2_newsletter_followers)
    })
  }

  countAdmins(channel: Address): Promise<NetworkAnswer<number>> {
    return this.#act(async (socket) => {
      const { xwa2_newsletter_admin: told } = await askMex(socket, ADMIN_INFO, { newsletter_id: channel })
      return asNumber(asJson(told).admin_count)
    })
  }

  demote(channel: Address, admin: Address): Promise<NetworkAnswer<null>> {
    return this.#confirm(DEMOTE, channel, admin, 'xwa2_newsletter_admin_demote')
  }

  changeOwner(channel: Address, admin: Address): Promise<NetworkAnswer<null>> {
    return this.#confirm(CHANGE_OWNER, channel, admin, 'xwa2_newsletter_change_owner')
  }

  react(to: Address, serverId: number, emoji: string): Promise<NetworkAnswer<null>> {
    const reaction = element('reaction', undefined, emoji === '' ? {} : { code: emoji })
    const edit: Record<string, string> = emoji === '' ? { edit: REVOKED_REACTION } : {}
    const attrs = { to, type: 'reaction', server_id: String(serverId), ...edit }
    return this.#send((id) => ({ tag: 'message', attrs: { ...attrs, id }, content: [reaction] }))
  }

  /** Nothing in the field of the answer means that it was not done. */
  #confirm(queryId: string, channel: Address, admin: Address, field: string): Promise<NetworkAnswer<null>> {
    return this.#act(async (socket) => {
      const told = await askMex(socket, queryId, { newsletter_id: channel, user_id: admin })
      if (told[field]) return null
      throw Object.assign(new Error('the network did not do what was asked'), { data: BAD_REQUEST })
    })
  }

  #query(queryId: string, variables: object): Promise<NetworkAnswer<null>> {
    return this.#act((socket) => nothing(askMex(socket, queryId, variables)))
  }

  #send(build: (id: string) => BinaryNode): Promise<NetworkAnswer<null>> {
    return this.#act((socket) => nothing(sendAcknowledged(socket, build(socket.generateMessageTag()))))
  }

  #act<T>(work: (socket: WASocket) => Promise<T>): Promise<NetworkAnswer<T>> {
    return withCode(async () => work(this.#open()))
  }
}
