import { z } from 'zod'
import { problemText } from '../../core/input/input-problem.ts'
import { clientId, cursor, recipient, resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { FlowState } from '../resources.ts'

const MAX_TEXT_CHARS = 4_096

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

/** A text of a model that waits for a person. */
const Approval = z.object({
  id: z.string(),
  flowStateId: z.string().describe('The run that waits.'),
  flowId: z.string(),
  flowName: z.string(),
  nodeId: z.string().nullable(),
  clientId: z.string(),
  contactJid: z.string(),
  contactName: z.string().nullable(),
  isTest: z.boolean().describe('It is of a test of a draft on somebody’s phone.'),
  text: z.string().describe('What would be sent.'),
  sources: z
    .array(z.object({ title: z.string(), url: z.string().nullable() }))
    .describe('What of documents the text names.'),
  asked: z.string().nullable().describe('What the contact wrote last before it.'),
  messagesSince: z.int().describe('How much the contact has written since, which waits for the decision.'),
  writtenAt: timestamp,
  dueAt: timestamp.describe('If nobody decides until then, it is not sent.'),
})

const named = {
  flowStateId: resourceId,
  id: resourceId.describe('The id of the approval; another text of the run has another.'),
}

const NOT_FIRST =
  'CONFLICT with `reason` APPROVAL_DECIDED when somebody was faster, with who that was, and APPROVAL_OVER when the run no longer waits for it.'

/** Texts of models that wait until a person lets them out. */
export const approvals = {
  list: defineOperation({
    name: 'approvals.list',
    summary: 'List the texts that wait for approval, those waiting longest first',
    scope: 'runs:read',
    reach: { ids: { clientId: 'client' }, lists: 'clientId' },
    effect: 'reads',
    extension: true,
    input: z.strictObject({
      clientId: clientId.optional(),
      contactJid: recipient.optional(),
      cursor: cursor.optional(),
      limit: z.int().min(1).max(200).default(50),
    }),
    output: z.object({ approvals: z.array(Approval), nextCursor: z.string().nullable() }),
  }),
  approve: defineOperation({
    name: 'approvals.approve',
    summary: 'Let a text out, as it is or as it is given',
    description: `It is sent once, and the run goes on. ${NOT_FIRST}`,
    scope: 'runs:write',
    reach: { ids: { flowStateId: 'flow state' } },
    effect: 'writes',
    audited: true,
    extension: true,
    input: z.strictObject({
      ...named,
      text: z
        .string()
        .max(MAX_TEXT_CHARS)
        .refine((text) => text.trim() !== '', problemText('EMPTY'))
        .optional()
        .describe('Sent instead of the text of the model.'),
    }),
    output: FlowState,
  }),
  decline: defineOperation({
    name: 'approvals.decline',
    summary: 'Keep a text from being sent',
    description: `The run leaves by \`declined\`; where nothing is connected there, a person has the chat. ${NOT_FIRST}`,
    scope: 'runs:write',
    reach: { ids: { flowStateId: 'flow state' } },
    effect: 'writes',
    audited: true,
    extension: true,
    input: z.strictObject(named),
    output: FlowState,
  }),
}
