import type { Bus } from '../../bus/port.ts'
import type { CallContext, Handlers } from '../../contract/handlers.ts'
import { toPhoneNumber } from '../../core/addresses.ts'
import type { Database } from '../../db/client.ts'
import type { ChannelFollower, ChannelInfo, ChannelPost } from '../../network/port.ts'
import { AskAccount } from '../account-acts/index.ts'
import { runOnce } from '../idempotency/index.ts'
import { fileUrl, type Media, type PictureMaker } from '../media/index.ts'
import { CHANNEL_COMMAND, type ChannelActTable } from './commands.ts'
import { noteOwnChange, noteOwnPost } from './own-posts.ts'
import { toPostContent } from './post-content.ts'

type ChannelHandlers = Handlers['channels']

export interface ChannelDeps {
  db: Database
  bus: Bus
  newId(): string
  newMessageId(): string
  nowMs(): number
  makePicture: PictureMaker
  /** Where bytes given in a call are kept; without it they are refused. */
  media?: Pick<Media, 'keepBytes'> | undefined
}

const SUCCESS = { success: true } as const
const LINK_PREFIX = 'https://whatsapp.com/channel/'

const toTime = (sec: number): string | null => (sec > 0 ? new Date(sec * 1000).toISOString() : null)

const toChannel = ({ invite, createdSec, isVerified, isMuted, ...channel }: ChannelInfo) => ({
  ...channel,
  link: invite === null ? null : `${LINK_PREFIX}${invite}`,
  createdAt: toTime(createdSec),
  verified: isVerified,
  muted: isMuted,
})

const toPost = ({ atSec, editedMs, reactions, file, ...post }: ChannelPost) => ({
  ...post,
  file: file && {
    ...{ mimetype: file.mimetype, fileName: file.fileName },
    ...{ sizeBytes: file.sizeBytes, seconds: file.seconds },
  },
  postedAt: toTime(atSec),
  editedAt: toTime(Math.floor(editedMs / 1000)),
  reactions: [...reactions],
})

const toAdmin = ({ person: { phone, lid }, name, username, role, sinceSec }: ChannelFollower) => ({
  jid: phone ?? lid ?? '',
  ...{ phoneNumber: phone && toPhoneNumber(phone), lid, name, username },
  ...{ role: role === 'owner' ? ('owner' as const) : ('admin' as const), followsSince: toTime(sinceSec) },
})

/** Channels that clients follow or own, as the network has them: nothing of them is kept here. */
export class Channels {
  readonly handlers: ChannelHandlers
  readonly #deps: ChannelDeps
  readonly #account: AskAccount<ChannelActTable>

