import { z } from 'zod'
import {
  clientId,
  idempotencyKey,
  JID_ALIASES,
  resolveJid,
  resolveTarget,
  resourceId,
  TARGET_ALIASES,
  targetFields,
} from '../../fields.ts'
import { defineOperation } from '../../operation.ts'
import { ConversationEntry } from './entries.ts'

/** As all of the group. */
const inChat = { body: 'files', answersEnvelope: true } as const

const text = z.string().trim().min(1).max(4_096)
const mentions = z
  .array(z.string().max(64))
  .max(20)
  .default([])
  .describe('Ids of members who see the client: they find the note among their mentions, and are told.')
const id = resourceId.describe('The note.')

export const createNote = defineOperation({
  name: 'chat.createNote',
  summary: 'Write a note for the team into a conversation',
  description: 'It is never sent: the contact does not see it. Everybody who sees the client does.',
  scope: 'chat:write',
  reach: { ids: { clientId: 'client' } },
  effect: 'writes',
  extension: true,
  ...inChat,
  aliases: { target: TARGET_ALIASES },
  input: z
    .strictObject({ clientId, ...targetFields, text, mentions, idempotencyKey })
    .transform(resolveTarget),
  output: ConversationEntry,
})

export const updateNote = defineOperation({
  name: 'chat.updateNote',
  summary: 'Change a note of your own',
  description: 'All of it is given anew. Who was named before is not told again.',
  scope: 'chat:write',
  reach: { ids: { clientId: 'client' } },
  effect: 'writes',
  extension: true,
  ...inChat,
  input: z.strictObject({ clientId, id, text, mentions }),
  output: ConversationEntry,
})

export const deleteNote = defineOperation({
  name: 'chat.deleteNote',
  summary: 'Delete a note of your own',
  scope: 'chat:write',
  reach: { ids: { clientId: 'client' } },
  effect: 'destroys',
  extension: true,
  ...inChat,
  input: z.strictObject({ clientId, id }),
  output: z.object({ success: z.boolean() }),
})

export const seeMentions = defineOperation({
  name: 'chat.seeMentions',
  summary: 'Say that you saw the notes of a conversation that name you',
  scope: 'chat:write',
  right: 'view',
  reach: { ids: { clientId: 'client' } },
  effect: 'writes',
  extension: true,
  ...inChat,
  aliases: { jid: JID_ALIASES },
  input: z.strictObject({ clientId, ...targetFields }).transform(resolveJid),
  output: z.object({ success: z.boolean() }),
})
