import { z } from 'zod'
import { cursor, resourceId, versionNumber } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { Flow, RUN_STATES } from '../resources.ts'
import { FlowDocument } from './exchange.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

const moment = z.iso.datetime({ offset: true })

/**
 * Guards a change by what the caller last saw: every change of a flow gives it a later `updatedAt`, so another one means
 * that somebody changed it meanwhile.
 */
export const expectedUpdatedAt = z.iso
  .datetime({ offset: true })
  .optional()
  .describe(
    'The `updatedAt` the caller last saw: CONFLICT with `reason` FLOW_CHANGED (and its `updatedAt`) when it is another.',
  )

/** A snapshot made by a publish; it never changes. */
export const FlowVersion = z.object({
  id: z.string(),
  flowId: z.string(),
  number: z.int().describe('Counts from 1 with each publish of the flow.'),
  publishedAt: timestamp,
  publishedBy: z.string().nullable().describe('User id of who published it.'),
  publishedByName: z.string().nullable(),
  note: z.string().nullable().describe('What the publisher wrote about it.'),
  isActive: z.boolean().describe('New runs start on this version.'),
})

const version = versionNumber.describe('Number of a version.')

const partCounts = z.array(
  z.object({
    id: z.string().describe('Id of the node or edge.'),
    times: z.int().describe('How often, loops counted each time.'),
    runs: z.int().describe('In how many flow states.'),
  }),
)

const FlowStatistics = z.object({
  runs: z.int().describe('Flow states looked at.'),
  isPartial: z.boolean().describe('There are older ones, which were left out.'),
  edges: partCounts,
  entered: partCounts.describe('By the node a step led to.'),
  left: partCounts.describe('By the node a step led away from; the difference to `entered` stayed there.'),
  timedOut: partCounts.describe('Waits nobody answered, by their node.'),
  failed: partCounts.describe('Steps that failed or went on by an exit for errors, by their node.'),
  resting: z
    .array(z.object({ id: z.string(), state: z.enum(RUN_STATES), runs: z.int() }))
    .describe('By the node at which flow states are now, or ended, and their state.'),
  stays: z
    .array(
      z.object({
        id: z.string(),
        times: z.int().describe('Stays that ended.'),
        medianMs: z.number().describe('Half of them were shorter.'),
      }),
    )
    .describe('How long flow states stayed, by node.'),
})

export const flowVersions = {
  versions: defineOperation({
    name: 'flows.versions',
    summary: 'List the published versions of a flow, newest first',
    description:
      '`hasUnpublishedChanges` tells whether the draft differs from the newest of them; where nodes stand on the canvas is no difference.',
    scope: 'flows:read',
    reach: { ids: { id: 'flow' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject({
      id: resourceId.describe('Flow id.'),
      cursor: cursor.optional(),
      limit: z.int().min(1).max(200).default(50),
    }),
    output: z.object({
      versions: z.array(FlowVersion),
      hasUnpublishedChanges: z.boolean(),
      nextCursor: z.string().nullable(),
    }),
  }),
  getVersion: defineOperation({
    name: 'flows.getVersion',
    summary: 'Get a published version with its content',
    scope: 'flows:read',
    reach: { ids: { id: 'flow' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject({ id: resourceId.describe('Flow id.'), number: version }),
    output: z.object({ version: FlowVersion, flow: FlowDocument }),
  }),
  statistics: defineOperation({
    name: 'flows.statistics',
    summary: 'Add up what the flow states of a flow did, on one published version or on all',
    description:
      'Of the newest 5,000 that began in the time given; tests of drafts are left out. While a flow that is called runs, they stand at the node that called it.',
    scope: 'flows:read',
    reach: { ids: { id: 'flow' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject({
      id: resourceId.describe('Flow id.'),
      number: version.optional().describe('Number of a version; all of them without it.'),
      from: moment.optional().describe('Only flow states that began then or later.'),
      to: moment.optional().describe('Only flow states that began before.'),
    }),
    output: FlowStatistics,
  }),
  rollback: defineOperation({
    name: 'flows.rollback',
    summary: 'Make a published version the draft again',
    description:
      'What is published stays until the next publish; with `publish` the version is published anew in the same step.',
    scope: 'flows:write',
    reach: { ids: { id: 'flow' } },
    effect: 'destroys',
    usesSecrets: true,
    extension: true,
    input: z.strictObject({
      id: resourceId.describe('Flow id.'),
      number: version,
      publish: z.boolean().default(false),
      note: z.string().max(500).optional().describe('About the version that `publish` makes.'),
      expectedUpdatedAt,
    }),
    output: Flow,
  }),
}
