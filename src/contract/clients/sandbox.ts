import { z } from 'zod'
import { problemText } from '../../core/input/input-problem.ts'
import { clientId } from '../fields.ts'
import { defineOperation } from '../operation.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')
/** What fits into a call with its base64, beside the rest of it. */
const MAX_FILE_CHARS = 1_000_000

const phoneNumber = z
  .string()
  .regex(/^\+?[\d\s()-]{5,32}$/, problemText('SANDBOX_NUMBER'))
  .transform((text) => text.replaceAll(/\D/g, ''))
  .refine((digits) => digits.length >= 5 && digits.length <= 15, problemText('SANDBOX_NUMBER_LENGTH'))
  .describe('Number of the simulated contact.')

const group = z
  .string()
  .regex(/^[\d-]{5,64}@g\.us$/, problemText('NO_GROUP_ADDRESS'))
  .optional()
  .describe(
    'The group it is about, one that the contact and the client are both in; without it, the conversation of the two.',
  )

const Member = z.object({ phoneNumber: z.string().describe('E.164 with its +.'), name: z.string() })

const SandboxGroup = z.object({
  jid: z.string().describe('Address of the group.'),
  subject: z.string(),
  members: z.array(Member).describe('The client’s account is one of them.'),
})

const messageId = z.string().min(1).max(128)

const SandboxContact = z.object({
  phoneNumber: z.string().describe('E.164 with its +.'),
  name: z.string(),
  isOnline: z.boolean().describe('While not, what is sent to it waits.'),
  lastAt: timestamp.nullable(),
  lastText: z.string().nullable(),
})

const SandboxMessage = z.object({
  id: z.string(),
  at: timestamp,
  fromContact: z.boolean().describe('True when this contact wrote it.'),
  writer: Member.describe('Who wrote it; in a group there are more than two.'),
  type: z.string(),
  text: z.string(),
  isEdited: z.boolean(),
  isRevoked: z.boolean(),
  reactions: z.object({ contact: z.string().nullable(), account: z.string().nullable() }),
  quotedId: z.string().nullable(),
  poll: z
    .object({ name: z.string(), options: z.array(z.string()), selectable: z.int() })
    .nullable()
    .describe('`selectable` is how many options may be chosen; 0 is any number.'),
  votes: z.array(z.string()).describe('What the client chose of the contact’s poll.'),
  location: z.object({ latitude: z.number(), longitude: z.number(), name: z.string() }).nullable(),
  file: z.object({ kind: z.string(), mimetype: z.string(), sizeBytes: z.int() }).nullable(),
  status: z.enum(['sent', 'delivered', 'read']).nullable().describe('Of messages of the contact.'),
})

const acts = {
  text: z.string().min(1).max(65_536).optional(),
  file: z
    .strictObject({
      base64: z.base64().max(MAX_FILE_CHARS),
      mimetype: z
        .string()
        .regex(/^[\w.+-]+\/[\w.+-]+$/, problemText('NO_MEDIA_TYPE'))
        .max(120),
      fileName: z.string().max(255).optional(),
      caption: z.string().max(4096).optional(),
      voice: z.boolean().optional().describe('Sound is a voice message.'),
    })
    .optional(),
  location: z
    .strictObject({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      name: z.string().max(200).optional(),
    })
    .optional(),
  reaction: z.strictObject({ messageId, emoji: z.string().max(16) }).optional(),
  vote: z
    .strictObject({ messageId, options: z.array(z.string().max(100)).max(12) })
    .optional()
    .describe('The options chosen of a poll; none takes the vote back.'),
}

const ACT_NAMES = ['text', 'file', 'location', 'reaction', 'vote'] as const
const note = 'For clients on the sandbox network that runs inside this service.'

const ofClient = { reach: { ids: { clientId: 'client' } }, extension: true } as const
const looking = { ...ofClient, scope: 'chat:read', effect: 'reads' } as const
/** What simulated people do; nobody has to know later who had them do it. */
const acting = { ...ofClient, scope: 'worker:write', effect: 'writes', audited: false } as const

