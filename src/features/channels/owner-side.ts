import type { Address } from '../../core/addresses.ts'
import { type Refusal, refusal } from '../../core/errors.ts'
import type {
  ChannelInfo,
  NetworkAnswer,
  NetworkChannels,
  NetworkConnection,
  NetworkConnector,
} from '../../network/port.ts'
import type { Log } from '../../platform/logger.ts'
import { createAccountCommand, type Performers, refuseCode, requireAnswer } from '../account-acts/index.ts'
import type { Media } from '../media/index.ts'
import { listAdmins, requireAdmin } from './admins.ts'
import type { ChannelActTable, PostContent, PostFile } from './commands.ts'
import { PostDownloads } from './post-downloads.ts'

const NOT_AUTHORISED = 401
const FORBIDDEN = 403
const NOT_FOUND = 404
/** A creation that was not answered is looked for among channels that are younger than its idempotency key lives. */
const CREATED_WITHIN_SEC = 24 * 3600
/** A post that was not answered is looked for among so many of the newest. */
const LOOK_BACK = 100

const notFound = (): Refusal => refusal('NOT_FOUND', 'CHANNEL_NOT_FOUND', {})

function refuse(networkCode: number): Refusal {
  if (networkCode === NOT_FOUND) return notFound()
  if (networkCode === FORBIDDEN || networkCode === NOT_AUTHORISED)
    return refusal('FORBIDDEN', 'NOT_CHANNEL_ADMIN', {})
  return refuseCode(networkCode)
}

const required = <T>(answer: NetworkAnswer<T>): T => requireAnswer(answer, refuse)

async function findChannel(
  channels: NetworkChannels,
  by: Parameters<NetworkChannels['find']>[0],
): Promise<ChannelInfo> {
  const found = required(await channels.find(by))
  if (!found) throw notFound()
  return found
}

async function findCreated(
  channels: NetworkChannels,
  name: string,
  nowMs: number,
): Promise<ChannelInfo | undefined> {
  const since = Math.floor(nowMs / 1000) - CREATED_WITHIN_SEC
  const all = required(await channels.list())
  // Since when one is, and how many follow it, a list does not say.
  for (const { jid } of all.filter((channel) => channel.role === 'owner' && channel.name === name)) {
    const found = required(await channels.find({ jid }))
    if (found && found.createdSec >= since) return found
  }
  return undefined
}

/** The emojis that WhatsApp offers first. */
const BASIC = new Set(['👍', '❤️', '❤', '😂', '😮', '😢', '🙏'])

/** Whether what a channel says of itself explains why the network took no reaction. */
const isNotAllowed = ({ reactions }: ChannelInfo, emoji: string): boolean =>
  emoji !== '' &&
  (reactions === 'none' || reactions === 'blocklist' || (reactions === 'basic' && !BASIC.has(emoji)))

/** A reaction that the network does not take is told as one that the channel does not allow where that is so. */
async function react(channels: NetworkChannels, channel: Address, serverId: number, emoji: string) {
  const answer = await channels.react(channel, serverId, emoji)
  if (answer.kind === 'answered' || answer.networkCode === NOT_FOUND) return required(answer)
  const found = required(await channels.find({ jid: channel }))
  if (found && isNotAllowed(found, emoji)) throw refusal('FORBIDDEN', 'REACTION_NOT_ALLOWED', {})
  throw refuseCode(answer.networkCode)
}

async function findPost(channels: NetworkChannels, channel: Address, id: string) {
  const posts = required(await channels.posts(channel, LOOK_BACK, null))
  return posts.find((post) => post.id === id)
}

export interface ChannelCommandDeps {
  log: Log
  nowMs(): number
  connector: Pick<NetworkConnector, 'prepare'>
  /** Absent where files are neither sent nor taken. */
  media?: Pick<Media, 'uploadOpen' | 'keepOpen'> | undefined
}

/** Makes what is to be posted ready for the wire; a file is on the media server then. */
async function buildPost(
  { connector, media }: ChannelCommandDeps,
  clientId: string,
  connection: NetworkConnection,
  content: PostContent,
): Promise<{ bytes: Uint8Array; handle: string | null }> {
  if (content.type !== 'media') return { bytes: (await connector.prepare(content)).bytes, handle: null }
  if (!media)
    throw refusal('UNPROCESSABLE_CONTENT', 'NOT_AVAILABLE_YET', { missing: 'sending files from here' })
  const file = await media.uploadOpen(clientId, connection, content)
  const handle = 'handle' in file.file ? file.file.handle : null
  return { bytes: (await connector.prepare(content, { file })).bytes, handle }
}

