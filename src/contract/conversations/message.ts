import { z } from 'zod'
import { problemText } from '../../core/input/input-problem.ts'
import { recipient, requestKey, resourceId } from '../fields.ts'

export const MAX_TEXT_CHARS = 65_536

const httpUrl = z
  .string()
  .max(8192)
  .refine((url) => /^https?:\/\/\S+$/i.test(url) && URL.canParse(url), {
    error: problemText('NO_URL'),
  })

const base64 = z
  .string()
  .min(1)
  .refine((text) => /^[A-Za-z0-9+/_-]+={0,2}$/.test(text), { error: problemText('NO_BASE64') })

const mimetype = z.string().regex(/^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/, { error: problemText('NO_MIME_TYPE') })

/** Bytes in the body of a call. */
export const FileBytes = z.strictObject({ base64, mimetype })

/** Bytes to send: a URL string, `{url}`, `{base64, mimetype}`, or `{mediaId}` of a file this service has. */
export const MediaSource = z.union(
  [httpUrl, z.strictObject({ url: httpUrl }), FileBytes, z.strictObject({ mediaId: resourceId })],
  {
    error: problemText('NO_MEDIA_SOURCE'),
  },
)

const Location = z
  .strictObject({
    degreesLatitude: z.number().min(-90).max(90).optional(),
    degreesLongitude: z.number().min(-180).max(180).optional(),
    latitude: z.number().min(-90).max(90).optional().describe('Same as `degreesLatitude`.'),
    longitude: z.number().min(-180).max(180).optional().describe('Same as `degreesLongitude`.'),
    name: z.string().max(1024).optional(),
    address: z.string().max(1024).optional(),
    url: httpUrl.optional(),
  })
  .transform(({ latitude, longitude, ...rest }, ctx) => {
    const degreesLatitude = rest.degreesLatitude ?? latitude
    const degreesLongitude = rest.degreesLongitude ?? longitude
    if (degreesLatitude !== undefined && degreesLongitude !== undefined) {
      return { ...rest, degreesLatitude, degreesLongitude }
    }
    const name = degreesLatitude === undefined ? 'degreesLatitude' : 'degreesLongitude'
    ctx.issues.push({ code: 'custom', message: problemText('REQUIRED', { name }), input: rest, path: [name] })
    return z.NEVER
  })

const Contacts = z.strictObject({
  displayName: z.string().max(512).optional(),
  contacts: z
    .array(
      z.strictObject({ displayName: z.string().max(512).optional(), vcard: z.string().min(1).max(65_536) }),
    )
    .min(1)
    .max(256),
})

const Poll = z
  .strictObject({
    name: z.string().min(1).max(1024),
    values: z.array(z.string().min(1).max(256)).min(2).max(12),
    selectableCount: z
      .int()
      .min(0)
      .max(12)
      .optional()
      .describe('How many may be chosen; 0 means any number.'),
    toAnnouncementGroup: z.boolean().optional(),
  })
  .check((ctx) => {
    const { values, selectableCount = 0 } = ctx.value
    if (new Set(values).size !== values.length) {
      ctx.issues.push({
        code: 'custom',
        message: problemText('OPTIONS_SAME'),
        input: values,
        path: ['values'],
      })
    }
    if (selectableCount > values.length) {
      const message = problemText('SELECTABLE_TOO_MANY')
      ctx.issues.push({ code: 'custom', message, input: selectableCount, path: ['selectableCount'] })
    }
  })

/** The last second of the year 9999: later ones cannot be written as ISO 8601. */
const MAX_EPOCH_SEC = 253_402_300_799

const moment = z
  .union([z.iso.datetime({ offset: true }), z.int().min(0).max(MAX_EPOCH_SEC)], {
    error: problemText('NO_MOMENT'),
  })
  .transform((value) => (typeof value === 'number' ? new Date(value * 1000) : new Date(value)))

const CalendarEvent = z.strictObject({
  name: z.string().min(1).max(1024),
  description: z.string().max(4096).optional(),
  startDate: moment,
  endDate: moment.optional(),
  location: Location.optional(),
  call: z
    .enum(['audio', 'video'])
    .optional()
    .describe('Adds a link under which a call of this kind can be joined; the network makes it.'),
  isCancelled: z.boolean().optional(),
  isScheduleCall: z.boolean().optional(),
  extraGuestsAllowed: z.boolean().optional(),
})

const GroupInvite = z.strictObject({
  inviteCode: z.string().min(1).max(256),
  inviteExpiration: z.int().min(0).max(MAX_EPOCH_SEC).describe('Whole seconds since 1970.'),
  text: z.string().max(MAX_TEXT_CHARS),
  jid: recipient.describe('Address of the group.'),
  subject: z.string().max(1024),
})