export const sandbox = {
  scan: defineOperation({
    ...acting,
    name: 'sandbox.scan',
    summary: 'Scan a client’s QR with a simulated phone',
    description:
      'For clients on the sandbox network that runs inside this service; the worker must be showing a QR. A fictional number is chosen.',
    input: z.strictObject({ clientId }),
    output: z.object({ message: z.string().describe('A sentence for people.'), phoneNumber: z.string() }),
  }),
  contacts: defineOperation({
    ...looking,
    name: 'sandbox.contacts',
    summary: 'List the simulated contacts of a client, the latest first',
    description: note,
    input: z.strictObject({ clientId }),
    output: z.array(SandboxContact),
  }),
  saveContact: defineOperation({
    ...acting,
    name: 'sandbox.saveContact',
    summary: 'Make or change a simulated contact of a client',
    description: `${note} Without a number a fictional one is chosen. The contact stands in the address book of the client’s phone.`,
    input: z.strictObject({
      clientId,
      phoneNumber: phoneNumber.optional(),
      name: z.string().trim().min(1).max(60).optional(),
      isOnline: z.boolean().optional(),
    }),
    output: SandboxContact,
  }),
  groups: defineOperation({
    ...looking,
    name: 'sandbox.groups',
    summary: 'List the groups a client is in, with their simulated members',
    description: note,
    input: z.strictObject({ clientId }),
    output: z.array(SandboxGroup),
  }),
  createGroup: defineOperation({
    ...acting,
    name: 'sandbox.createGroup',
    summary: 'Have simulated contacts make a group with a client',
    description: `${note} The first of the members makes it.`,
    input: z.strictObject({
      clientId,
      subject: z.string().trim().min(1).max(100),
      members: z.array(phoneNumber).min(1).max(50).describe('Numbers of simulated contacts.'),
    }),
    output: SandboxGroup,
  }),
  conversation: defineOperation({
    ...looking,
    name: 'sandbox.conversation',
    summary: 'Show a conversation as a simulated contact sees it, oldest first',
    description: note,
    input: z.strictObject({ clientId, phoneNumber, group, limit: z.int().min(1).max(500).default(100) }),
    output: z.array(SandboxMessage),
  }),
  send: defineOperation({
    ...acting,
    name: 'sandbox.send',
    summary: 'Write to a client as a simulated contact',
    description: `${note} Exactly one of text, file, location, reaction and vote.`,
    input: z
      .strictObject({
        clientId,
        phoneNumber,
        group,
        ...acts,
        quotedId: messageId.optional().describe('The message a text answers.'),
      })
      .refine((input) => ACT_NAMES.filter((name) => input[name] !== undefined).length === 1, {
        error: problemText('ONE_ACT', { acts: ACT_NAMES }),
        path: ['text'],
      }),
    output: z.object({ id: z.string() }),
  }),
  showPresence: defineOperation({
    ...acting,
    name: 'sandbox.showPresence',
    summary: 'Have a simulated contact come, go, type or record',
    description: `${note} Who types or records is there. The client hears of it when it is subscribed to the contact.`,
    input: z.strictObject({
      clientId,
      phoneNumber,
      group,
      presence: z.enum(['available', 'unavailable', 'typing', 'recording', 'paused']),
    }),
    output: z.object({ success: z.literal(true) }),
  }),
  markRead: defineOperation({
    ...acting,
    name: 'sandbox.markRead',
    summary: 'Have a simulated contact read what a client wrote',
    description: note,
    input: z.strictObject({ clientId, phoneNumber, group }),
    output: z.object({ read: z.int() }),
  }),
  file: defineOperation({
    ...looking,
    name: 'sandbox.file',
    summary: 'Get a file that a simulated contact received',
    description: `${note} At most 16 MiB.`,
    input: z.strictObject({ clientId, phoneNumber, group, messageId }),
    output: z.object({ mimetype: z.string(), base64: z.string() }),
  }),
}
