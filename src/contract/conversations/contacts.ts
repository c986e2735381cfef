import { z } from 'zod'
import { problemText } from '../../core/input/input-problem.ts'
import { clientId, cursor, recipient, resolveJid, targetFields } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { Contact, NumberCheck, RUN_STATES } from '../resources.ts'
import { contactFieldName, contactFields, contactFieldValue } from './contact-fields.ts'
import { KnownPicture } from './network/picture.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

/** What is noted of a contact. */
const notes = {
  contact: Contact,
  picture: KnownPicture,
  blacklist: z.boolean().describe('Triggers no flows.'),
  favourite: z.boolean(),
  tags: z.array(z.string()),
  fields: z
    .record(z.string(), z.unknown())
    .describe('Values by the names of fields. Flows may also have set some that nobody defined.'),
  handoffUntil: timestamp
    .nullable()
    .describe('Until then a person looks after the contact and flows stay silent.'),
}

/** What automation knows of a contact. */
const ContactAutomation = z.object({
  ...notes,
  run: z
    .object({ id: z.string(), flowId: z.string(), flowName: z.string(), state: z.enum(RUN_STATES) })
    .nullable()
    .describe('The flow state under way.'),
})

/** As people write it; the `@` may be left out. */
const username = z
  .string()
  .trim()
  .regex(/^@?[\w.]{3,35}$/, { error: problemText('NO_USERNAME') })
  .transform((text) => text.replace(/^@/, ''))

const UsernameCheck = z.object({
  username: z.string(),
  state: z
    .enum(['found', 'unknown', 'key_required'])
    .describe('`key_required`: the person is found by those alone who know the key of the username.'),
  lid: z.string().nullable(),
  jid: z.string().nullable().describe('Their phone-number address, where the network tells it.'),
})

const check = defineOperation({
  name: 'contacts.check',
  summary: 'Find out which phone numbers or usernames are on the network',
  description: 'Answers in the order asked.',
  scope: 'contacts:read',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  extension: true,
  assistant: true,
  input: z
    .strictObject({
      clientId,
      phoneNumbers: z
        .array(
          z
            .string()
            .regex(/^[\s(]*\+?[\s(]*[1-9](?:[\s().-]*\d){5,14}[\s().-]*$/, {
              error: problemText('NO_PHONE_NUMBER', { least: 6 }),
            })
            .max(40),
        )
        .max(50)
        .optional(),
      usernames: z
        .array(
          z.strictObject({
            username,
            key: z
              .string()
              .regex(/^\d{4}$/)
              .optional(),
          }),
        )
        .max(10)
        .optional()
        .describe('`key`: the four digits of a username that has a key.'),
    })
    .refine(({ phoneNumbers = [], usernames = [] }) => phoneNumbers.length + usernames.length > 0, {
      error: problemText('REQUIRED', { name: 'phoneNumbers' }),
      path: ['phoneNumbers'],
    }),
  output: z.object({
    contacts: z.array(NumberCheck),
    usernames: z.array(UsernameCheck).optional().describe('Where any were asked for.'),
  }),
})

const get = defineOperation({
  name: 'contacts.get',
  summary: 'Get a contact with its flags, tags and the flow state under way',
  scope: 'contacts:read',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  extension: true,
  assistant: true,
  input: z.strictObject({ clientId, contactJid: recipient }),
  output: ContactAutomation,
})

const update = defineOperation({
  name: 'contacts.update',
  summary: 'Set a contact’s tags and fields, or have a person look after it',
  description:
    'Flows stay silent for `handoffSec` seconds from now; 0 gives the contact back to them. Of `fields` only those named change; null takes a value away.',
  scope: 'contacts:write',
  reach: { ids: { clientId: 'client' } },
  effect: 'writes',
  extension: true,
  input: z.strictObject({
    clientId,
    contactJid: recipient,
    tags: z.array(z.string().trim().min(1).max(64)).max(50).optional(),
    fields: z
      .record(contactFieldName, contactFieldValue)
      .optional()
      .describe('Values by the names of defined fields, each of the type of its field.'),
    handoffSec: z.int().min(0).max(2_592_000).optional(),
  }),
  output: ContactAutomation,
})

const list = defineOperation({
  name: 'contacts.list',
  summary: 'List the people a client knows with what is noted of them',
  description: 'In the order of their addresses. With several filters all of them hold.',
  scope: 'contacts:read',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  extension: true,
  input: z.strictObject({
    clientId,
    tag: z.string().trim().min(1).max(64).optional(),
    field: z
      .strictObject({ name: contactFieldName, value: contactFieldValue })
      .optional()
      .describe('Texts are compared without case; null finds contacts without a value.'),
    search: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe('A part of the name, the username or the number.'),
    cursor: cursor.optional(),
    limit: z.int().min(1).max(500).default(100),
  }),
  output: z.object({ contacts: z.array(z.object(notes)), nextCursor: z.string().nullable() }),
})

const ProfilePicture = z.object({
  jid: z.string(),
  state: z
    .enum(['found', 'none', 'hidden'])
    .describe('`none`: there is no picture. `hidden`: this account may not see it.'),
  id: z.string().nullable().describe('Another one as soon as there is another picture.'),
  url: z
    .string()
    .nullable()
    .describe('The network’s own link: where to GET it for some days, without a key.'),
  fileUrl: z
    .string()
    .nullable()
    .describe('Where this server has a small one, for who may read chats. Null where it keeps none.'),
})

const profilePicture = defineOperation({
  name: 'contacts.profilePicture',
  summary: 'Find the picture of a person or a group',
  description:
    'The network is asked once, again when it says that there is another picture, and after some days; of so many people only in ten minutes and in a day. A small one is kept on this server.',
  scope: 'contacts:read',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  extension: true,
  input: z
    .strictObject({ clientId, ...targetFields, size: z.enum(['preview', 'full']).default('preview') })
    .transform(resolveJid),
  output: ProfilePicture,
})

const blocking = {
  scope: 'contacts:write',
  reach: { ids: { clientId: 'client' } },
  effect: 'writes',
  extension: true,
  input: z.strictObject({ clientId, contactJid: recipient }),
  output: z.object({ success: z.literal(true) }),
} as const

const block = defineOperation({
  ...blocking,
  name: 'contacts.block',
  summary: 'Block somebody on the network, as the phone does',
  description:
    'They reach the account no longer, neither by messages nor by calls, and it cannot write to them. The flag `blacklist` of clients.setContactFlag keeps flows from a contact who still writes.',
})

const unblock = defineOperation({
  ...blocking,
  name: 'contacts.unblock',
  summary: 'Let somebody write to the account again',
})

const listBlocked = defineOperation({
  name: 'contacts.listBlocked',
  summary: 'List whom the account has blocked on the network',
  description: 'Here, at the phone or at another of its devices, as the network said last.',
  scope: 'contacts:read',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  extension: true,
  input: z.strictObject({ clientId }),
  output: z.object({
    blocked: z.array(
      z.object({
        jid: z.string(),
        phoneNumber: z.string().nullable(),
        lid: z.string().nullable(),
        name: z.string().nullable(),
      }),
    ),
  }),
})

export const contacts = {
  check,
  get,
  list,
  update,
  profilePicture,
  block,
  unblock,
  listBlocked,
  fields: contactFields,
}
