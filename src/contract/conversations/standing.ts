import { z } from 'zod'
import { CONVERSATION_STATES } from './conversation-states.ts'

const timestamp = z.iso.datetime()

export const standing = {
  state: z
    .enum(CONVERSATION_STATES)
    .describe(
      '`waiting`: for a person. What the contact writes opens what was snoozed or resolved, and waits where no flow answers.',
    ),
  snoozedUntil: timestamp.nullable(),
  waitingSince: timestamp.nullable(),
  assignedTo: z
    .object({ userId: z.string(), name: z.string() })
    .nullable()
    .describe('The member of the workspace who looks after it.'),
}

/** How far people are with a conversation. */
export const ConversationStanding = z.object({ clientId: z.string(), jid: z.string(), ...standing })
