import { z } from 'zod'
import { clientId, resolveTarget, TARGET_ALIASES, targetFields } from '../../fields.ts'
import { defineOperation } from '../../operation.ts'

const removal = {
  scope: 'chat:write',
  right: 'manage',
  reach: { ids: { clientId: 'client' } },
  effect: 'destroys',
  audited: true,
  extension: true,
  body: 'files',
  answersEnvelope: true,
} as const

const deleteHere = z
  .boolean()
  .default(false)
  .describe(
    'True: the messages stored here are deleted too, for good, and the conversation is resolved when none is left. False: they stay, as the record of the team.',
  )

const output = z.object({
  clientId: z.string(),
  jid: z.string(),
  deletedHere: z.int().describe('How many messages were deleted here.'),
})

export const clearChat = defineOperation({
  ...removal,
  name: 'chat.clearChat',
  summary: 'Clear the messages of a chat on WhatsApp',
  description:
    'On the phone and every linked device, up to the newest message stored here; other people keep theirs. It cannot be taken back.',
  aliases: { target: TARGET_ALIASES },
  input: z
    .strictObject({
      clientId,
      ...targetFields,
      keepStarred: z.boolean().default(false).describe('True: what is starred stays, here too.'),
      deleteHere,
    })
    .transform(resolveTarget),
  output,
})

export const deleteChat = defineOperation({
  ...removal,
  name: 'chat.deleteChat',
  summary: 'Delete a chat on WhatsApp',
  description:
    'From the list of the phone and every linked device, with its messages; other people keep theirs. A new message brings the chat back. It cannot be taken back.',
  aliases: { target: TARGET_ALIASES },
  input: z.strictObject({ clientId, ...targetFields, deleteHere }).transform(resolveTarget),
  output,
})
