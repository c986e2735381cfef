import { z } from 'zod'
import { clientId, resolveTarget, resourceId, TARGET_ALIASES, targetFields } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { LABEL_COLOURS, MAX_LABEL_CHARS } from './label-colours.ts'
import { ConversationStanding } from './standing.ts'

const shape = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(MAX_LABEL_CHARS)
    .describe('There once in a workspace, whatever its case.'),
  colour: z.enum(LABEL_COLOURS).default('grey'),
}

const Label = z.object({
  id: z.string(),
  name: z.string(),
  colour: z.enum(LABEL_COLOURS),
  updatedAt: z.iso.datetime().describe('ISO 8601, UTC.'),
})

/** What a workspace tells its conversations apart by. */
export const labels = {
  list: defineOperation({
    name: 'labels.list',
    summary: 'List the labels of the workspace by name',
    scope: 'chat:read',
    // They are everybody's who talks, also of who sees some clients only.
    reach: 'none',
    effect: 'reads',
    extension: true,
    input: z.strictObject({}),
    output: z.array(Label),
  }),
  create: defineOperation({
    name: 'labels.create',
    summary: 'Add a label',
    scope: 'chat:write',
    reach: 'none',
    effect: 'writes',
    audited: true,
    extension: true,
    input: z.strictObject(shape),
    output: Label,
  }),
  update: defineOperation({
    name: 'labels.update',
    summary: 'Give a label another name or colour',
    description: 'Both are given anew. Conversations keep it.',
    scope: 'chat:write',
    right: 'manage',
    reach: 'account',
    effect: 'writes',
    audited: true,
    extension: true,
    input: z.strictObject({ id: resourceId, ...shape }),
    output: Label,
  }),
  delete: defineOperation({
    name: 'labels.delete',
    summary: 'Delete a label',
    description: 'It is taken off every conversation.',
    scope: 'chat:write',
    right: 'manage',
    reach: 'account',
    effect: 'destroys',
    audited: true,
    extension: true,
    input: z.strictObject({ id: resourceId }),
    output: z.object({ success: z.boolean() }),
  }),
}

/** As all of the group `chat`. */
const inChat = { body: 'files', answersEnvelope: true } as const
const ofConversation = z.strictObject({ clientId, ...targetFields, labelId: resourceId })

export const addLabel = defineOperation({
  name: 'chat.addLabel',
  summary: 'Put a label on a conversation',
  description: 'One that it has stays. A conversation has 20 at most.',
  scope: 'chat:write',
  reach: { ids: { clientId: 'client' } },
  effect: 'writes',
  extension: true,
  ...inChat,
  aliases: { target: TARGET_ALIASES },
  input: ofConversation.transform(resolveTarget),
  output: ConversationStanding,
})

export const removeLabel = defineOperation({
  name: 'chat.removeLabel',
  summary: 'Take a label off a conversation',
  description: 'One that it does not have is no fault.',
  scope: 'chat:write',
  reach: { ids: { clientId: 'client' } },
  effect: 'destroys',
  extension: true,
  ...inChat,
  aliases: { target: TARGET_ALIASES },
  input: ofConversation.transform(resolveTarget),
  output: ConversationStanding,
})

export const countLabelled = defineOperation({
  name: 'chat.countLabelled',
  summary: 'Count the open conversations with each label',
  description: 'Those that wait are open too. Each count ends at 1,000.',
  scope: 'chat:read',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  extension: true,
  ...inChat,
  input: z.strictObject({
    clientId: clientId.optional().describe('Left out: all clients of the workspace that the caller sees.'),
  }),
  output: z.object({ labels: z.array(z.object({ labelId: z.string(), open: z.int() })) }),
})
