import { z } from 'zod'
import { problemText } from '../../core/input/input-problem.ts'
import { contentTypes, MediaSource, modifiers } from '../conversations/message.ts'
import { clientId, idempotencyKey, ownPicture, recipient } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { MediaFile } from '../resources.ts'
import { CHANNEL_REACTIONS, CHANNEL_ROLES, channelJid, ReactionCount } from './channel-fields.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

const LINK = /^(?:(?:https?:\/\/)?(?:www\.)?whatsapp\.com\/channel\/)?([\w-]{16,64})\/?(?:\?\S{0,200})?$/
const invite = z
  .string()
  .trim()
  .max(320)
  .regex(LINK, problemText('NO_CHANNEL_LINK'))
  .transform((text) => LINK.exec(text)?.[1] ?? '')
  .describe('The link of a channel, or the code at its end.')

const name = z.string().trim().min(1).max(100)
const description = z.string().max(2_048)
const serverId = z.int().min(1).describe('The channel’s own number of the post, which grows.')
/** Of a post, as the network and this service draw them. */
const postId = z.string().min(1).max(64)

const Channel = z.object({
  jid: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  link: z.string().nullable().describe('Whoever has it may follow.'),
  createdAt: timestamp.nullable(),
  followers: z.int().nullable().describe('Null in `channels.list`: there the network does not say.'),
  verified: z.boolean(),
  role: z
    .enum(CHANNEL_ROLES)
    .nullable()
    .describe('What the client’s account is to it; null where the network does not say.'),
  muted: z.boolean().nullable(),
  reactions: z
    .enum(CHANNEL_REACTIONS)
    .nullable()
    .describe('With which emojis its posts are reacted to: `basic` are those WhatsApp offers first.'),
})

const Post = z.object({
  id: z.string(),
  serverId,
  type: z.string(),
  text: z.string().nullable().describe('Of a file its caption.'),
  file: z
    .object({
      mimetype: z.string(),
      fileName: z.string().nullable(),
      sizeBytes: z.int().nullable(),
      seconds: z.int().nullable(),
    })
    .nullable(),
  postedAt: timestamp.nullable(),
  editedAt: timestamp.nullable(),
  views: z.int(),
  reactions: z.array(ReactionCount),
})

const Admin = z.object({
  jid: z.string(),
  phoneNumber: z.string().nullable(),
  lid: z.string().nullable(),
  name: z.string().nullable(),
  username: z.string().nullable(),
  role: z.enum(['owner', 'admin']),
  followsSince: timestamp.nullable(),
})
const person = recipient.describe('An admin of the channel, by number or address.')

const Success = z.object({ success: z.literal(true) })

const reach = { ids: { clientId: 'client' } } as const
const inChannel = { clientId, channelJid }
const reads = { scope: 'channels:read', reach, effect: 'reads', extension: true } as const
const writes = { scope: 'channels:write', reach, effect: 'writes', extension: true } as const

const postTypes = {
  text: contentTypes.text.optional(),
  image: MediaSource.optional(),
  video: MediaSource.optional(),
  audio: MediaSource.optional(),
  document: MediaSource.optional(),
  poll: contentTypes.poll.optional(),
} as const
const { caption, mimetype, fileName, ptt, gifPlayback } = modifiers

/** A post: exactly one of its types, and what files may say of themselves beside it, as in `chat.sendMessage`. */
const PostInput = z
  .strictObject({
    ...inChannel,
    ...postTypes,
    ...{ caption, mimetype, fileName, ptt, gifPlayback },
    idempotencyKey,
  })
  .check((ctx) => {
    const types = Object.keys(postTypes) as (keyof typeof postTypes)[]
    const present = types.filter((type) => ctx.value[type] !== undefined)
    if (present.length === 1) return
    const message =
      present.length === 0
        ? problemText('NO_MESSAGE_TYPE', { types })
        : problemText('MESSAGE_TYPES_MANY', { types: present })
    ctx.issues.push({ code: 'custom', message, input: ctx.value, path: [] })
  })

const OWNER_ONLY = 'Only its owner may.'
const ADMINS_ONLY = 'Only its owner and admins may.'

