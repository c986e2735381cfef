import type { Address } from '../../core/addresses.ts'
import { type Refusal, refusal } from '../../core/errors.ts'
import type { ChannelInfo, NetworkAnswer, NetworkChannels } from '../../network/port.ts'
import type { Log } from '../../platform/logger.ts'
import { createAccountCommand, type Performers, refuseCode, requireAnswer } from '../account-acts/index.ts'
import type { ChannelActTable } from './commands.ts'

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

async function findCreated(channels: NetworkChannels, name: string): Promise<ChannelInfo | undefined> {
  const since = Math.floor(Date.now() / 1000) - CREATED_WITHIN_SEC
  const all = required(await channels.list())
  return all.find(
    (channel) => channel.role === 'owner' && channel.name === name && channel.createdSec >= since,
  )
}

async function findPost(channels: NetworkChannels, channel: Address, id: string) {
  const posts = required(await channels.posts(channel, LOOK_BACK, null))
  return posts.find((post) => post.id === id)
}

const PERFORMERS: Performers<ChannelActTable> = {
  list: async ({ channels }) => required(await channels.list()),
  find: ({ channels }, by) => findChannel(channels, by),
  follow: async ({ channels }, { channel, isFollowed }) =>
    required(await channels.follow(channel, isFollowed)),
  mute: async ({ channels }, { channel, isMuted }) => required(await channels.mute(channel, isMuted)),
  async create({ channels }, { name, description, repeat }) {
    const made = repeat ? await findCreated(channels, name) : undefined
    return made ?? required(await channels.create(name, description))
  },
  update: async ({ channels }, { channel, changes }) => required(await channels.update(channel, changes)),
  delete: async ({ channels }, { channel }) => required(await channels.delete(channel)),
  posts: async ({ channels }, { channel, count, before }) =>
    required(await channels.posts(channel, count, before)),
  async post({ channels }, { channel, id, text, repeat }) {
    const sent = repeat ? await findPost(channels, channel, id) : undefined
    return { serverId: sent?.serverId ?? required(await channels.post(channel, id, text)) }
  },
  deletePost: async ({ channels }, { channel, id }) => required(await channels.deletePost(channel, id)),
  react: async ({ channels }, { channel, serverId, emoji }) =>
    required(await channels.react(channel, serverId, emoji)),
}

export const createChannelCommand = (log: Log) => createAccountCommand(log, PERFORMERS)
