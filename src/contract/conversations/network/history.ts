import { z } from 'zod'
import {
  clientId,
  JID_ALIASES,
  resolveJid,
  resolveTarget,
  TARGET_ALIASES,
  targetFields,
} from '../../fields.ts'
import { defineOperation } from '../../operation.ts'

/** As many as phones give for one question. */
export const MAX_HISTORY = 50

/** `asked`: the phone has not answered yet. `failed`: nor did it in time; what it answers later is stored nevertheless. */
export const HISTORY_STATES = ['asked', 'done', 'failed'] as const

const HistoryRequest = z.object({
  requestId: z.string(),
  state: z.enum(HISTORY_STATES),
  askedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().describe('If the phone has not answered by then, it failed.'),
  received: z.int().nullable().describe('How many messages the phone gave; null while it has not answered.'),
  isAll: z
    .boolean()
    .nullable()
    .describe(
      'The phone has no older ones. False also where it did not say so and gave some: ask once more.',
    ),
})

const inChat = { scope: 'chat:read', extension: true, body: 'files', answersEnvelope: true } as const

export const fetchHistory = defineOperation({
  ...inChat,
  name: 'chat.fetchHistory',
  summary: 'Ask the phone for older messages of a chat',
  description:
    'For those before the oldest that is stored. It answers when it is online; what comes is stored as history, starts no flow, and is told as `chat.history`. While it is asked, a repeat asks nothing.',
  scope: 'chat:write',
  reach: { ids: { clientId: 'client' } },
  effect: 'writes',
  aliases: { target: TARGET_ALIASES },
  input: z
    .strictObject({ clientId, ...targetFields, count: z.int().min(1).max(MAX_HISTORY).default(MAX_HISTORY) })
    .transform(resolveTarget),
  output: HistoryRequest,
})

export const getHistory = defineOperation({
  ...inChat,
  name: 'chat.getHistory',
  summary: 'Tell what became of the last question for older messages of a chat',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  aliases: { jid: JID_ALIASES },
  input: z.strictObject({ clientId, ...targetFields }).transform(resolveJid),
  output: z.object({ request: HistoryRequest.nullable().describe('Null: the phone was never asked.') }),
})