const Pin = z
  .object(requestKey.shape)
  .extend({
    type: z
      .union([z.literal(1), z.literal(2)], { error: problemText('NO_PIN') })
      .optional()
      .describe('1 pins (default), 2 unpins.'),
    time: z
      .union([z.literal(86_400), z.literal(604_800), z.literal(2_592_000)], {
        error: problemText('NO_PIN_TIME'),
      })
      .optional()
      .describe('Seconds: 24 h, 7 or 30 days.'),
  })
  .describe('Key of the message to pin.')

const ListReply = z.strictObject({
  title: z.string().max(1024).optional(),
  description: z.string().max(4096).optional(),
  listType: z.int().min(0).max(2).optional(),
  singleSelectReply: z.strictObject({ selectedRowId: z.string().min(1).max(256) }),
})

const ButtonReply = z.strictObject({
  displayText: z.string().min(1).max(1024),
  id: z.string().min(1).max(256),
  index: z.int().min(0).max(100),
  type: z.enum(['template', 'plain']).optional(),
})

/** The message types; exactly one of them is present in a message. */
export const contentTypes = {
  text: z.string().min(1).max(MAX_TEXT_CHARS),
  image: MediaSource,
  video: MediaSource,
  audio: MediaSource,
  document: MediaSource,
  sticker: MediaSource,
  location: Location,
  contacts: Contacts,
  poll: Poll,
  event: CalendarEvent,
  groupInvite: GroupInvite,
  pin: Pin,
  listReply: ListReply,
  buttonReply: ButtonReply,
} as const

export type ContentType = keyof typeof contentTypes
export const CONTENT_TYPES = Object.keys(contentTypes) as readonly ContentType[]

const quotedKey = requestKey.partial({ remoteJid: true, fromMe: true })

/** A message this one answers: its id, its key, or the message with its key. It must be one this client has seen. */
const Quoted = z
  .union([z.string().min(1).max(128), quotedKey, z.object({ key: quotedKey })], {
    error: problemText('NO_QUOTED'),
  })
  .transform((quoted) => {
    if (typeof quoted === 'string') return { id: quoted }
    return 'key' in quoted ? quoted.key : quoted
  })

/** What may stand beside the message type. */
export const modifiers = {
  caption: z.string().max(MAX_TEXT_CHARS).optional(),
  mimetype: mimetype.optional(),
  fileName: z.string().min(1).max(255).optional(),
  ptt: z.boolean().optional().describe('Audio as a voice note.'),
  ptv: z.boolean().optional().describe('Video as a round video note.'),
  gifPlayback: z.boolean().optional(),
  viewOnce: z.boolean().optional(),
  mentions: z.array(recipient).max(1024).optional(),
  mentionAll: z.boolean().optional(),
  linkPreview: z.boolean().optional().describe('Whether a link in the text gets a preview.'),
  quoted: Quoted.optional(),
  ephemeral: z
    .int()
    .min(0)
    .max(7_776_000)
    .optional()
    .describe(
      'Seconds after which the message disappears; 0 keeps it. Without it the chat’s own setting holds.',
    ),
  seconds: z.int().min(0).max(86_400).optional().describe('Length of audio or video.'),
  width: z.int().min(1).max(65_535).optional(),
  height: z.int().min(1).max(65_535).optional(),
} as const

const optionalTypes = {
  text: contentTypes.text.optional(),
  image: contentTypes.image.optional(),
  video: contentTypes.video.optional(),
  audio: contentTypes.audio.optional(),
  document: contentTypes.document.optional(),
  sticker: contentTypes.sticker.optional(),
  location: contentTypes.location.optional(),
  contacts: contentTypes.contacts.optional(),
  poll: contentTypes.poll.optional(),
  event: contentTypes.event.optional(),
  groupInvite: contentTypes.groupInvite.optional(),
  pin: contentTypes.pin.optional(),
  listReply: contentTypes.listReply.optional(),
  buttonReply: contentTypes.buttonReply.optional(),
} as const

/** The message types a value carries; a valid message carries exactly one. */
export function listContentTypes(message: Readonly<Partial<Record<ContentType, unknown>>>): ContentType[] {
  return CONTENT_TYPES.filter((type) => message[type] !== undefined)
}

/** A message: exactly one type field, modifiers beside it, anything else refused by name. */
export const Message = z.strictObject({ ...optionalTypes, ...modifiers }).check((ctx) => {
  const present = listContentTypes(ctx.value)
  if (present.length === 1) return
  const message =
    present.length === 0
      ? problemText('NO_MESSAGE_TYPE', { types: CONTENT_TYPES })
      : problemText('MESSAGE_TYPES_MANY', { types: present })
  ctx.issues.push({ code: 'custom', message, input: ctx.value, path: [] })
})

/** One picture or video of an album. */
export const AlbumItem = z
  .strictObject({ image: MediaSource.optional(), video: MediaSource.optional(), ...modifiers })
  .check((ctx) => {
    if ((ctx.value.image === undefined) !== (ctx.value.video === undefined)) return
    const message = problemText('ALBUM_ITEM')
    ctx.issues.push({ code: 'custom', message, input: ctx.value, path: [] })
  })
