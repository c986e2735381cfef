import { z } from 'zod'
import { type Address, parseNamedRecipient, parseRecipient } from '../core/addresses.ts'
import { problemText } from '../core/input/input-problem.ts'
import { findJsonProblem, parseJsonText } from '../core/json-safety.ts'

/** Longest JSON text accepted for a flow's nodes, edges or viewport. */
export const MAX_JSON_TEXT_CHARS = 1_048_576

const NO_SUCH_ID = '00000000-0000-0000-0000-000000000000'

/** A client's id. It has to be a UUID; whether the caller owns the client is checked later. */
export const clientId = z
  .guid({
    error: (issue) => (issue.code === 'invalid_format' ? problemText('NO_CLIENT_ID') : undefined),
  })
  .toLowerCase()
  .describe('Client id, a UUID; the client must be owned by the key’s user.')

/**
 * The id of any other resource. A string that cannot be an id names nothing, so it becomes the id nothing has:
 * every lookup then answers NOT_FOUND, like for any other missing resource.
 */
export const resourceId = z
  .string()
  .min(1)
  .max(128)
  .transform((id) => (z.guid().safeParse(id).success ? id.toLowerCase() : NO_SUCH_ID))

/** A picture of an account or a group. A body holds 1 MiB. */
export const ownPicture = z
  .base64({ error: problemText('NO_BASE64') })
  .min(1)
  .max(1_000_000)
  .nullable()
  .describe(
    'A JPEG, PNG, WebP or GIF of 750 kB at most, as base64: of one that is not square its middle is taken. Null takes the picture away.',
  )