export const channels = {
  list: defineOperation({
    ...reads,
    name: 'channels.list',
    summary: 'List the channels a client follows or owns',
    input: z.strictObject({ clientId }),
    output: z.object({ channels: z.array(Channel) }),
  }),
  get: defineOperation({
    ...reads,
    name: 'channels.get',
    summary: 'Get a channel',
    description: 'Also one that the account does not follow.',
    input: z.strictObject(inChannel),
    output: Channel,
  }),
  preview: defineOperation({
    ...reads,
    name: 'channels.preview',
    summary: 'See which channel a link is of',
    input: z.strictObject({ clientId, invite }),
    output: Channel,
  }),
  follow: defineOperation({
    ...writes,
    name: 'channels.follow',
    summary: 'Follow a channel',
    input: z.strictObject(inChannel),
    output: Success,
  }),
  unfollow: defineOperation({
    ...writes,
    name: 'channels.unfollow',
    summary: 'Follow a channel no longer',
    input: z.strictObject(inChannel),
    output: Success,
  }),
  setMuted: defineOperation({
    ...writes,
    name: 'channels.setMuted',
    summary: 'Mute a channel, or not any more',
    input: z.strictObject({ ...inChannel, muted: z.boolean() }),
    output: Success,
  }),
  create: defineOperation({
    ...writes,
    name: 'channels.create',
    summary: 'Make a channel',
    description: 'The client’s account is its owner.',
    input: z.strictObject({ clientId, name, description: description.optional(), idempotencyKey }),
    output: Channel,
  }),
  update: defineOperation({
    ...writes,
    name: 'channels.update',
    summary: 'Change name, description, picture or reactions of a channel',
    description: `Only what is given changes. ${ADMINS_ONLY}`,
    input: z.strictObject({
      ...inChannel,
      name: name.optional(),
      description: description.optional().describe('An empty text takes it away.'),
      picture: ownPicture.optional(),
      reactions: z
        .enum(['all', 'basic', 'none'])
        .optional()
        .describe('With which emojis posts may be reacted to.'),
    }),
    output: Success,
  }),
  delete: defineOperation({
    ...writes,
    name: 'channels.delete',
    summary: 'Delete a channel for everybody',
    description: OWNER_ONLY,
    effect: 'destroys',
    input: z.strictObject(inChannel),
    output: Success,
  }),
  listPosts: defineOperation({
    ...reads,
    name: 'channels.listPosts',
    summary: 'List what was posted in a channel, newest first',
    input: z.strictObject({
      ...inChannel,
      before: serverId.optional().describe('`nextBefore` of the page before.'),
      limit: z.int().min(1).max(100).default(50),
    }),
    output: z.object({ posts: z.array(Post), nextBefore: z.int().nullable() }),
  }),
  post: defineOperation({
    ...writes,
    name: 'channels.post',
    summary: 'Post a text, a file or a poll in a channel',
    description: `Exactly one of \`text\`, \`image\`, \`video\`, \`audio\`, \`document\` and \`poll\`. ${ADMINS_ONLY} It is answered once the network took it. After a timeout call again with the same key: what is there already is not posted twice.`,
    input: PostInput,
    output: z.object({ id: z.string(), serverId: serverId.nullable() }),
  }),
  editPost: defineOperation({
    ...writes,
    name: 'channels.editPost',
    summary: 'Change the text of a post, or the caption of its file',
    description: ADMINS_ONLY,
    input: z.strictObject({ ...inChannel, serverId, text: contentTypes.text }),
    output: Success,
  }),
  downloadFile: defineOperation({
    ...reads,
    name: 'channels.downloadFile',
    summary: 'Get the file of a post of a channel',
    description:
      'Answers where to GET the file, which is here for a day. One that takes longer than a call waits goes on being downloaded: call again and get it when it is here.',
    input: z.strictObject({ ...inChannel, serverId }),
    output: MediaFile,
  }),
  deletePost: defineOperation({
    ...writes,
    name: 'channels.deletePost',
    summary: 'Take a post of a channel back',
    description: ADMINS_ONLY,
    effect: 'destroys',
    input: z.strictObject({ ...inChannel, id: postId }),
    output: Success,
  }),
  watch: defineOperation({
    ...reads,
    name: 'channels.watch',
    summary: 'Have views and reactions of a channel told for some minutes',
    description: 'As events `channel.counts`, until the time it answers: call it again to go on.',
    input: z.strictObject(inChannel),
    output: z.object({ until: timestamp }),
  }),
  listAdmins: defineOperation({
    ...reads,
    name: 'channels.listAdmins',
    summary: 'List the owner and the admins of a channel',
    description: `${ADMINS_ONLY} They are those whom the network names among the followers it lists, 100 at most; \`count\` is how many admins it counts.`,
    input: z.strictObject(inChannel),
    output: z.object({ admins: z.array(Admin), count: z.int() }),
  }),
  demoteAdmin: defineOperation({
    ...writes,
    name: 'channels.demoteAdmin',
    summary: 'Make an admin of a channel a follower again',
    description: OWNER_ONLY,
    input: z.strictObject({ ...inChannel, person }),
    output: Success,
  }),
  changeOwner: defineOperation({
    ...writes,
    name: 'channels.changeOwner',
    summary: 'Hand a channel over to one of its admins',
    description: `${OWNER_ONLY} From then on the client’s account is an admin, and only the new owner can give it back.`,
    effect: 'destroys',
    input: z.strictObject({ ...inChannel, person }),
    output: Success,
  }),
  react: defineOperation({
    ...writes,
    name: 'channels.react',
    summary: 'React to a post of a channel',
    input: z.strictObject({
      ...inChannel,
      serverId,
      emoji: z.string().max(16).describe('An empty text takes the reaction back.'),
    }),
    output: Success,
  }),
}
