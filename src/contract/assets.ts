import { z } from 'zod'
import { resourceId } from './fields.ts'
import { FileBytes } from './message.ts'
import { extension } from './operation.ts'

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
  list: extension('assets', 'List the files kept for flows, newest first')
    .input(
      z.strictObject({
        search: z.string().max(200).optional().describe('Part of a name, whatever its case and accents.'),
        sha256: z
          .string()
          .regex(/^[\da-f]{64}$/, 'A SHA-256 is 64 hexadecimal digits.')
          .optional(),
        cursor: resourceId.optional().describe('`nextCursor` of the page before.'),
        limit: z.number().int().min(1).max(200).default(50),
      }),
    )
    .output(z.object({ assets: z.array(Asset), nextCursor: z.string().nullable() })),
  get: extension('assets', 'Read what is known of a kept file')
    .input(z.strictObject({ id: resourceId }))
    .output(Asset),
  upload: extension(
    'assets',
    'Keep a file for flows',
    'Bodies of up to 64 MiB, which is a file of 48 MiB. A file that is kept already is answered as it is, and not kept twice.',
  )
    .input(
      z.strictObject({
        file: FileBytes,
        fileName: z
          .string()
          .trim()
          .min(1)
          .max(200)
          .optional()
          .describe('How people know it, with its ending.'),
      }),
    )
    .output(Asset),
  delete: extension(
    'assets',
    'Delete a kept file',
    'Refused with CONFLICT while a draft or a published flow sends it.',
  )
    .input(z.strictObject({ id: resourceId }))
    .output(z.object({ success: z.boolean() })),
}
