import { z } from 'zod'
import {
  clientId,
  JID_ALIASES,
  resolveJid,
  resolveTarget,
  resourceId,
  TARGET_ALIASES,
  targetFields,
} from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { CONVERSATION_STATES } from './conversation-states.ts'
import { ConversationStanding } from './standing.ts'
import { TEAM_ACTIVITIES } from './team-presence.ts'

/** As all of the group. */
const inChat = { body: 'files', answersEnvelope: true } as const

export const countConversations = defineOperation({
  name: 'chat.countConversations',
  summary: 'Count conversations by how far people are with them',
  description: 'Each count ends at 1,000.',
  scope: 'chat:read',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  extension: true,
  ...inChat,
  input: z.strictObject({
    clientId: clientId.optional().describe('Left out: all clients of the workspace that the caller sees.'),
    labelId: resourceId.optional().describe('Only those with this label.'),
    departmentId: resourceId.optional().describe('Only those of this department.'),
  }),
  output: z.object({
    waiting: z.int(),
    unassigned: z.int(),
    mine: z.int(),
    snoozed: z.int(),
    mentions: z.int().describe('Those with notes that name the caller and that they did not see.'),
  }),
})

export const getConversation = defineOperation({
  name: 'chat.getConversation',
  summary: 'Tell how far people are with a conversation, and whose it is',
  scope: 'chat:read',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  extension: true,
  ...inChat,
  aliases: { jid: JID_ALIASES },
  input: z.strictObject({ clientId, ...targetFields }).transform(resolveJid),
  output: ConversationStanding,
})

export const updateConversation = defineOperation({
  name: 'chat.updateConversation',
  summary: 'Resolve, snooze, open or assign a conversation',
  description:
    'What the contact writes opens what was snoozed or resolved, and waits for a person where no flow answers; what a person answers waits no more.',
  scope: 'chat:write',
  reach: { ids: { clientId: 'client' } },
  effect: 'writes',
  extension: true,
  ...inChat,
  aliases: { target: TARGET_ALIASES },
  input: z
    .strictObject({
      clientId,
      ...targetFields,
      state: z.enum(CONVERSATION_STATES).optional().describe('`snoozed` needs `snoozedUntil`.'),
      snoozedUntil: z.iso
        .datetime({ offset: true })
        .optional()
        .describe('Snoozes it: from then on it waits for a person. Within a year.'),
      assignedTo: z
        .string()
        .max(64)
        .nullable()
        .optional()
        .describe('A member who may write to this client’s contacts; null: nobody.'),
      departmentId: resourceId
        .nullable()
        .optional()
        .describe(
          'The department that has it from now on. Without `assignedTo` one of its members gets it by its rule; where it is nobody’s turn it waits for a person.',
        ),
    })
    .transform(resolveTarget),
  output: ConversationStanding,
})

export const sharePresence = defineOperation({
  name: 'chat.sharePresence',
  summary: 'Tell the team that you look at or write in a conversation',
  description:
    'Pages of other members who see the client are told by the stream of events, the contact never. It ends 20 seconds after it was told last, or with `left`.',
  scope: 'chat:write',
  right: 'view',
  reach: { ids: { clientId: 'client' } },
  effect: 'writes',
  extension: true,
  ...inChat,
  aliases: { jid: JID_ALIASES },
  input: z
    .strictObject({
      clientId,
      ...targetFields,
      page: z.string().min(1).max(36).describe('Which of the person’s pages: each is in one conversation.'),
      activity: z
        .enum([...TEAM_ACTIVITIES, 'left'])
        .describe('`typing` counts for those who may write to contacts; of others it is `viewing`.'),
      order: z
        .int()
        .min(0)
        .optional()
        .describe('Grows with each call of the page: one that was overtaken by a later one changes nothing.'),
    })
    .transform(resolveJid),
  output: z.object({ success: z.boolean() }),
})
