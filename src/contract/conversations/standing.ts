import { z } from 'zod'
import { CONVERSATION_STATES } from './conversation-states.ts'
import { LABEL_COLOURS } from './label-colours.ts'
import { CHAT_MARKS, ChatMarks } from './network/chat-marks.ts'
import { KnownPicture } from './network/picture.ts'

const state = z.enum(CONVERSATION_STATES)

/** What a list says of it. Assistants are told it with each conversation, so it is short: names stand for themselves. */
export const listedStanding = {
  state,
  assignee: z.string().nullable(),
  department: z.string().nullable(),
  waitingSince: z.string().nullable(),
  labels: z.array(z.string()),
  marks: z.array(z.enum(CHAT_MARKS)).describe('On WhatsApp.'),
}

/** How far people are with a conversation. */
export const ConversationStanding = z.object({
  clientId: z.string(),
  jid: z.string(),
  subject: z
    .string()
    .nullable()
    .describe('How the group is called; null: it is none, or that is not known yet.'),
  state,
  snoozedUntil: z.iso.datetime().nullable(),
  waitingSince: z.iso.datetime().nullable().describe('Since when a person is needed.'),
  assignedTo: z
    .object({ userId: z.string(), name: z.string() })
    .nullable()
    .describe('The member of the workspace who looks after it.'),
  department: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe('The department that has it.'),
  labels: z
    .array(z.object({ id: z.string(), name: z.string(), colour: z.enum(LABEL_COLOURS) }))
    .describe('By name.'),
  marks: ChatMarks.describe('What WhatsApp shows of the chat on the phone.'),
  picture: KnownPicture,
})
