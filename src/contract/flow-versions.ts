import { z } from 'zod'
import { FlowDocument } from './exchange.ts'
import { cursor, resourceId, versionNumber } from './fields.ts'
import { extension } from './operation.ts'
import { Flow } from './resources.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

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

export const flowVersions = {
  versions: extension(
    'flows',
    'List the published versions of a flow, newest first',
    '`hasUnpublishedChanges` tells whether the draft differs from the newest of them.',
  )
    .input(
      z.strictObject({
        id: resourceId.describe('Flow id.'),
        cursor: cursor.optional(),
        limit: z.int().min(1).max(200).default(50),
      }),
    )
    .output(
      z.object({
        versions: z.array(FlowVersion),
        hasUnpublishedChanges: z.boolean(),
        nextCursor: z.string().nullable(),
      }),
    ),
  getVersion: extension('flows', 'Get a published version with its content')
    .input(z.strictObject({ id: resourceId.describe('Flow id.'), number: version }))
    .output(z.object({ version: FlowVersion, flow: FlowDocument })),
  rollback: extension(
    'flows',
    'Make a published version the draft again',
    'What is published stays until the next publish; with `publish` the version is published anew in the same step.',
  )
    .input(
      z.strictObject({
        id: resourceId.describe('Flow id.'),
        number: version,
        publish: z.boolean().default(false),
        note: z.string().max(500).optional().describe('About the version that `publish` makes.'),
        expectedUpdatedAt,
      }),
    )
    .output(Flow),
}
