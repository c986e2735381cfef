import { z } from 'zod'
import { cursor } from '../fields.ts'
import { defineOperation, type OperationEntry } from '../operation.ts'

/** What messaging does all the time is told by messages, runs and events; the audit log is for what changes the rules. */
const MESSAGING: ReadonlySet<string> = new Set(['chat:write', 'contacts:write', 'runs:write'])

/** Whether the audit log has the calls of an operation: of all that change something, but for messaging that does not say otherwise. */
export const isAudited = ({ effect, scope, audited }: OperationEntry): boolean =>
  audited ?? (effect !== 'reads' && !MESSAGING.has(scope))

/** Signing in is no operation of the contract, but nobody changes anything in the dashboard without it. */
export const SIGN_IN = 'sign-in'

/** What only the command line does, and the log has too. */
export const AUDITED_COMMANDS = ['master-key.rotate', 'master-key.retire'] as const

/** What somebody without an account does with a pairing link, and how the link ends. */
export const AUDITED_VISITS = [
  'pairing-link.open',
  'pairing-link.start',
  'pairing-link.code',
  'pairing-link.passkey',
  'pairing-link.confirm',
  'pairing-link.leave',
  'pairing-link.end',
] as const

const AuditEntry = z.object({
  id: z.string(),
  userId: z
    .string()
    .describe(
      'Who did it: an account, `operator` on the command line, `nobody` for a sign-in to no account.',
    ),
  email: z.string().nullable().describe('Their address; null when there is no such account (any more).'),
  via: z
    .enum(['key', 'session', 'sign-in', 'command-line', 'pairing-link'])
    .describe('`pairing-link`: whoever had the link of clients.pairingLinks.create open; `userId` made it.'),
  keyId: z.string().nullable(),
  operation: z.string(),
  target: z.record(z.string(), z.unknown()).describe('Ids and names out of the input; never what is secret.'),
  outcome: z
    .string()
    .describe(
      '`done`, the code it was refused with, or FAILED; of a call that was cut off `changed` when it had changed something, else `begun`.',
    ),
  requestId: z.string().nullable(),
  createdAt: z.iso.datetime().describe('ISO 8601, UTC.'),
})

const moment = z.iso.datetime({ offset: true })

export const audit = {
  list: defineOperation({
    name: 'audit.list',
    summary: 'List who changed what, newest first (admin only)',
    description:
      'Everything but messaging itself: accounts, keys, sessions, clients, workers, flows, webhooks, secrets and proxies, what the command line did, what was done through pairing links, who signed in and who tried to. Kept for a year.',
    scope: 'audit:read',
    reach: 'account',
    effect: 'reads',
    role: 'admin',
    extension: true,
    input: z.strictObject({
      cursor: cursor.optional(),
      limit: z.int().min(1).max(200).default(50),
      userId: z.string().min(1).max(64).optional().describe('Only what this person did.'),
      operation: z.string().min(1).max(64).optional().describe('Only this operation, such as `keys.create`.'),
      from: moment.optional().describe('Nothing before this moment, ISO 8601.'),
      to: moment.optional().describe('Only what was before this moment, ISO 8601.'),
    }),
    output: z.object({ entries: z.array(AuditEntry), nextCursor: z.string().nullable() }),
  }),
}
