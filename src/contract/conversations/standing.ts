import { z } from 'zod'
import { CONVERSATION_STATES } from './conversation-states.ts'

/** Told to assistants with each conversation, so it is short: without the pattern that comes with a time. */
const timestamp = z.string().describe('ISO 8601, UTC.')

export const standing = {
  state: z.enum(CONVERSATION_STATES).describe('`waiting`: for a person.'),
  snoozedUntil: timestamp.nullable(),
  waitingSince: timestamp.nullable(),
  assignedTo: z.object({ userId: z.string(), name: z.string() }).nullable(),
}

/** How far people are with a conversation. */
export const ConversationStanding = z.object({ clientId: z.string(), jid: z.string(), ...standing })
