import { z } from 'zod'
import { MAX_HTTP_BODY_BYTES, MAX_HTTP_TIMEOUT_MS } from '../../core/flow/limits.ts'
import { problemText } from '../../core/input/input-problem.ts'
import { resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'

const MAX_PARTS = 200
const MAX_SHORT_CHARS = 20_000

const secretPart = z.strictObject({
  secret: z.string().regex(/^[A-Za-z_]\w{0,63}$/),
  as: z.enum(['raw', 'url', 'json']).describe('How its value is written where it stands.'),
})

/** A text, or its parts; what one may hold is said once for all of its forms. */
function secretText(maxChars: number) {
  const error = problemText('NO_SECRET_TEXT', { chars: maxChars, parts: MAX_PARTS })
  const text = z.string().max(maxChars)
  return z.union([text, z.array(z.union([text, secretPart])).max(MAX_PARTS)], { error })
}

const FilePlace = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('part'),
      name: z.string().min(1).max(200),
      fields: z
        .array(z.strictObject({ name: z.string().max(200), value: secretText(MAX_SHORT_CHARS) }))
        .max(200),
    }),
    z.strictObject({ kind: z.literal('base64'), mark: z.string().min(1).max(200) }),
  ])
  .describe(
    '`part`: a part of a form, behind its fields. `base64`: in the JSON of `body`, in place of the text `mark`.',
  )

/** Where a call goes: an address, and headers in which secrets are only named. */
export const callPlace = {
  url: secretText(MAX_SHORT_CHARS).describe(
    'A text, or its parts; a part `{secret, as}` stands for a stored secret.',
  ),
  headers: z
    .array(z.strictObject({ name: z.string().min(1).max(200), value: secretText(MAX_SHORT_CHARS) }))
    .max(60)
    .default([]),
}

/** One call of an http node, as the engine plans it: what varies is filled in, and secrets are only named. */
const HttpRequest = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']),
  ...callPlace,
  body: secretText(MAX_HTTP_BODY_BYTES).nullable().default(null),
  file: z
    .strictObject({ mediaId: resourceId, place: FilePlace.optional() })
    .optional()
    .describe('A stored file of the caller: without a place its bytes are the body.'),
})

export const callHttp = defineOperation({
  name: 'flows.callHttp',
  summary: 'Make the call of an http node for real, once',
  description:
    'For trying a draft out. The same bounds and refused addresses as in a run; no run, no second attempt. A call without an answer is a result with `error`.',
  scope: 'flows:write',
  reach: { ids: { id: 'flow' } },
  effect: 'writes',
  usesSecrets: true,
  extension: true,
  input: z.strictObject({
    id: resourceId.describe('Flow id.'),
    request: HttpRequest,
    timeoutMs: z.int().min(100).max(MAX_HTTP_TIMEOUT_MS).default(10_000),
  }),
  output: z.object({
    status: z.int().nullable().describe('Null when there was no answer.'),
    headers: z.record(z.string(), z.string()),
    body: z.unknown().describe('The value of JSON, else text. The values of secrets in it are `***`.'),
    error: z
      .object({ code: z.string().describe('For example TIMEOUT or ADDRESS_REFUSED.'), message: z.string() })
      .nullable(),
  }),
})
