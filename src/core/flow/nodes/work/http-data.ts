import { z } from 'zod'
import { findingText } from '../../findings.ts'
import { MAX_HTTP_MAPS, MAX_HTTP_TIMEOUT_MS } from '../../limits.ts'
import { variableName } from '../fields/text-field.ts'
import { commonFields } from '../node-type.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const
const pair = z.strictObject({ name: z.string().min(1).max(200), value: z.string().max(4_096).default('') })

/** The data of an `http` node. */
export const httpSchema = z.strictObject({
  ...commonFields,
  method: z.enum(METHODS).default('GET'),
  url: z.string().min(1, findingText('URL_MISSING')).max(2_000),
  query: z.array(pair).max(50).default([]),
  headers: z.array(pair).max(50).default([]),
  body: z.unknown().optional(),
  bodyType: z.enum(['json', 'form', 'text', 'file', 'multipart', 'none']).optional(),
  /** The mediaId of a file that goes along: as a part of `multipart`, as base64 in JSON. */
  fileId: z.string().max(500).optional(),
  /** The name of that part, or the place of the text in the JSON, such as `document.content`. */
  fileField: z.string().min(1).max(200).optional(),
  timeoutMs: z
    .number()
    .int()
    .min(100)
    .max(MAX_HTTP_TIMEOUT_MS, findingText('CALL_TIME_TOO_LONG'))
    .default(10_000),
  retries: z.number().int().min(0).max(5).default(2),
  idempotent: z.boolean().optional(),
  map: z
    .array(z.strictObject({ path: z.string().max(500), var: variableName }))
    .max(MAX_HTTP_MAPS, findingText('MAPS_TOO_MANY', { most: MAX_HTTP_MAPS }))
    .default([]),
  saveAs: variableName.optional(),
  secretRefs: z
    .array(z.string().regex(/^[A-Za-z_]\w{0,63}$/, findingText('NO_SECRET_NAME')))
    .max(20)
    .default([]),
})
export type HttpData = z.output<typeof httpSchema>
