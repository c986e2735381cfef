import { type BinaryNode, proto, QueryIds, type WASocket } from 'baileys'
import type { Address } from '../../../core/addresses.ts'
import type { ChannelInfo, ChannelPost, NetworkChannels } from '../../ports/channel-port.ts'
import type { NetworkAnswer } from '../../ports/network-answer.ts'
import { readChannel, readPosts } from '../../translate/account/channel-nodes.ts'
import { childOf, childrenOf } from '../../translate/group-nodes.ts'
import { toInteger } from '../../translate/wire.ts'
import { ask, element, nothing, SERVER, withCode } from './ask.ts'

/** The library has no query for what is followed; this is whatsmeow's `querySubscribedNewsletters`. */
const SUBSCRIBED = '6388546374527196'
/** `edit` of a post that is taken back (whatsmeow's `sendNewsletter`). */
const REVOKED_POST = '8'
const REVOKED_REACTION = '7'
/** The most that are asked for at once. */
const MOST_POSTS = 100

/** A query of the network's GraphQL. An error in its answer carries its code as `data`, like any other refusal. */
async function askMex(
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

function readContent(bytes: Uint8Array): Pick<ChannelPost, 'type' | 'text'> {
  try {
    const message = proto.Message.decode(bytes)
    const [type = 'unknown'] = Object.keys(message).filter((name) => name !== 'messageContextInfo')
    const { conversation, extendedTextMessage, imageMessage, videoMessage } = message
    const text =
      conversation || extendedTextMessage?.text || imageMessage?.caption || videoMessage?.caption || null
    const isText = type === 'conversation' || type === 'extendedTextMessage'
    return { type: isText ? 'text' : type.replace(/Message$/, ''), text }
  } catch {
    return { type: 'unknown', text: null }
  }
}

async function askPage(socket: WASocket, jid: Address, count: number, before: number | null) {
  const place = before === null ? {} : { before: String(before) }
  const wanted = element('messages', undefined, { type: 'jid', jid, count: String(count), ...place })
  const answer = await ask(socket, { to: SERVER, type: 'get', xmlns: 'newsletter' }, [wanted])
  const page = childOf(answer, 'messages')
  const numbers = childrenOf(page, 'message').map(({ attrs }) => toInteger(attrs.server_id))
  return { posts: readPosts(page, readContent), numbers }
}

/** Posts that were taken back are in a page too, and older ones are asked for in their place: a short page is the last one. */
async function readPage(socket: WASocket, jid: Address, count: number, before: number | null) {
  const { posts, numbers } = await askPage(socket, jid, count, before)
  const isWhole = numbers.length < count || posts.length >= count
  const older = isWhole ? [] : (await askPage(socket, jid, MOST_POSTS, Math.min(...numbers))).posts
  return [...posts, ...older].sort((a, b) => b.serverId - a.serverId).slice(0, count)
}

async function post(socket: WASocket, to: Address, id: string, text: string): Promise<number | null> {
  const plaintext = element('plaintext', proto.Message.encode({ conversation: text }).finish())
  const attrs = { to, id, type: 'text' }
  const ack = await sendAcknowledged(socket, { tag: 'message', attrs, content: [plaintext] })
  return toInteger(ack.attrs.server_id) || null
}

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
    return this.#act(async (socket) =>
      requireChannel(
        (await askMex(socket, QueryIds.CREATE, { input: { name, description } })).xwa2_newsletter_create,
      ),
    )
  }

  update(...[channel, changes]: Parameters<NetworkChannels['update']>): Promise<NetworkAnswer<null>> {
    const updates = { ...changes, settings: null }
    return this.#query(QueryIds.UPDATE_METADATA, { newsletter_id: channel, updates })
  }

  delete(channel: Address): Promise<NetworkAnswer<null>> {
    return this.#query(QueryIds.DELETE, { newsletter_id: channel })
  }

  posts(...page: Parameters<NetworkChannels['posts']>): Promise<NetworkAnswer<ChannelPost[]>> {
    return this.#act((socket) => readPage(socket, ...page))
  }

  post(...given: Parameters<NetworkChannels['post']>): Promise<NetworkAnswer<number | null>> {
    return this.#act((socket) => post(socket, ...given))
  }

  deletePost(to: Address, id: string): Promise<NetworkAnswer<null>> {
    const attrs = { to, id, type: 'text', edit: REVOKED_POST }
    return this.#send(() => ({ tag: 'message', attrs, content: [element('plaintext')] }))
  }

  react(to: Address, serverId: number, emoji: string): Promise<NetworkAnswer<null>> {
    const reaction = element('reaction', undefined, emoji === '' ? {} : { code: emoji })
    const edit: Record<string, string> = emoji === '' ? { edit: REVOKED_REACTION } : {}
    const attrs = { to, type: 'reaction', server_id: String(serverId), ...edit }
    return this.#send((id) => ({ tag: 'message', attrs: { ...attrs, id }, content: [reaction] }))
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
