import { proto } from 'baileys/WAProto/index.js'
import { committed } from '../infra/journal.ts'
import { InputError, parseNumber } from '../protocol/addresses.ts'
import { changeRole, tellMilestone } from '../protocol/channels/channel-admins.ts'
import { addPost, changePost, reactTo, takeBack } from '../protocol/channels/channel-posts.ts'
import {
  changeChannel,
  endChannel,
  followChannel,
  muteChannel,
} from '../protocol/channels/channel-queries.ts'
import type { ChannelPostRecord, ReactionMode, Channel as StoredChannel } from '../state/channels.ts'
import type { Network } from '../state/network.ts'

export interface ChannelOptions {
  name: string
  /** Number of who owns it. */
  owner: string
  description?: string
}

/** A post as those who follow see it. */
export interface ShownPost {
  id: string
  serverId: number
  message: proto.IMessage
  isEdited: boolean
}

/** A channel as a scenario acts in it; all that happens is told to the devices of those who follow. */
export class Channel {
  readonly #network: Network
  readonly #channel: StoredChannel

  constructor(network: Network, channel: StoredChannel) {
    this.#network = network
    this.#channel = channel
  }

  get jid(): string {
    return this.#channel.jid
  }

  get name(): string {
    return this.#channel.record.name
  }

  get description(): string {
    return this.#channel.record.description
  }

  get hasPicture(): boolean {
    return this.#channel.record.picture !== undefined
  }

  get inviteCode(): string {
    return this.#channel.record.inviteCode
  }

  get reactions(): ReactionMode {
    return this.#channel.record.reactions ?? 'ALL'
  }

  get admins(): readonly string[] {
    return this.#channel.record.admins
  }

  get followers(): readonly string[] {
    return Object.keys(this.#channel.record.followers)
  }

  /** The posts there are, oldest first. */
  get shown(): readonly ShownPost[] {
    return this.#channel.record.posts.flatMap(({ id, serverId, message, editedAt }) =>
      message === null
        ? []
        : {
            ...{ id, serverId, isEdited: editedAt !== undefined },
            message: proto.Message.decode(Buffer.from(message, 'base64')),
          },
    )
  }

  /** Texts of the posts there are, oldest first. */
  get posts(): readonly string[] {
    return this.shown.map(({ message }) => message.conversation ?? message.extendedTextMessage?.text ?? '')
  }

  /** The bytes of the file of a post, as the media server has them; throws when it has none. */
  async fileOf(serverId: number): Promise<Buffer> {
    const message = this.shown.find((post) => post.serverId === serverId)?.message
    const content =
      message?.imageMessage ?? message?.videoMessage ?? message?.audioMessage ?? message?.documentMessage
    if (!content?.directPath) throw new InputError(`post ${serverId} has no file`)
    const chunks: Buffer[] = []
    for await (const chunk of this.#network.media.open(content.directPath)) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }

  /** Somebody follows it on their phone. */
  follow(number: string): Promise<void> {
    return this.#do(() => followChannel(this.#network, this.#channel, this.#known(number), true))
  }

  /** Somebody follows it no longer. */
  unfollow(number: string): Promise<void> {
    return this.#do(() => followChannel(this.#network, this.#channel, this.#known(number), false))
  }

  /** Somebody who follows it mutes it on their phone, or no longer. */
  mute(number: string, muted: boolean): Promise<void> {
    return this.#do(() => muteChannel(this.#network, this.#channel, this.#known(number), muted))
  }

  /** Its owner changes its name or description. */
  change(changes: { name?: string; description?: string; reactions?: ReactionMode }): Promise<void> {
    const { reactions, ...updates } = changes
    const settings = reactions === undefined ? null : { reaction_codes: { value: reactions } }
    return this.#do(() => changeChannel(this.#network, this.#channel, { ...updates, settings }))
  }

  /** Its owner makes somebody an admin, who has accepted. */
  promote(number: string): Promise<void> {
    return this.#do(() => changeRole(this.#network, this.#channel, this.#known(number), 'ADMIN'))
  }

  demote(number: string): Promise<void> {
    return this.#do(() => changeRole(this.#network, this.#channel, this.#known(number), 'SUBSCRIBER'))
  }

  /** The network tells its admins that so many follow it, or did something with a post. */
  milestone(type: Parameters<typeof tellMilestone>[2], value: number, serverId?: number): Promise<void> {
    return this.#do(() => {
      tellMilestone(this.#network, this.#channel, type, value, serverId)
    })
  }

  /** Its owner deletes it. */
  delete(): Promise<void> {
    return this.#do(() => endChannel(this.#network, this.#channel))
  }

  /** Its owner posts a text; answers the channel's number of it. */
  post(id: string, text: string): Promise<number> {
    return this.postMessage(id, { conversation: text })
  }

  /** Its owner posts any message; `type` as on the wire. */
  async postMessage(id: string, message: proto.IMessage, type = 'text'): Promise<number> {
    const bytes = proto.Message.encode(message).finish()
    const author = this.#channel.record.owner
    const { serverId } = addPost(this.#network, this.#channel, { id, bytes, type, author })
    await committed(this.#network.journal)
    return serverId
  }

  /** Its owner posts a picture, which is on the media server as it is. */
  async postPicture(id: string, bytes: Uint8Array, caption?: string): Promise<number> {
    const { media, now } = this.#network
    async function* once() {
      yield bytes
    }
    const blob = await media.blobs.write(once(), now())
    const imageMessage = {
      ...{ url: media.url(blob), directPath: media.directPath(blob), mimetype: 'image/jpeg' },
      ...{
        fileSha256: Buffer.from(blob.sha256, 'base64url'),
        fileLength: blob.size,
        caption: caption ?? null,
      },
    }
    return this.postMessage(id, { imageMessage }, 'media')
  }

  /** Its owner changes the text of a post. */
  edit(serverId: number, text: string): Promise<void> {
    const bytes = proto.Message.encode({ conversation: text }).finish()
    const author = this.#channel.record.owner
    return this.#do(() =>
      changePost(this.#network, this.#channel, this.#post(serverId), { bytes, type: 'text', author }),
    )
  }

  /** Its owner takes a post back. */
  revoke(serverId: number): Promise<void> {
    const author = this.#channel.record.owner
    return this.#do(() =>
      takeBack(this.#network, this.#channel, this.#post(serverId), { type: 'text', author }),
    )
  }

  /** Somebody reacts to a post. */
  react(number: string, serverId: number, emoji: string): Promise<void> {
    return this.#do(() => {
      reactTo(this.#network, this.#channel, this.#post(serverId), parseNumber(number), emoji)
    })
  }

  #known(number: string): string {
    return this.#network.directory.ensure(parseNumber(number)).number
  }

  #post(serverId: number): ChannelPostRecord {
    const post = this.#channel.record.posts.find((each) => each.serverId === serverId)
    if (post === undefined) throw new InputError(`the channel has no post ${serverId}: see its posts`)
    return post
  }

  async #do(act: () => void): Promise<void> {
    act()
    await committed(this.#network.journal)
  }
}

export function openChannel(network: Network, { name, owner, description = '' }: ChannelOptions): Channel {
  const user = network.directory.ensure(parseNumber(owner))
  return new Channel(network, network.channels.create(user.number, name, description, network.now()))
}

/** The channel a jid names; throws InputError when there is none. */
export function findChannel(network: Network, jid: string): Channel {
  const channel = network.channels.find(jid)
  if (channel === undefined) throw new InputError(`there is no channel "${jid}"`)
  return new Channel(network, channel)
}
