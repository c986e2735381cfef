import { z } from 'zod'
import { STATUS_FONTS, STATUS_SETTINGS, type StatusFont } from '../../core/conversation/status-post.ts'
import { problemText } from '../../core/input/input-problem.ts'
import { MAX_TEXT_CHARS, MediaSource } from '../conversations/message.ts'
import { clientId, cursor, idempotencyKey, recipient } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { Coded, ReadResult, SendResult } from '../resources.ts'

/** What the network's own apps let somebody write into one. */
const MAX_STATUS_CHARS = 700
/** Of one call; whom the account's privacy means may be as many. */
const MAX_NAMED = 2_000

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')
const statusId = z.string().min(1).max(128).describe('Id of the status.')
const mediaSource = MediaSource.optional()
const fonts = Object.keys(STATUS_FONTS) as [StatusFont, ...StatusFont[]]

const colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { error: problemText('NO_COLOUR') })
  .describe('`#RRGGBB`.')

const Audience = z.object({
  setting: z
    .enum(STATUS_SETTINGS)
    .describe('As of the account’s privacy; `allowlist` where people were named.'),
  people: z.int().describe('To how many it goes.'),
  leftOut: z
    .int()
    .describe(
      'How many more the privacy means. One status goes to 2,000 people: those the account talked with last.',
    ),
})

const OwnStatus = z.object({
  id: z.string(),
  type: z.string().describe('text, image, video or audio; another of what was posted elsewhere.'),
  text: z.string().nullable(),
  background: colour.nullable(),
  font: z.enum(fonts).nullable(),
  state: z
    .enum(['sending', 'posted', 'failed', 'unknown', 'deleted'])
    .describe(
      '`failed`: certainly nobody has it. `unknown`: the network did not say in time whether it took it.',
    ),
  failure: Coded.nullable(),
  error: z.string().nullable(),
  origin: z.enum(['api', 'phone']).describe('`phone`: at the phone or another device of the account.'),
  postedAt: timestamp,
  expiresAt: timestamp,
  isOver: z.boolean(),
  audience: Audience.nullable().describe('Null of what was posted elsewhere.'),
  delivered: z.int(),
  seen: z.int(),
  liked: z.int(),
  replies: z.int(),
})

const Viewer = z.object({
  jid: z.string(),
  name: z.string().nullable(),
  deliveredAt: timestamp.nullable(),
  seenAt: timestamp.nullable().describe('Null also of somebody who tells nobody what they see.'),
  reaction: z.string().nullable(),
  replies: z.array(z.string()).describe('Ids of messages of the conversation with `jid`.'),
})

const ReceivedStatus = z.object({
  id: z.string(),
  jid: z.string().describe('Who posted it.'),
  name: z.string().nullable(),
  type: z.string(),
  text: z.string().nullable(),
  background: colour.nullable(),
  hasFile: z.boolean().describe('`chat.downloadMedia` gets it, of the conversation `status@broadcast`.'),
  postedAt: timestamp,
  expiresAt: timestamp,
  isSeen: z.boolean(),
  isMuted: z.boolean().describe('The account does not want to see those of this person.'),
  reaction: z.string().nullable().describe('What the account said to it.'),
})

const reach = { ids: { clientId: 'client' } } as const
const reads = { scope: 'chat:read', reach, effect: 'reads', extension: true } as const
const writes = { scope: 'chat:write', reach, effect: 'writes', extension: true } as const

