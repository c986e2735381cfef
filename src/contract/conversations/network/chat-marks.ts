import { z } from 'zod'
import { clientId, resolveTarget, TARGET_ALIASES, targetFields } from '../../fields.ts'
import { defineOperation } from '../../operation.ts'

/** What the account's phone and linked devices keep of a chat, by the names under which lists tell it. */
export const CHAT_MARKS = ['archived', 'pinned', 'muted', 'marked_unread'] as const

/** As WhatsApp shows it on the phone; what the team does with a conversation is another thing. */
export const ChatMarks = z.object({
  archived: z.boolean(),
  pinned: z.boolean(),
  mutedUntil: z.string().nullable().describe('ISO 8601, UTC, or `always`; null: it is not muted.'),
  unread: z.boolean().describe('Marked as unread by hand.'),
})

export const markChat = defineOperation({
  name: 'chat.markChat',
  summary: 'Archive, pin or mute a chat on WhatsApp, or mark it as unread',
  description:
    'On the phone and every linked device; nobody else is told. Only what is given changes, one after the other; when one is refused, `data.done` names those before it. To archive a chat unpins it. A repeat changes nothing.',
  scope: 'chat:write',
  reach: { ids: { clientId: 'client' } },
  effect: 'writes',
  extension: true,
  body: 'files',
  answersEnvelope: true,
  aliases: { target: TARGET_ALIASES },
  input: z
    .strictObject({
      clientId,
      ...targetFields,
      archived: z.boolean().optional(),
      pinned: z.boolean().optional(),
      mutedUntil: z
        .string()
        .max(40)
        .nullable()
        .optional()
        .describe('A time to come (ISO 8601), `always`, or null to end it.'),
      unread: z.boolean().optional().describe('The mark of the chat alone: no message becomes unread.'),
    })
    .transform(resolveTarget),
  output: z.object({ clientId: z.string(), jid: z.string(), marks: ChatMarks }),
})
