import { z } from 'zod'
import { AVAILABILITIES, CHAT_ACTIVITIES, type LIVE_EVENT_NAMES } from './live-event-names.ts'

/** How a contact, or what is done in a group, is now. */
export const ShownPresence = z.object({
  jid: z.string().describe('Full address of the conversation.'),
  availability: z
    .enum(AVAILABILITIES)
    .describe('`unknown`: the network told nothing yet, and tells nothing of it for groups.'),
  lastSeenAt: z.iso
    .datetime()
    .nullable()
    .describe('ISO 8601, UTC. Null while there, and where the contact does not show it.'),
  active: z
    .array(
      z.object({
        jid: z.string().describe('Who does it: the contact, or in a group one of its members.'),
        name: z.string().nullable().describe('Of a member of a group; null where none is known.'),
        activity: z.enum(CHAT_ACTIVITIES),
      }),
    )
    .describe('Who types or records a voice note there now.'),
})
export type ShownPresence = z.output<typeof ShownPresence>

/** What is told only as it happens, as webhooks post it and the stream has it beside the client. */
export const LIVE_EVENT_DATA = {
  'presence.changed': ShownPresence.describe(
    'A contact is online, types or records, or does no longer: how the conversation is now. Live only, to who names it: it is in no log and posted once, without another attempt.',
  ),
} as const satisfies Record<(typeof LIVE_EVENT_NAMES)[number], z.ZodType>
