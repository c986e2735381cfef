import { z } from 'zod'
import { problemText } from '../../core/input/input-problem.ts'
import { clientId } from '../fields.ts'
import { defineOperation } from '../operation.ts'

/** Longer than any that a browser gives. */
const MAX_CHARS = 8_192
const base64url = z
  .string()
  .min(1)
  .max(MAX_CHARS)
  .regex(/^[\w-]+=*$/, { error: problemText('NO_BASE64URL') })

/** What a browser signed: `PublicKeyCredential.toJSON()`. */
export const Assertion = z.looseObject({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
})

const done = z.object({ message: z.string().describe('A sentence for people.') })
const input = z.strictObject({ clientId })

/** After a scan or a typed code the network asks a growing part of accounts for a passkey. */
export const passkey = {
  get: defineOperation({
    name: 'worker.passkey.get',
    summary: 'Get what the network asks of the account’s passkey',
    description:
      'Sign `options` with it on https://web.whatsapp.com, by `navigator.credentials.get`, and hand the result to worker.passkey.answer.',
    scope: 'worker:write',
    reach: { ids: { clientId: 'client' } },
    effect: 'writes',
    audited: false,
    extension: true,
    input: input,
    output: z.object({
      message: z.string().describe('A sentence for people.'),
      waitsFor: z
        .enum(['nothing', 'signature', 'phone', 'comparison'])
        .describe('`phone`: it was signed; `comparison`: a person compares `code` with the phone’s.'),
      options: z
        .looseObject({ challenge: z.string() })
        .nullable()
        .describe('`PublicKeyCredentialRequestOptionsJSON`, as the network gave it.'),
      code: z.string().nullable().describe('`XXXX-XXXX`.'),
      expiresAt: z.iso.datetime().nullable(),
    }),
  }),
  answer: defineOperation({
    name: 'worker.passkey.answer',
    summary: 'Hand over what the account’s passkey signed',
    description:
      'May be called again when it is refused. Most often the phone then links the client; else a code has to be compared.',
    scope: 'worker:write',
    reach: { ids: { clientId: 'client' } },
    effect: 'writes',
    extension: true,
    input: z.strictObject({
      clientId,
      assertion: Assertion.describe('`PublicKeyCredential.toJSON()` of the browser, unchanged.'),
    }),
    output: done,
  }),
  confirm: defineOperation({
    name: 'worker.passkey.confirm',
    summary: 'Confirm that the phone shows the same code; it then links the client',
    scope: 'worker:write',
    reach: { ids: { clientId: 'client' } },
    effect: 'writes',
    extension: true,
    input: input,
    output: done,
  }),
}
