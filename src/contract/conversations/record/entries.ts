import { z } from 'zod'
import { ENTRY_KINDS } from '../../../core/conversation/conversation-entry.ts'
import { clientId, cursor, JID_ALIASES, resolveJid, targetFields } from '../../fields.ts'
import { defineOperation } from '../../operation.ts'

/** As all of the group. */
const inChat = { body: 'files', answersEnvelope: true } as const

/** Something that was done with a conversation, or a note of the team. */
export const ConversationEntry = z.object({
  id: z.string(),
  clientId: z.string(),
  jid: z.string(),
  at: z.iso.datetime(),
  kind: z
    .enum(ENTRY_KINDS)
    .describe(
      '`snooze_ended`: its time came. `needs_person`: a flow handed over, or somebody set it. `call_answered`: on the phone.',
    ),
  actor: z
    .object({
      kind: z.enum(['person', 'key', 'flow', 'phone', 'contact', 'system']),
      id: z.string().nullable().describe('Of a person, key or flow.'),
      name: z.string().nullable().describe('The same; null when it is gone.'),
    })
    .describe('Who did it. `phone`: somebody wrote on the phone. `system`: it came by itself.'),
  member: z
    .object({ userId: z.string(), name: z.string().nullable().describe('Null when they are gone.') })
    .nullable()
    .describe('Whom it was assigned to, or whose it was.'),
  department: z
    .object({ id: z.string(), name: z.string().nullable().describe('Null when it is gone.') })
    .nullable()
    .describe('To which it was given; without a member, it waits for one of it.'),
  label: z
    .object({ id: z.string(), name: z.string().describe('As it was called then.') })
    .nullable()
    .describe('The label that was put on or taken off.'),
  until: z.iso.datetime().nullable().describe('Until when it is snoozed, or people have the conversation.'),
  call: z
    .object({ callId: z.string(), isVideo: z.boolean() })
    .nullable()
    .describe('The call that was missed, refused or answered.'),
  text: z.string().nullable().describe('Of a note.'),
  editedAt: z.iso.datetime().nullable(),
  mentions: z
    .array(z.object({ userId: z.string(), name: z.string(), isSeen: z.boolean() }))
    .describe('Whom a note names, and whether they opened the conversation since.'),
})

export const listEntries = defineOperation({
  name: 'chat.listEntries',
  summary: 'List what was done with a conversation and the team’s notes, newest first',
  description:
    'Who took it over, gave it back, was assigned, snoozed or resolved it, and where flows handed over: as it was written down when it happened.',
  scope: 'chat:read',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  extension: true,
  ...inChat,
  aliases: { jid: JID_ALIASES },
  input: z
    .strictObject({
      clientId,
      ...targetFields,
      cursor: cursor.optional(),
      limit: z.int().min(1).max(200).default(50),
    })
    .transform(resolveJid),
  output: z.object({ entries: z.array(ConversationEntry), nextCursor: z.string().nullable() }),
})