/** A phone number as people write it; handlers get it as E.164 with its +. */
export const phoneNumber = z
  .string()
  .max(40)
  .regex(/^[\s(]*\+?[\s(]*[1-9](?:[\s().-]*\d){6,14}[\s().-]*$/, {
    error: problemText('NO_PHONE_NUMBER', { least: 7 }),
  })
  .transform((text) => `+${text.replace(/\D/g, '')}`)

const readRecipient = (parse: (value: string) => ReturnType<typeof parseNamedRecipient>) =>
  z
    .string()
    .min(1)
    .max(160)
    .transform((value, ctx): Address => {
      const parsed = parse(value)
      if (parsed.ok) return parsed.address
      const message = problemText('NO_RECIPIENT', { given: parsed.given })
      ctx.issues.push({ code: 'custom', message, input: value })
      return z.NEVER
    })

/** A recipient in any accepted form; handlers get its full address. */
export const recipient = readRecipient(parseRecipient)
/** The same, or `@` with a username, which handlers get as it is. */
export const namedRecipient = readRecipient(parseNamedRecipient)

/** The other names of a recipient, where the interface calls it `target`, and where it calls it `jid`. */
export const TARGET_ALIASES = ['jid', 'to', 'chatId'] as const
export const JID_ALIASES = ['target', 'to', 'chatId'] as const
const TARGET_NAMES = ['target', ...TARGET_ALIASES] as const
type TargetName = (typeof TARGET_NAMES)[number]

/** The recipient of a send: `target`, or one of the names accepted for it. */
export const targetFields = {
  target: recipient.optional().describe('Recipient: digits with country code, +E.164, or a full address.'),
  jid: recipient.optional().describe('Same as `target`.'),
  to: recipient.optional().describe('Same as `target`.'),
  chatId: recipient.optional().describe('Same as `target`.'),
}

/** Those of what is said to somebody, who may be named by username. */
export const namedTargetFields = {
  target: namedRecipient
    .optional()
    .describe('Recipient: digits with country code, +E.164, a full address, or @username.'),
  jid: namedRecipient.optional().describe('Same as `target`.'),
  to: namedRecipient.optional().describe('Same as `target`.'),
  chatId: namedRecipient.optional().describe('Same as `target`.'),
}

interface IssueSink {
  issues: { push(issue: { code: 'custom'; message: string; input: unknown; path: PropertyKey[] }): unknown }
}

/** Takes the one value given under several names; none or two different ones are an issue at the first name. */
export function pickAlias<V>(
  input: Readonly<Record<string, unknown>>,
  names: readonly string[],
  values: readonly (V | undefined)[],
  ctx: IssueSink,
): V {
  const [name = ''] = names
  const given = names.filter((_, i) => values[i] !== undefined)
  const value = values.find((v) => v !== undefined)
  if (value !== undefined && values.every((v) => v === undefined || v === value)) return value
  const message =
    value === undefined ? problemText('REQUIRED', { name }) : problemText('NAMES_DIFFER', { given, name })
  ctx.issues.push({ code: 'custom', message, input, path: [name] })
  return z.NEVER
}

/** Resolves the recipient names of `targetFields` into `target`. */
export function resolveTarget<T extends Partial<Record<TargetName, Address | undefined>>>(
  input: T,
  ctx: IssueSink,
): Omit<T, TargetName> & { target: Address } {
  const { target, jid, to, chatId, ...rest } = input
  return { ...rest, target: pickAlias<Address>(input, TARGET_NAMES, [target, jid, to, chatId], ctx) }
}

/** Resolves the same names into `jid`, where the interface calls it so. */
export function resolveJid<T extends Partial<Record<TargetName, Address | undefined>>>(
  input: T,
  ctx: IssueSink,
): Omit<T, TargetName> & { jid: Address } {
  const { target, jid, to, chatId, ...rest } = input
  return {
    ...rest,
    jid: pickAlias<Address>(input, ['jid', ...JID_ALIASES], [jid, target, to, chatId], ctx),
  }
}

/**
 * A message key in a request. Keys copied from an answer may be sent as they are: properties beyond these are ignored.
 */
export const requestKey = z.object({
  remoteJid: recipient.describe('Address of the chat.'),
  id: z.string().min(1).max(128).describe('Message id.'),
  fromMe: z.boolean().describe('True when this client’s account sent it.'),
  participant: recipient.nullish().describe('Who wrote it, in a group.'),
})

/** The same key and body within 24 h returns the first answer; another body is CONFLICT. */
export const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .describe(
    'Repeats with the same key and body return the first answer for 24 h. Also accepted as the header Idempotency-Key.',
  )

/** Versions of a flow count from 1; more than this has no place in the database. */
export const versionNumber = z.int().min(1).max(2_147_483_647)

/** The longest that a send may be told to wait with its answer. */
export const MAX_WAIT_SEC = 120

/** What the answer of a send waits for. Without both, a send answers as soon as the network has the message. */
export const waitFields = {
  wait: z
    .enum(['queued', 'server', 'delivered'])
    .optional()
    .describe(
      '`queued`: it has its place in the queue, which is in memory: not sent, with status ERROR, when the worker ends before it left. `server` (default): the network has it. `delivered`: a device of the contact, in a group of one member, confirmed it. `res.reached`: how far it got.',
    ),
  waitSec: z
    .int()
    .min(1)
    .max(MAX_WAIT_SEC)
    .optional()
    .describe(
      'Longest wait in seconds; then the answer tells how far it is, and it goes on. Default 30 for `delivered`, else as long as it takes.',
    ),
}

/** Opaque position in a list; only values answered by the service mean something. */
export const cursor = z.string().min(1).max(512)

/** Accepts a value as it is or as JSON text of it. */
export function jsonTextOr<S extends z.ZodType>(schema: S) {
  return z.preprocess((value, ctx) => {
    if (typeof value !== 'string') return value
    if (value.length > MAX_JSON_TEXT_CHARS) {
      ctx.issues.push({ code: 'custom', message: problemText('JSON_TEXT_TOO_LONG'), input: undefined })
      return z.NEVER
    }
    const parsed = readJsonText(value)
    if (parsed.problem === undefined) return parsed.value
    ctx.issues.push({ code: 'custom', message: parsed.problem, input: undefined })
    return z.NEVER
  }, schema)
}

function readJsonText(text: string): { value?: unknown; problem?: string } {
  const parsed = parseJsonText(text)
  const found = parsed.ok ? findJsonProblem(parsed.value) : parsed.problem
  if (found === null) return { problem: problemText('NO_JSON_TEXT') }
  if (found) return { problem: problemText('JSON_TEXT_REFUSED', { problem: found }) }
  return parsed.ok ? { value: parsed.value } : {}
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A day of the calendar, as `2026-11-26`. */
export const day = z
  .string()
  .refine((text) => DAY.test(text) && !Number.isNaN(Date.parse(text)), problemText('NO_DAY'))
  .describe('As 2026-11-26.')
