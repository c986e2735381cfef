import type { Address } from '../../core/addresses.ts'
import type { PersonAddresses } from '../inbound-message.ts'
import type { ReceivedFile } from '../media-port.ts'
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
  /** Null: the network does not say, as of those in a list. */
  followers: number | null
  isVerified: boolean
  /** What the account is to it; null where the network does not say. */
  role: ChannelRole | null
  isMuted: boolean | null
  /** With which emojis its posts are reacted to; null where the network does not say. */
  reactions: ChannelReactions | null
}

/** `basic`: those that WhatsApp offers first; `blocklist`: all but some. */
export type ChannelReactions = 'all' | 'basic' | 'none' | 'blocklist'

/** Somebody who follows a channel, as its owner and admins see them. */
export interface ChannelFollower {
  person: PersonAddresses
  name: string | null
  username: string | null
  role: ChannelRole | null
  /** 0: the network does not say. */
  sinceSec: number
}

/** What somebody wrote into a channel. */
export interface ChannelContent {
  /** The writer's id, as of other messages. */
  id: string
  /** The channel's own number of it, which grows. */
  serverId: number
  type: string
  /** Of a file its caption. */
  text: string | null
  /** What it says of its file; null when it has none. */
  file: ReceivedFile | null
  atSec: number
  /** When it was changed last, in milliseconds; 0: never. */
  editedMs: number
}

export interface ChannelCounts {
  serverId: number
  views: number
  reactions: readonly { emoji: string; count: number }[]
}

export interface ChannelPost extends ChannelContent, ChannelCounts {}

/** What the network tells of a channel. */
export type ChannelNews =
  /** `isOwn`: the account wrote it elsewhere; null where the network does not say. */
  | { kind: 'posted'; post: ChannelContent; isOwn: boolean | null }
  | { kind: 'edited'; post: ChannelContent }
  | { kind: 'revoked'; id: string; serverId: number }
  /** Of posts of a channel that is watched; what is not named did not change. */
  | { kind: 'counts'; counts: Partial<ChannelCounts> & { serverId: number } }
  /** The account follows it, or no longer, by its phone or another of its devices. */
  | { kind: 'followed'; name: string }
  | { kind: 'unfollowed' }
  | { kind: 'muted'; isMuted: boolean }
  | { kind: 'role'; person: PersonAddresses; role: ChannelRole; by: PersonAddresses | null }
  /** What it says of itself from now on; the network names all of it, whatever changed. */
  | { kind: 'changed'; name: string; description: string | null; reactions: ChannelReactions | null }
  | { kind: 'state'; state: 'active' | 'suspended' | 'geosuspended' | 'deleted' }
  /** So many follow it, or did something with a post: what the network tells its admins of such numbers. */
  | { kind: 'milestone'; of: ChannelMilestone; value: number; serverId: number | null }

export type ChannelMilestone = 'follows' | 'forwards' | 'reactions' | 'responses' | 'votes'

/** A post has one id of its notice however it comes: as a message, again, or on a page after a cut. */
export const postNotice = (channel: Address, serverId: number): string => `post/${channel}/${serverId}`

/** The same of a change of a post, by the notice of that. */
export const editNotice = (post: string, editedMs: number): string => `${post}/edited/${editedMs}`
/** No notice of the network: the client posts under that id itself. */
export const postedHereNotice = (channel: Address, id: string): string => `post/${channel}/from-here/${id}`
/** No notice of the network: the client changed the post of that id itself. */
export const changedHereNotice = (channel: Address, id: string): string => `post/${channel}/here/${id}`
export const revokeNotice = (post: string): string => `${post}/revoked`

export interface ChannelNotice {
  /** Of what it tells, the same when it comes again in any way; unique in the client. */
  id: string
  channel: Address
  atSec: number
  news: ChannelNews
}

/** What is posted, as it goes on the wire: a message, and the media server's word for its file. */
export interface OutgoingPost {
  id: string
  bytes: Uint8Array
  handle: string | null
}

export interface ChannelChanges {
  name?: string | undefined
  description?: string | undefined
  /** A JPEG as base64; empty takes it away. */
  picture?: string | undefined
  reactions?: ChannelReactions | undefined
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
  /** What was posted after that number, the oldest first. */
  postsAfter(channel: Address, count: number, after: number): Promise<NetworkAnswer<PostsAfter>>
  /** The post of that number with its message, by which its file is downloaded; null when there is none. */
  bytesOf(channel: Address, serverId: number): Promise<NetworkAnswer<FoundPost | null>>
  /** Answers the channel's number of it; null when the network took it and names none. */
  post(channel: Address, post: OutgoingPost): Promise<NetworkAnswer<number | null>>
  /** The post of that id is another one from now on. */
  editPost(channel: Address, id: string, bytes: Uint8Array): Promise<NetworkAnswer<null>>
  /** Takes a post of that id back. */
  deletePost(channel: Address, id: string): Promise<NetworkAnswer<null>>
  /** Has views and reactions told as they come; answers for how many seconds. */
  watch(channel: Address): Promise<NetworkAnswer<number>>
  /** Who follows it, with its owner and admins, so many at most: the network names them to these alone, and has no further page. */
  followers(channel: Address, count: number): Promise<NetworkAnswer<ChannelFollower[]>>
  /** How many admins it has, as the network counts them. */
  countAdmins(channel: Address): Promise<NetworkAnswer<number>>
  /** An admin, by their LID, is one no longer; the owner alone may. */
  demote(channel: Address, admin: Address): Promise<NetworkAnswer<null>>
  /** An admin, by their LID, owns it from now on, and the account is an admin; the owner alone may. */
  changeOwner(channel: Address, admin: Address): Promise<NetworkAnswer<null>>
  /** An empty emoji takes the account's reaction back. */
  react(channel: Address, serverId: number, emoji: string): Promise<NetworkAnswer<null>>
}

export interface PostsAfter {
  /** Those there are. */
  posts: ChannelPost[]
  /** Those that were taken back, as far as the network says so. */
  revoked: { id: string; serverId: number }[]
  /** The highest number on the page, also of what was taken back; null when it is empty. */
  last: number | null
}

export interface FoundPost {
  id: string
  bytes: Uint8Array
  post: ChannelContent
}