const Post = z
  .strictObject({
    clientId,
    text: z.string().min(1).max(MAX_STATUS_CHARS).optional(),
    image: mediaSource,
    video: mediaSource,
    voice: mediaSource.describe('A recording.'),
    caption: z.string().min(1).max(MAX_TEXT_CHARS).optional().describe('Of a picture or a video.'),
    background: colour.optional().describe('Behind a text or a recording, `#RRGGBB`.'),
    font: z.enum(fonts).optional().describe('Of a text.'),
    audience: z
      .array(recipient)
      .min(1)
      .max(MAX_NAMED)
      .optional()
      .describe('Only these people. Without it whom the account’s privacy for statuses means.'),
    idempotencyKey,
  })
  .check((ctx) => {
    const { text, image, video, voice, caption, background, font, audience = [] } = ctx.value
    const refuse = (path: string, message: string) =>
      ctx.issues.push({ code: 'custom', message, input: ctx.value, path: [path] })
    const given = [text, image, video, voice].filter((part) => part !== undefined).length
    if (given !== 1) refuse('text', problemText('NO_STATUS_CONTENT'))
    if (caption !== undefined && !image && !video) refuse('caption', problemText('STATUS_FIELD_MISPLACED'))
    if (background !== undefined && text === undefined && !voice)
      refuse('background', problemText('STATUS_FIELD_MISPLACED'))
    if (font !== undefined && text === undefined) refuse('font', problemText('STATUS_FIELD_MISPLACED'))
    const wrong = audience.findIndex((address) => !/@(?:s\.whatsapp\.net|lid)$/.test(address))
    if (wrong >= 0) refuse('audience', problemText('STATUS_FOR_PEOPLE'))
  })

export const status = {
  post: defineOperation({
    ...writes,
    name: 'status.post',
    summary: 'Post a status',
    description:
      'A text, a picture, a video or a recording that is shown for 24 hours. To whom is fixed before it leaves. As with a message: `type` success when the network took it, error when it certainly did not, or when `error` starts with `OUTCOME_UNKNOWN`.',
    body: 'files',
    input: Post,
    output: SendResult.extend({
      audience: Audience.nullable(),
      expiresAt: timestamp.nullable(),
    }),
  }),
  delete: defineOperation({
    ...writes,
    name: 'status.delete',
    summary: 'Take a status back',
    description: 'Of all who got it.',
    effect: 'destroys',
    input: z.strictObject({ clientId, id: statusId, idempotencyKey }),
    output: SendResult,
  }),
  list: defineOperation({
    ...reads,
    name: 'status.list',
    summary: 'List the statuses of a client’s account, newest first',
    description: 'Also those posted at the phone, and those that are over.',
    input: z.strictObject({
      clientId,
      cursor: cursor.optional(),
      limit: z.int().min(1).max(100).default(20),
    }),
    output: z.object({ statuses: z.array(OwnStatus), nextCursor: z.string().nullable() }),
  }),
  listViewers: defineOperation({
    ...reads,
    name: 'status.listViewers',
    summary: 'Who has a status, who saw, liked and answered it',
    description: 'Who saw it first.',
    input: z.strictObject({ clientId, id: statusId }),
    output: z.object({ viewers: z.array(Viewer) }),
  }),
  previewAudience: defineOperation({
    ...reads,
    name: 'status.previewAudience',
    summary: 'To how many people a status would go now',
    input: z.strictObject({ clientId }),
    output: Audience,
  }),
  listReceived: defineOperation({
    ...reads,
    name: 'status.listReceived',
    summary: 'List the statuses of contacts that are shown now, newest first',
    description: 'Those of people who are muted are left out unless asked for.',
    input: z.strictObject({
      clientId,
      jid: recipient.optional().describe('Only those of this person.'),
      withMuted: z.boolean().default(false),
      limit: z.int().min(1).max(200).default(100),
    }),
    output: z.object({ statuses: z.array(ReceivedStatus) }),
  }),
  markSeen: defineOperation({
    ...writes,
    name: 'status.markSeen',
    summary: 'Mark statuses of contacts as seen',
    description: 'They are told, unless the account’s privacy keeps that.',
    input: z.strictObject({ clientId, ids: z.array(statusId).min(1).max(200) }),
    output: ReadResult,
  }),
  react: defineOperation({
    ...writes,
    name: 'status.react',
    summary: 'Like a status of a contact',
    input: z.strictObject({
      clientId,
      id: statusId,
      reaction: z.string().max(64).describe('An emoji; "" takes it back.'),
      idempotencyKey,
    }),
    output: SendResult,
  }),
}
