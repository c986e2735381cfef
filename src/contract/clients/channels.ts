import { z } from 'zod'
import type { Address } from '../../core/addresses.ts'
import { problemText } from '../../core/input/input-problem.ts'
import { clientId, idempotencyKey, ownPicture } from '../fields.ts'
import { defineOperation } from '../operation.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

const channelJid = z
  .string()
  .max(64)
  .regex(/^\d{5,25}@newsletter$/, problemText('NO_CHANNEL_ADDRESS'))
  .transform((text) => text as Address)
  .describe('Address of the channel, `<id>@newsletter`.')

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
  followers: z.int(),
  verified: z.boolean(),
  role: z
    .enum(['owner', 'admin', 'subscriber', 'guest'])
    .nullable()
    .describe('What the client’s account is to it; null where the network does not say.'),
  muted: z.boolean().nullable(),
})

const Post = z.object({
  id: z.string(),
  serverId,
  type: z.string(),
  text: z.string().nullable(),
  postedAt: timestamp.nullable(),
  views: z.int(),
  reactions: z.array(z.object({ emoji: z.string(), count: z.int() })),
})

const Success = z.object({ success: z.literal(true) })

const reach = { ids: { clientId: 'client' } } as const
const inChannel = { clientId, channelJid }
const reads = { scope: 'channels:read', reach, effect: 'reads', extension: true } as const
const writes = { scope: 'channels:write', reach, effect: 'writes', extension: true } as const

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
    summary: 'Change name, description or picture of a channel',
    description: `Only what is given changes. ${ADMINS_ONLY}`,
    input: z.strictObject({
      ...inChannel,
      name: name.optional(),
      description: description.optional().describe('An empty text takes it away.'),
      picture: ownPicture.optional(),
    }),
    output: Success,
  }),
  delete: defineOperation({
    ...writes,
    name: 'channels.delete',
    summary: 'Delete a channel for everybody',
    description: 'Only its owner may.',
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
    summary: 'Post a text in a channel',
    description: `${ADMINS_ONLY} It is answered once the network took it. After a timeout call again with the same key: what is there already is not posted twice.`,
    input: z.strictObject({ ...inChannel, text: z.string().min(1).max(65_536), idempotencyKey }),
    output: z.object({ id: z.string(), serverId: serverId.nullable() }),
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
