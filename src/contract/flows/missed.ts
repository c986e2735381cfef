import { z } from 'zod'
import { resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')
const id = resourceId.describe('Flow id.')

const Example = z.object({
  text: z.string(),
  contactJid: z.string(),
  contactName: z.string().nullable(),
  at: timestamp,
  flowStateId: z
    .string()
    .nullable()
    .describe('The run whose question was not answered; null for one that started nothing.'),
})

const Group = z.object({
  place: z
    .enum(['trigger', 'question'])
    .describe('`trigger`: no flow of the client was started by it. `question`: it did not answer `nodeId`.'),
  nodeId: z.string().nullable(),
  texts: z
    .array(z.string())
    .describe('Its texts without case and accents, the most frequent first; what `dismiss` takes.'),
  count: z.number(),
  contacts: z.number().describe('How many people wrote it.'),
  lastAt: timestamp,
  examples: z.array(Example).describe('The newest, at most five.'),
})

/** What contacts wrote that nothing understood. */
export const missed = {
  list: defineOperation({
    name: 'flows.missed.list',
    summary: 'List what people wrote that a flow did not understand',
    description:
      'Answers that a question or menu of the flow did not take, and messages to its client that started nothing; texts that differ by errors of typing are one group. What was dismissed is left out.',
    scope: 'flows:read',
    reach: { ids: { id: 'flow' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject({
      id,
      days: z.int().min(1).max(30).default(30).describe('How far back; events are kept for 30 days.'),
    }),
    output: z.object({
      groups: z.array(Group).describe('The most frequent first, at most 200.'),
      isPartial: z.boolean().describe('There was more than the newest 5,000 texts, which were looked at.'),
    }),
  }),
  dismiss: defineOperation({
    name: 'flows.missed.dismiss',
    summary: 'Take texts off the list of what a flow did not understand',
    description:
      'Because they were handled, or do not matter. They do not come back when they are written again.',
    scope: 'flows:write',
    reach: { ids: { id: 'flow' } },
    effect: 'writes',
    extension: true,
    input: z.strictObject({
      id,
      nodeId: z
        .string()
        .min(1)
        .max(64)
        .nullish()
        .describe('Of the question; absent for what started nothing.'),
      texts: z.array(z.string().min(1).max(200)).min(1).max(200),
    }),
    output: z.object({ success: z.boolean() }),
  }),
}
