import { z } from 'zod'
import { type Address, fromPhoneNumber, parseRecipient } from '../../../addresses.ts'
import { parsePhone } from '../../expressions/answers.ts'
import { isJsonPath, readJsonPath } from '../../expressions/json-path.ts'
import { finding, findingText } from '../../findings.ts'
import type { NodeProblem, TextField } from '../node-type.ts'
import {
  type IncomingCall,
  type MappedInput,
  SIGNATURE_SCHEMES,
  type SignatureRule,
  type SignatureScheme,
} from './webhook-rule.ts'

const SECRET = /^\s*\{\{-?\s*secrets\.([A-Za-z_]\w{0,63})\s*-?\}\}\s*$/
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
const PARTS = ['body', 'query', 'headers']

/** Where each scheme has the signature; of `token` and `hmac` unless the node says otherwise. */
const HEADERS: Readonly<Record<SignatureRule['scheme'], string>> = {
  github: 'x-hub-signature-256',
  stripe: 'stripe-signature',
  standard_webhooks: 'webhook-signature',
  token: 'x-webhook-token',
  hmac: 'x-signature',
}

/** Where each scheme has what tells a repeat from another call. */
const DEDUPE_PATHS: Readonly<Record<SignatureScheme, string>> = {
  none: 'headers.idempotency-key',
  github: 'headers.x-github-delivery',
  stripe: 'body.id',
  standard_webhooks: 'headers.webhook-id',
  token: 'headers.idempotency-key',
  hmac: 'headers.idempotency-key',
}

/** A place in a call, such as `body.customer.phone`, `query.id` or `headers.x-id`. */
export const callPath = z
  .string()
  .max(200)
  .refine(
    (text) => isJsonPath(text) && PARTS.includes(/^[a-z]*/.exec(text.trim())?.[0] ?? ''),
    findingText('NO_CALL_PATH'),
  )

export const signatureSchema = z
  .strictObject({
    scheme: z.enum(SIGNATURE_SCHEMES).default('none'),
    secret: z.string().max(200).optional(),
    header: z.string().max(100).optional(),
    encoding: z.enum(['hex', 'base64']).default('hex'),
    prefix: z.string().max(40).default(''),
  })
  .prefault({})
type SignatureData = z.output<typeof signatureSchema>

export function signatureTexts({ scheme, secret }: SignatureData): TextField[] {
  if (scheme === 'none' || secret === undefined) return []
  return [{ path: 'signature.secret', text: secret, kind: 'template', allowsSecrets: true }]
}

export function checkSignature({ scheme, secret = '', header = 'x' }: SignatureData): NodeProblem[] {
  if (scheme === 'none') return []
  const problems: NodeProblem[] = []
  if (!SECRET.test(secret))
    problems.push({ path: 'signature.secret', ...finding('SIGNATURE_SECRET_MISSING') })
  if (!HEADER_NAME.test(header))
    problems.push({ path: 'signature.header', ...finding('NO_HEADER_NAME', { name: header }) })
  return problems
}

/** The name of the one secret that a text is, `{{ secrets.NAME }}`; null for any other text. */
export const readSecretName = (text: string): string | null => SECRET.exec(text)?.[1] ?? null

export function toSignatureRule({
  scheme,
  secret = '',
  header,
  encoding,
  prefix,
}: SignatureData): SignatureRule | null {
  if (scheme === 'none') return null
  const isOwn = scheme === 'token' || scheme === 'hmac'
  return {
    scheme,
    secret: SECRET.exec(secret)?.[1] ?? '',
    header: (isOwn ? header : undefined)?.toLowerCase() ?? HEADERS[scheme],
    ...{ encoding, prefix },
  }
}

/** What tells a repeat of a call from another call; null where the call says nothing. */
export function readDedupeKey(
  call: IncomingCall,
  dedupe: string | undefined,
  signature: SignatureRule | null,
): string | null {
  const value = readJsonPath(call, dedupe ?? DEDUPE_PATHS[signature?.scheme ?? 'none'])
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/**
 * Whom a call is about: a number in international form, in the national form of the country, or an address of a person.
 * Null when it names nobody. A group is nobody.
 */
export function readCalledContact(call: IncomingCall, path: string, country: string | null): Address | null {
  const value = readJsonPath(call, path)
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).trim()
  if (text.includes('@')) {
    const parsed = parseRecipient(text)
    return parsed.ok && (parsed.kind === 'person' || parsed.kind === 'lid') ? parsed.address : null
  }
  const national = country === null ? null : parsePhone(text, country)
  const phone = national?.isPossible() ? national : parsePhone(`+${text.replace(/^\+/, '')}`, null)
  return phone?.isPossible() ? fromPhoneNumber(phone.number) : null
}

/** The values that a call has for the inputs; one that it has not is left out. */
export function readCalledInputs(
  call: IncomingCall,
  inputs: readonly MappedInput[],
): Record<string, unknown> {
  const found = inputs.map(({ name, path }) => [name, readJsonPath(call, path)] as const)
  return Object.fromEntries(found.filter(([, value]) => value !== null))
}
