import { z } from 'zod'
import { NOTICE_CHOICES } from '../../core/conversation/notices.ts'
import { problemText } from '../../core/input/input-problem.ts'
import { defineOperation } from '../operation.ts'

const choice = {
  conversations: z
    .enum(NOTICE_CHOICES)
    .describe('`all`: each that begins to wait for a person; `mine`: of those only one’s own and nobody’s.'),
  contents: z.boolean().describe('With the name of the contact and what they wrote.'),
}

/** A day; whoever wants to know later looks by themselves. */
const MAX_EMAIL_AFTER_MIN = 1_440

const mentions = z.boolean().describe('Notes that name the caller.')

const Notifications = z.object({
  ...{ ...choice, mentions },
  emailAfterMin: z
    .int()
    .nullable()
    .describe(
      'An e-mail is sent when nobody answered for so many minutes, or a note that names the caller was not seen for as long; null: none is.',
    ),
  canEmail: z.boolean().describe('Whether this service has a mail server.'),
  publicKey: z.string().describe('Of this service, for `pushManager.subscribe` (RFC 8292).'),
  devices: z.int().describe('How many devices get pushes.'),
})

/** A conversation that waits, as a page that is open tells of it. */
const Waiting = z.object({
  clientId: z.string(),
  jid: z.string(),
  isOwn: z.boolean().describe('It is the caller’s.'),
  waitingSince: z.iso.datetime(),
  version: z.string().describe('Another one when the contact wrote again.'),
  clientName: z.string().nullable(),
  contactName: z.string().nullable().describe('Null unless the caller wants contents.'),
  text: z.string().nullable().describe('What the contact wrote last; null unless the caller wants contents.'),
})

/** A note that names the caller, which they did not see. */
const Mention = z.object({
  clientId: z.string(),
  jid: z.string(),
  noteId: z.string(),
  at: z.iso.datetime(),
  clientName: z.string().nullable(),
  byName: z.string().nullable().describe('Who wrote the note; null where no person did.'),
  contactName: z.string().nullable().describe('Null unless the caller wants contents.'),
  text: z.string().nullable().describe('What the note says; null unless the caller wants contents.'),
})

const endpoint = z
  .string()
  .max(2_048)
  .refine((url) => URL.canParse(url), { error: problemText('NO_URL') })

/** What a browser's subscription gives: an uncompressed point of P-256 and 16 bytes (RFC 8291, 3.1 and 3.2). */
const keys = z.strictObject({
  p256dh: z.string().regex(/^[\w-]{87}=?$/, problemText('NO_BASE64URL')),
  auth: z.string().regex(/^[\w-]{22}(==)?$/, problemText('NO_BASE64URL')),
})

const shared = { scope: 'people', right: 'view', reach: 'none', audited: false, extension: true } as const

/** What people want to be told of, and where. */
export const notifications = {
  get: defineOperation({
    name: 'notifications.get',
    summary: 'Read what the caller is told of',
    ...shared,
    effect: 'reads',
    input: z.strictObject({}),
    output: Notifications,
  }),
  set: defineOperation({
    name: 'notifications.set',
    summary: 'Choose what the caller is told of',
    ...shared,
    effect: 'writes',
    input: z.strictObject({
      ...choice,
      mentions: mentions.optional().describe('Notes that name the caller. Left out, it stays.'),
      emailAfterMin: z
        .int()
        .min(1)
        .max(MAX_EMAIL_AFTER_MIN)
        .nullable()
        .optional()
        .describe('Minutes until an e-mail is sent; null: none is. Left out, it stays.'),
      language: z.string().max(16).optional().describe('In which e-mails are written. Left out, it stays.'),
    }),
    output: Notifications,
  }),
  waiting: defineOperation({
    name: 'notifications.waiting',
    summary: 'List what the caller wants to be told of: conversations that wait, and notes that name them',
    description:
      'Of this workspace what changed since a time which an earlier call answered, at most 50 of each; without one nothing. What the caller has open is left out.',
    ...shared,
    effect: 'reads',
    input: z.strictObject({ since: z.iso.datetime({ offset: true }).optional() }),
    output: z.object({
      now: z.iso.datetime().describe('For the next call.'),
      conversations: z.array(Waiting),
      mentions: z.array(Mention),
    }),
  }),
  subscribe: defineOperation({
    name: 'notifications.subscribe',
    summary: 'Have this device get pushes',
    description:
      'Until the session of the call ends, `notifications.unsubscribe` is called, or the push service forgets it.',
    ...shared,
    effect: 'writes',
    input: z.strictObject({
      endpoint,
      keys,
      language: z.string().max(16).default('en').describe('In which the pushes are written.'),
    }),
    output: Notifications,
  }),
  unsubscribe: defineOperation({
    name: 'notifications.unsubscribe',
    summary: 'End pushes to a device',
    ...shared,
    effect: 'writes',
    input: z.strictObject({ endpoint }),
    output: Notifications,
  }),
}
