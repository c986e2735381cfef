import type { Address } from '../../core/addresses.ts'
import type { NetworkAnswer } from './network-answer.ts'

export type ChannelRole = 'owner' | 'admin' | 'subscriber' | 'guest'

/** A channel as the network describes it. */
export interface ChannelInfo {
  jid: Address
  name: string
  description: string | null
  /** The code at the end of its link; null when the network does not say. */
  invite: string | null
  /** 0: the network does not say. */
  createdSec: number
  followers: number
  isVerified: boolean
  /** What the account is to it; null where the network does not say. */
  role: ChannelRole | null
  isMuted: boolean | null
}

export interface ChannelPost {
  /** The writer's id, as of other messages. */
  id: string
  /** The channel's own number of it, which grows. */
  serverId: number
  type: string
  text: string | null
  atSec: number
  views: number
  reactions: readonly { emoji: string; count: number }[]
}

export interface ChannelChanges {
  name?: string | undefined
  description?: string | undefined
  /** A JPEG as base64; empty takes it away. */
  picture?: string | undefined
}

/**
 * Acts on channels, which the wire calls newsletters. What they set is what is to be, so a repeat changes nothing, except
 * of `create` and `post`. Each rejects when the client is not connected, or when the network does not answer in time: then
 * it may or may not have happened.
 */
export interface NetworkChannels {
  /** Those the account follows or owns. */
  list(): Promise<NetworkAnswer<ChannelInfo[]>>
  /** By its address, or by the code of its link. Null when there is none. */
  find(key: { jid: Address } | { invite: string }): Promise<NetworkAnswer<ChannelInfo | null>>
  follow(channel: Address, isFollowed: boolean): Promise<NetworkAnswer<null>>
  mute(channel: Address, isMuted: boolean): Promise<NetworkAnswer<null>>
  create(name: string, description: string | null): Promise<NetworkAnswer<ChannelInfo>>
  update(channel: Address, changes: ChannelChanges): Promise<NetworkAnswer<null>>
  delete(channel: Address): Promise<NetworkAnswer<null>>
  /** The newest first; `before`: only those with a smaller number. */
  posts(channel: Address, count: number, before: number | null): Promise<NetworkAnswer<ChannelPost[]>>
  /** Answers the channel's number of it; null when the network took it and names none. */
  post(channel: Address, id: string, text: string): Promise<NetworkAnswer<number | null>>
  /** Takes a post of that id back. */
  deletePost(channel: Address, id: string): Promise<NetworkAnswer<null>>
  /** An empty emoji takes the account's reaction back. */
  react(channel: Address, serverId: number, emoji: string): Promise<NetworkAnswer<null>>
}