  constructor(deps: ChannelDeps) {
    this.#deps = deps
    const account = new AskAccount<ChannelActTable>(deps, CHANNEL_COMMAND)
    this.#account = account
    const done = async (act: Promise<null>) => {
      await act
      return SUCCESS
    }
    this.handlers = {
      list: async ({ clientId }) => ({ channels: (await account.ask(clientId, 'list', {})).map(toChannel) }),
      get: async ({ clientId, channelJid: jid }) => toChannel(await account.ask(clientId, 'find', { jid })),
      preview: async ({ clientId, invite }) => toChannel(await account.ask(clientId, 'find', { invite })),
      follow: ({ clientId, channelJid: channel }) =>
        done(account.ask(clientId, 'follow', { channel, isFollowed: true })),
      unfollow: ({ clientId, channelJid: channel }) =>
        done(account.ask(clientId, 'follow', { channel, isFollowed: false })),
      setMuted: ({ clientId, channelJid: channel, muted }) =>
        done(account.ask(clientId, 'mute', { channel, isMuted: muted })),
      create: (input, ctx) => this.#create(input, ctx),
      update: (input) => done(this.#update(input)),
      delete: ({ clientId, channelJid: channel }) => done(account.ask(clientId, 'delete', { channel })),
      listPosts: (input) => this.#listPosts(input),
      post: (input, ctx) => this.#post(input, ctx),
      editPost: (input) => done(this.#editPost(input)),
      downloadFile: async ({ clientId, channelJid: channel, serverId }) => {
        const file = await account.ask(clientId, 'downloadFile', { channel, serverId })
        return { ...file, url: fileUrl(file.mediaId) }
      },
      deletePost: (input) => done(this.#deletePost(input)),
      watch: async ({ clientId, channelJid: channel }) => {
        const seconds = await account.ask(clientId, 'watch', { channel })
        return { until: new Date(deps.nowMs() + seconds * 1000).toISOString() }
      },
      listAdmins: async ({ clientId, channelJid: channel }) => {
        const { admins, count } = await account.ask(clientId, 'admins', { channel })
        return { admins: admins.map(toAdmin), count }
      },
      demoteAdmin: ({ clientId, channelJid: channel, person }) =>
        done(account.ask(clientId, 'demoteAdmin', { channel, person })),
      changeOwner: ({ clientId, channelJid: channel, person }) =>
        done(account.ask(clientId, 'changeOwner', { channel, person })),
      react: ({ clientId, channelJid: channel, serverId, emoji }) =>
        done(account.ask(clientId, 'react', { channel, serverId, emoji })),
    }
  }

  #create(input: Parameters<ChannelHandlers['create']>[0], ctx: CallContext) {
    const { clientId, name, description = null } = input
    return this.#once('channels.create', input, ctx, async (_id, repeat) =>
      toChannel(await this.#account.ask(clientId, 'create', { name, description, repeat })),
    )
  }

  #post(input: Parameters<ChannelHandlers['post']>[0], ctx: CallContext) {
    const { clientId, channelJid: channel } = input
    return this.#once('channels.post', input, ctx, async (id, repeat) => {
      const content = await toPostContent(input, this.#deps.media)
      const { serverId } = await this.#account.ask(clientId, 'post', { channel, id, content, repeat })
      if (serverId !== null) await noteOwnPost(this.#deps.db, clientId, channel, serverId)
      return { id, serverId }
    })
  }

  async #editPost({
    clientId,
    channelJid: channel,
    serverId,
    text,
  }: Parameters<ChannelHandlers['editPost']>[0]): Promise<null> {
    const { id } = await this.#account.ask(clientId, 'editPost', { channel, serverId, text })
    await noteOwnChange(this.#deps.db, clientId, channel, id)
    return null
  }

  async #deletePost({
    clientId,
    channelJid: channel,
    id,
  }: Parameters<ChannelHandlers['deletePost']>[0]): Promise<null> {
    await this.#account.ask(clientId, 'deletePost', { channel, id })
    await noteOwnChange(this.#deps.db, clientId, channel, id)
    return null
  }

  #once<R>(
    operation: string,
    input: { idempotencyKey?: string | undefined },
    ctx: CallContext,
    act: (id: string, repeat: boolean) => Promise<R>,
  ): Promise<R> {
    const key = ctx.idempotencyKey ?? input.idempotencyKey
    const request = { userId: ctx.principal.userId, key, operation, body: { ...input } }
    return runOnce(this.#deps, request, async (id, repeat) => ({
      response: await act(id, repeat),
      final: true,
    }))
  }

  async #update({ clientId, channelJid: channel, ...given }: Parameters<ChannelHandlers['update']>[0]) {
    const { name, description, picture, reactions } = given
    const made = picture === null ? '' : picture && (await this.#deps.makePicture(picture))
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(made === undefined ? {} : { picture: made }),
      ...(reactions === undefined ? {} : { reactions }),
    }
    return Object.keys(changes).length === 0
      ? null
      : this.#account.ask(clientId, 'update', { channel, changes })
  }

  async #listPosts(input: Parameters<ChannelHandlers['listPosts']>[0]) {
    const { clientId, channelJid: channel, limit: count, before = null } = input
    const posts = await this.#account.ask(clientId, 'posts', { channel, count, before })
    const last = posts.length < count ? undefined : posts.at(-1)
    return { posts: posts.map(toPost), nextBefore: last?.serverId ?? null }
  }
}
