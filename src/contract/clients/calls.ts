import { z } from 'zod'
import { CALL_STATES } from '../../core/conversation/call.ts'
import { clientId, cursor, recipient } from '../fields.ts'
import { defineOperation } from '../operation.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')
const callId = z.string().min(1).max(128).describe('The network’s own id of the call.')

const Call = z.object({
  callId: z.string(),
  jid: z.string().describe('Address of the conversation: the group, or who calls.'),
  callerJid: z.string(),
  callerName: z.string().nullable(),
  isVideo: z.boolean(),
  state: z
    .enum(CALL_STATES)
    .describe('`answered`: on the phone. `missed`: nobody took it until the caller gave up.'),
  beganAt: timestamp,
  endedAt: timestamp.nullable(),
  messageId: z.string().nullable().describe('Of the message that the caller got for it.'),
})

const CallSettings = z.object({
  refuseAll: z.boolean().describe('Every call is refused as soon as it comes.'),
  message: z
    .string()
    .nullable()
    .describe('What whoever is refused by that gets, at most once in 30 minutes; null: nothing.'),
})

const reach = { ids: { clientId: 'client' } } as const

export const calls = {
  list: defineOperation({
    name: 'calls.list',
    summary: 'List the calls to a client’s account, newest first',
    description: 'Calls of a group are in the conversation of the group.',
    scope: 'chat:read',
    reach,
    effect: 'reads',
    extension: true,
    input: z.strictObject({
      clientId,
      jid: recipient.optional().describe('Only those of this conversation.'),
      state: z.enum(CALL_STATES).optional(),
      cursor: cursor.optional(),
      limit: z.int().min(1).max(200).default(50),
    }),
    output: z.object({ calls: z.array(Call), nextCursor: z.string().nullable() }),
  }),
  reject: defineOperation({
    name: 'calls.reject',
    summary: 'Refuse a call that rings',
    description: 'The caller sees that it was refused. `callId` is that of the event `call.received`.',
    scope: 'chat:write',
    reach,
    effect: 'writes',
    extension: true,
    input: z.strictObject({ clientId, callId }),
    output: z.object({ success: z.literal(true) }),
  }),
  getSettings: defineOperation({
    name: 'calls.getSettings',
    summary: 'Get what a client does with every call',
    scope: 'clients:read',
    reach,
    effect: 'reads',
    extension: true,
    input: z.strictObject({ clientId }),
    output: CallSettings,
  }),
  updateSettings: defineOperation({
    name: 'calls.updateSettings',
    summary: 'Have a client refuse every call, with a message to the caller or without',
    description: 'Calls of groups are refused too, without a message.',
    scope: 'clients:write',
    reach,
    effect: 'writes',
    extension: true,
    input: z.strictObject({
      clientId,
      refuseAll: z.boolean(),
      message: z.string().trim().min(1).max(4_096).nullable().optional().describe('Left out: as it is.'),
    }),
    output: CallSettings,
  }),
}
