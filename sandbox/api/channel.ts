import { proto } from 'baileys/WAProto/index.js'
import { committed } from '../infra/journal.ts'
import { InputError, parseNumber } from '../protocol/addresses.ts'
import type { Channel as StoredChannel } from '../state/channels.ts'
import type { Network } from '../state/network.ts'

export interface ChannelOptions {
  name: string
  /** Number of who owns it. */
  owner: string
  description?: string
}

/** A channel as a scenario acts in it. */
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

  get followers(): readonly string[] {
    return Object.keys(this.#channel.record.followers)
  }

  /** Texts of the posts there are, oldest first. */
  get posts(): readonly string[] {
    return this.#channel.record.posts.flatMap(({ message }) =>
      message === null ? [] : (proto.Message.decode(Buffer.from(message, 'base64')).conversation ?? ''),
    )
  }

  /** Somebody follows it. */
  async follow(number: string): Promise<void> {
    this.#channel.record.followers[parseNumber(number)] ??= { muted: false }
    this.#channel.save()
    await committed(this.#network.journal)
  }

  /** Its owner posts a text; answers the channel's number of it. */
  async post(id: string, text: string): Promise<number> {
    const message = proto.Message.encode({ conversation: text }).finish()
    const { serverId } = this.#channel.post(id, message, this.#network.now())
    await committed(this.#network.journal)
    return serverId
  }

  /** Somebody reacts to a post. */
  async react(number: string, serverId: number, emoji: string): Promise<void> {
    const post = this.#channel.record.posts.find((each) => each.serverId === serverId)
    if (post === undefined) throw new InputError(`the channel has no post ${serverId}: see its posts`)
    post.reactions[parseNumber(number)] = emoji
    this.#channel.save()
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
