import { z } from 'zod'
import { problemText } from '../../core/input/input-problem.ts'
import { FileBytes } from '../conversations/message.ts'
import { resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'

/** A file that flows send, kept until its owner deletes it. */
export const Asset = z.object({
  id: z
    .string()
    .describe('As `assetId` of a node, or as `{mediaId}` of a message of any client of its owner.'),
  mimetype: z.string().describe('By its content where that says it, else as it was given.'),
  fileName: z.string().nullable(),
  sizeBytes: z.number(),
  sha256: z
    .string()
    .describe('Of the file, 64 hexadecimal digits. Flows name their files by it when they travel.'),
  url: z.string().describe('Path on this service: GET it with the same key or session.'),
  createdAt: z.iso.datetime().describe('ISO 8601, UTC.'),
})

export const assets = {
  list: defineOperation({
    name: 'assets.list',
    summary: 'List the files kept for flows, newest first',
    scope: 'flows:read',
    reach: 'account',
    effect: 'reads',
    extension: true,
    input: z.strictObject({
      search: z.string().max(200).optional().describe('Part of a name, whatever its case and accents.'),
      sha256: z
        .string()
        .regex(/^[\da-f]{64}$/, problemText('NO_SHA256'))
        .optional(),
      cursor: resourceId.optional().describe('`nextCursor` of the page before.'),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    output: z.object({ assets: z.array(Asset), nextCursor: z.string().nullable() }),
  }),
  get: defineOperation({
    name: 'assets.get',
    summary: 'Read what is known of a kept file',
    scope: 'flows:read',
    reach: 'account',
    effect: 'reads',
    extension: true,
    input: z.strictObject({ id: resourceId }),
    output: Asset,
  }),
  upload: defineOperation({
    name: 'assets.upload',
    summary: 'Keep a file for flows',
    description:
      'Bodies of up to 64 MiB, which is a file of 48 MiB. A file that is kept already is answered as it is, and not kept twice.',
    scope: 'flows:write',
    reach: 'account',
    effect: 'writes',
    extension: true,
    body: 'files',
    input: z.strictObject({
      file: FileBytes,
      fileName: z.string().trim().min(1).max(200).optional().describe('How people know it, with its ending.'),
    }),
    output: Asset,
  }),
  delete: defineOperation({
    name: 'assets.delete',
    summary: 'Delete a kept file',
    description: 'Refused with CONFLICT while a draft, a published flow or a canned reply sends it.',
    scope: 'flows:write',
    reach: 'account',
    effect: 'destroys',
    extension: true,
    input: z.strictObject({ id: resourceId }),
    output: z.object({ success: z.boolean() }),
  }),
}