/** The post of that number as it is now. */
async function requirePost(channels: NetworkChannels, channel: Address, serverId: number) {
  const found = required(await channels.bytesOf(channel, serverId))
  if (!found) throw refusal('NOT_FOUND', 'CHANNEL_POST_NOT_FOUND', {})
  return found
}

async function editPost(
  { connector }: ChannelCommandDeps,
  channels: NetworkChannels,
  { channel, serverId, text }: { channel: Address; serverId: number; text: string },
): Promise<{ id: string }> {
  const { id, bytes, post } = await requirePost(channels, channel, serverId)
  const target = { chat: channel, id, fromMe: true }
  const parts = post.file === null ? {} : { original: bytes }
  const { edited = null } = await connector.prepare({ type: 'edit', target, text }, parts)
  if (edited === null) throw new Error('an edit was prepared without what the post becomes')
  required(await channels.editPost(channel, id, edited))
  return { id }
}

async function downloadFile(
  { media }: ChannelCommandDeps,
  downloads: PostDownloads,
  clientId: string,
  connection: NetworkConnection,
  { channel, serverId }: { channel: Address; serverId: number },
): Promise<PostFile> {
  if (!media) throw refusal('UNPROCESSABLE_CONTENT', 'NOT_AVAILABLE_YET', { missing: 'files of messages' })
  const { bytes, post } = await requirePost(connection.channels, channel, serverId)
  const { file } = post
  if (!file) throw refusal('NOT_FOUND', 'MEDIA_NOT_FOUND', {})
  return downloads.get(clientId, `${channel} ${serverId}`, async () => {
    const { id, sha256, expiresAt, ...kept } = await media.keepOpen(clientId, connection, bytes, file)
    return { ...kept, mediaId: id, sha256: sha256.toString('hex'), expiresAt: expiresAt.toISOString() }
  })
}

const createPerformers = (
  deps: ChannelCommandDeps,
  /** Posts on their way, by their id: a repeat of one that is still being uploaded waits for it. */
  running: Map<string, Promise<{ serverId: number | null }>>,
  downloads: PostDownloads,
): Performers<ChannelActTable> => ({
  list: async ({ channels }) => required(await channels.list()),
  find: ({ channels }, by) => findChannel(channels, by),
  follow: async ({ channels }, { channel, isFollowed }) =>
    required(await channels.follow(channel, isFollowed)),
  mute: async ({ channels }, { channel, isMuted }) => required(await channels.mute(channel, isMuted)),
  async create({ channels }, { name, description, repeat }) {
    const made = repeat ? await findCreated(channels, name, deps.nowMs()) : undefined
    return made ?? required(await channels.create(name, description))
  },
  update: async ({ channels }, { channel, changes }) => required(await channels.update(channel, changes)),
  delete: async ({ channels }, { channel }) => required(await channels.delete(channel)),
  posts: async ({ channels }, { channel, count, before }) =>
    required(await channels.posts(channel, count, before)),
  post(connection, { channel, id, content, repeat }, account) {
    const { channels } = connection
    const send = async () => {
      const sent = repeat ? await findPost(channels, channel, id) : undefined
      if (sent) return { serverId: sent.serverId }
      const built = await buildPost(deps, account.id, connection, content)
      return { serverId: required(await channels.post(channel, { id, ...built })) }
    }
    const post = running.get(id) ?? send().finally(() => running.delete(id))
    running.set(id, post)
    return post
  },
  editPost: ({ channels }, input) => editPost(deps, channels, input),
  downloadFile: (connection, input, account) => downloadFile(deps, downloads, account.id, connection, input),
  deletePost: async ({ channels }, { channel, id }) => required(await channels.deletePost(channel, id)),
  watch: async ({ channels }, { channel }) => required(await channels.watch(channel)),
  admins: ({ channels }, { channel }) => listAdmins(channels, channel, required),
  demoteAdmin: async (connection, input) => {
    const admin = await requireAdmin(connection, input, required)
    return required(await connection.channels.demote(input.channel, admin))
  },
  changeOwner: async (connection, input) => {
    const admin = await requireAdmin(connection, input, required)
    return required(await connection.channels.changeOwner(input.channel, admin))
  },
  react: ({ channels }, { channel, serverId, emoji }) => react(channels, channel, serverId, emoji),
})

export const createChannelCommand = (deps: ChannelCommandDeps) =>
  createAccountCommand(deps.log, createPerformers(deps, new Map(), new PostDownloads(deps.nowMs)))
