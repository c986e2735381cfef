import { z } from 'zod'
import {
  clientId,
  cursor,
  idempotencyKey,
  recipient,
  resolveTarget,
  resourceId,
  TARGET_ALIASES,
  targetFields,
} from '../../fields.ts'
import { defineOperation } from '../../operation.ts'

/** How many colours WhatsApp has; they are told by their place. */
const WHATSAPP_LABEL_COLOURS = 20

/** What phones show is shorter; nobody says how long a name may be. */
const name = z.string().trim().min(1).max(100)
const colour = z
  .int()
  .min(0)
  .max(WHATSAPP_LABEL_COLOURS - 1)
  .describe('Place in WhatsApp’s palette of 20 colours.')
const labelId = z
  .string()
  .min(1)
  .max(64)
  .describe('Its number at WhatsApp, as `whatsappLabels.list` tells it.')

const shape = {
  id: z.string(),
  name: z.string(),
  colour: z.int(),
  kind: z
    .enum([
      ...(['none', 'unread', 'groups', 'favourites', 'predefined', 'custom'] as const),
      ...(['community', 'server_assigned', 'drafted', 'ai_handoff'] as const),
    ])
    .nullable()
    .describe(
      'What kind of list it is, as the phone says; null where it does not. Some are filters of its own.',
    ),
  predefinedId: z.int().nullable().describe('WhatsApp’s own number of one that it made itself.'),
  isActive: z.boolean().describe('False: the phone has it switched off.'),
  isFixed: z.boolean().describe('WhatsApp lets nobody change it.'),
}
const WhatsappLabel = z.object(shape)

const pair = z.strictObject({ clientId, labelId, workspaceLabelId: resourceId })

const Comparison = z.object({
  both: z.int().describe('Conversations that have both.'),
  toWhatsapp: z.int().describe('Those that have the label of the workspace alone, and get WhatsApp’s.'),
  toConversations: z.int().describe('Those that have WhatsApp’s alone, and get that of the workspace.'),
  withoutConversation: z
    .int()
    .describe('Chats with WhatsApp’s label of which there is no message here; they get it with the first.'),
})

const ofClient = { scope: 'chat:write', reach: { ids: { clientId: 'client' } }, extension: true } as const

/** Labels of WhatsApp itself; the workspace’s own are `labels`. */
export const whatsappLabels = {
  list: defineOperation({
    ...ofClient,
    name: 'whatsappLabels.list',
    summary: 'List the labels that WhatsApp keeps for an account',
    description:
      'Labels of business accounts, and lists of personal ones. The workspace’s own labels are another thing: `labels.list`.',
    scope: 'chat:read',
    effect: 'reads',
    input: z.strictObject({ clientId }),
    output: z.object({
      labels: z.array(
        WhatsappLabel.extend({
          chats: z.int().describe('How many have it; counted up to 1,000, with the messages.'),
          messages: z.int(),
          workspaceLabelId: z
            .string()
            .nullable()
            .describe('The label of the workspace that it is linked with: what has one gets the other.'),
          waiting: z.int().describe('Changes made here that the phone does not have yet.'),
          failed: z
            .int()
            .describe('Those that WhatsApp did not take in half a day; linking both again tries them again.'),
        }),
      ),
    }),
  }),
  create: defineOperation({
    ...ofClient,
    name: 'whatsappLabels.create',
    summary: 'Add a label to an account on WhatsApp',
    description: 'On the phone and every linked device. WhatsApp’s applications show 20 at most.',
    effect: 'writes',
    audited: true,
    input: z.strictObject({ clientId, name, colour: colour.optional(), idempotencyKey }),
    output: WhatsappLabel,
  }),
  update: defineOperation({
    ...ofClient,
    name: 'whatsappLabels.update',
    summary: 'Give a label of WhatsApp another name or colour',
    description: 'What has it keeps it. Only what is given changes.',
    right: 'manage',
    effect: 'writes',
    audited: true,
    input: z.strictObject({ clientId, labelId, name: name.optional(), colour: colour.optional() }),
    output: WhatsappLabel,
  }),
  delete: defineOperation({
    ...ofClient,
    name: 'whatsappLabels.delete',
    summary: 'Delete a label of WhatsApp',
    description: 'It is off every chat and message that has it. The workspace’s own labels stay.',
    right: 'manage',
    effect: 'destroys',
    audited: true,
    input: z.strictObject({ clientId, labelId }),
    output: z.object({ success: z.boolean() }),
  }),
  put: defineOperation({
    ...ofClient,
    name: 'whatsappLabels.put',
    summary: 'Put a label of WhatsApp on a chat or a message, or take it off',
    description: 'On the phone and every linked device; nobody else is told. A repeat changes nothing.',
    effect: 'writes',
    aliases: { target: TARGET_ALIASES },
    input: z
      .strictObject({
        clientId,
        ...targetFields,
        labelId,
        messageId: z.string().min(1).max(128).optional().describe('Left out: the chat itself.'),
        labelled: z.boolean().default(true).describe('False takes it off.'),
      })
      .transform(resolveTarget),
    output: z.object({
      clientId: z.string(),
      jid: z.string(),
      messageId: z.string().nullable(),
      label: WhatsappLabel,
      labelled: z.boolean(),
    }),
  }),
  compare: defineOperation({
    ...ofClient,
    name: 'whatsappLabels.compare',
    summary: 'Tell what linking a label of WhatsApp with one of the workspace would bring over',
    scope: 'chat:read',
    effect: 'reads',
    input: pair,
    output: Comparison,
  }),
  link: defineOperation({
    ...ofClient,
    name: 'whatsappLabels.link',
    summary: 'Link a label of WhatsApp with one of the workspace',
    description:
      'From then on what gets or loses one gets or loses the other, here and on the phone. What has either when they are linked gets both: the answer tells how much that is, and it is done by and by. On one number a label is linked with one other. A repeat brings over again what is not alike.',
    right: 'manage',
    effect: 'writes',
    audited: true,
    input: pair,
    output: Comparison,
  }),
  unlink: defineOperation({
    ...ofClient,
    name: 'whatsappLabels.unlink',
    summary: 'End the link of a label of WhatsApp',
    description: 'What has either label keeps it. One that is not linked is no fault.',
    right: 'manage',
    effect: 'writes',
    audited: true,
    input: z.strictObject({ clientId, labelId }),
    output: z.object({ success: z.boolean() }),
  }),
  listPlaces: defineOperation({
    ...ofClient,
    name: 'whatsappLabels.listPlaces',
    summary: 'List what has a label of WhatsApp, or which labels a chat and its messages have',
    description:
      'By chat. With `labelId` what has that label, with `jid` the labels of that chat and its messages.',
    scope: 'chat:read',
    effect: 'reads',
    input: z.strictObject({
      clientId,
      labelId: labelId.optional().describe('Left out: all.'),
      jid: recipient.optional().describe('Left out: all chats.'),
      cursor: cursor.optional(),
      limit: z.int().min(1).max(200).default(100),
    }),
    output: z.object({
      places: z.array(
        z.object({
          labelId: z.string(),
          jid: z.string(),
          messageId: z.string().nullable().describe('Null: the chat itself.'),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  }),
}
