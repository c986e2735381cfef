import { z } from 'zod'
import { resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')
const id = resourceId.describe('Flow id.')
const nodeId = z.string().min(1).max(64).describe('Of the trigger.webhook.')

const Address = z.object({
  nodeId: z.string(),
  path: z
    .string()
    .describe(
      'Put the address of the service before it. Whoever knows it may call it, so keep it like a key.',
    ),
  createdAt: timestamp,
})

const Call = z.object({
  id: z.string(),
  receivedAt: timestamp,
  status: z.number().describe('The HTTP status it was answered with.'),
  reason: z
    .string()
    .nullable()
    .describe('Why nothing new was started, for example REPEATED, SIGNATURE_WRONG or RUN_EXISTS.'),
  runId: z.string().nullable().describe('The flow state that it started, or that was in its way.'),
  sizeBytes: z.number().describe('Of the body.'),
  headers: z.record(z.string(), z.unknown()).describe('`***` in place of keys, cookies and signatures.'),
  query: z.record(z.string(), z.unknown()),
  body: z.string().describe('As JSON, also of a form; what could not be read as it came.'),
  isCut: z.boolean().describe('The body was longer than what is kept.'),
})

/** Addresses at which other systems start flows, and what came in there. */
export const incoming = {
  list: defineOperation({
    name: 'flows.incoming.list',
    summary: 'List the addresses at which other systems start a flow',
    description:
      'One for each trigger.webhook that was published, and those made with flows.incoming.renew. They answer while the flow is published with that trigger.',
    // Whoever knows an address may start the flow, so it is kept like a secret.
    scope: 'secrets:read',
    reach: { ids: { id: 'flow' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject({ id }),
    output: z.array(Address),
  }),
  renew: defineOperation({
    name: 'flows.incoming.renew',
    summary: 'Make the address of a trigger.webhook anew',
    description: 'The address before ends at once. Before the first publish, this makes the first one.',
    scope: 'flows:write',
    reach: { ids: { id: 'flow' } },
    effect: 'destroys',
    extension: true,
    input: z.strictObject({ id, nodeId }),
    output: Address,
  }),
  calls: defineOperation({
    name: 'flows.incoming.calls',
    summary: 'List the last calls of an address, newest first',
    description:
      'At most 50, of the last 30 days, with what they were answered. Calls over the limit are not kept.',
    scope: 'runs:read',
    reach: { ids: { id: 'flow' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject({ id, nodeId }),
    output: z.array(Call),
  }),
}
