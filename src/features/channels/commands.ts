import type { Address } from '../../core/addresses.ts'
import type { FileKind, MediaContent, PollContent, TextContent } from '../../core/conversation/content.ts'
import type { ChannelChanges, ChannelFollower, ChannelInfo, ChannelPost } from '../../network/port.ts'
import type { ActCommand } from '../account-acts/index.ts'

/** Asks the owner of a client to do something about channels. */
export const CHANNEL_COMMAND = 'channels.act'

/** What can be posted. */
export type PostContent = TextContent | MediaContent | PollContent

export interface PostFile {
  mediaId: string
  kind: FileKind
  mimetype: string
  fileName: string | null
  sizeBytes: number
  /** Hexadecimal. */
  sha256: string
  expiresAt: string
}

interface OfChannel {
  channel: Address
}

/** The acts with what each needs and what it answers. */
export interface ChannelActTable {
  list: { input: object; output: ChannelInfo[] }
  find: { input: { jid: Address } | { invite: string }; output: ChannelInfo }
  follow: { input: OfChannel & { isFollowed: boolean }; output: null }
  mute: { input: OfChannel & { isMuted: boolean }; output: null }
  /** `repeat`: the call before may have made it, so it is looked for first. */
  create: { input: { name: string; description: string | null; repeat: boolean }; output: ChannelInfo }
  update: { input: OfChannel & { changes: ChannelChanges }; output: null }
  delete: { input: OfChannel; output: null }
  posts: { input: OfChannel & { count: number; before: number | null }; output: ChannelPost[] }
  /** `repeat`: the call before may have sent it, so it is looked for first. */
  post: {
    input: OfChannel & { id: string; content: PostContent; repeat: boolean }
    output: { serverId: number | null }
  }
  /** The text of a post, or the caption of its file. */
  /** Answers the id of the post. */
  editPost: { input: OfChannel & { serverId: number; text: string }; output: { id: string } }
  /** The file of a post, from now on in the store. */
  downloadFile: { input: OfChannel & { serverId: number }; output: PostFile }
  /** Answers for how many seconds. */
  watch: { input: OfChannel; output: number }
  deletePost: { input: OfChannel & { id: string }; output: null }
  /** Those who run it, and how many the network counts. */
  admins: { input: OfChannel; output: { admins: ChannelFollower[]; count: number } }
  demoteAdmin: { input: OfChannel & { person: Address }; output: null }
  changeOwner: { input: OfChannel & { person: Address }; output: null }
  react: { input: OfChannel & { serverId: number; emoji: string }; output: null }
}

/** What is about to be posted, and where; null when it is something else. */
export function toPosting(command: unknown): { channel: Address; id: string } | null {
  const { act, input } = command as ActCommand<ChannelActTable>
  return act === 'post' ? (input as ChannelActTable['post']['input']) : null
}

/** Which channel is followed once this was done; null when it is something else. */
export function toFollowed(command: unknown): Address | null {
  const { act, input } = command as ActCommand<ChannelActTable>
  if (act !== 'follow') return null
  const { channel, isFollowed } = input as ChannelActTable['follow']['input']
  return isFollowed ? channel : null
}
