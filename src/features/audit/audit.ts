import { type AUDITED_VISITS, isAudited, SIGN_IN } from '../../contract/account/audit.ts'
import type { CallContext, Handlers } from '../../contract/handlers.ts'
import type { OperationEntry } from '../../contract/operation.ts'
import { Refusal, refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import type { AuditStore, NewAuditRow } from './store.ts'

/** Fields of an input that say what it is about, and none that could be secret. */
const SUMMARY_FIELDS = [
  ...['id', 'ids', 'clientId', 'clientIds', 'flowId', 'flowStateId', 'mainMenuFlowId', 'caseId', 'userId'],
  ...['number', 'name', 'email', 'role', 'plan', 'suspended', 'scopes', 'expiresAt', 'isEnabled', 'network'],
  ...['publish', 'allowDirect'],
]
const MAX_TEXT = 200

const shorten = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : value)

function readTarget(input: unknown): Record<string, unknown> {
  if (typeof input !== 'object' || input === null) return {}
  const fields: Record<string, unknown> = { ...input }
  const summary = SUMMARY_FIELDS.filter((name) => fields[name] !== undefined)
  return {
    ...Object.fromEntries(summary.map((name) => [name, shorten(fields[name])])),
    // What somebody wrote stays out; that they wrote it instead of somebody else does not.
    ...(fields.text === undefined ? {} : { withText: true }),
  }
}

export type Audit = <T>(
  entry: OperationEntry,
  input: unknown,
  ctx: CallContext,
  work: () => Promise<T>,
) => Promise<T>

export interface AuditDeps {
  store: AuditStore
  /** Of the database that the work changes. */
  noting: Database['noting']
  onFailed: (error: unknown) => void
}

/**
 * Does the work with a row in the log around it. The row is there before the change: when it cannot be written, nothing
 * is changed. It becomes `changed` in the transaction of the change itself, so that a call that is cut off is known to have
 * changed something or not. When the outcome cannot be written, that stays, and the caller gets the answer all the same.
 */
export function createAudit({ store, noting, onFailed }: AuditDeps): Audit {
  return async (entry, input, { principal, requestId }, work) => {
    if (!isAudited(entry)) return await work()
    const operation = entry.name
    const { userId, via, keyId = null } = principal
    const id = await store.begin({ userId, via, keyId, operation, target: readTarget(input), requestId })
    const end = (outcome: string) => store.end(id, outcome).catch(onFailed)
    try {
      const answer = await noting((tx) => store.noteChange(tx, id), work)
      await end('done')
      return answer
    } catch (error) {
      await end(error instanceof Refusal ? error.code : 'FAILED')
      throw error
    }
  }
}

const signInOf = (userId: string, target: Record<string, unknown>) =>
  ({ userId, via: 'sign-in', keyId: null, operation: SIGN_IN, target, requestId: null }) as const

/** Somebody signed in. */
export async function noteSignIn(store: AuditStore, userId: string): Promise<void> {
  await store.end(await store.begin(signInOf(userId, {})), 'done')
}

/** A try with a wrong password, or for an account that there is not; the throttle keeps them few. */
export async function noteFailedSignIn(
  store: AuditStore,
  { userId, email }: { userId: string | null; email: string },
): Promise<void> {
  const row = signInOf(userId ?? 'nobody', { email: shorten(email) })
  await store.end(await store.begin(row), 'UNAUTHORIZED')
}

type Doer = Pick<NewAuditRow, 'userId' | 'via' | 'keyId' | 'requestId'>

const OPERATOR: Doer = { userId: 'operator', via: 'command-line', keyId: null, requestId: null }

/**
 * What an operator did on the command line. Called in the transaction of the change, so that neither is without the
 * other.
 */
export async function noteCommand(
  store: AuditStore,
  operation: string,
  target: Record<string, unknown>,
): Promise<void> {
  await store.end(await store.begin({ ...OPERATOR, operation, target }), 'done')
}

async function auditAs<T>(
  { store, noting }: Pick<AuditDeps, 'store' | 'noting'>,
  doer: Doer,
  operation: string,
  target: Record<string, unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const id = await store.begin({ ...doer, operation, target })
  try {
    const done = await noting((tx) => store.noteChange(tx, id), work)
    await store.end(id, 'done')
    return done
  } catch (error) {
    await store.end(id, error instanceof Refusal ? error.code : 'FAILED')
    throw error
  }
}

/** Does the work of a command that makes its own transactions with a row in the log around it, as a call has it. */
export const auditCommand = <T>(
  deps: Pick<AuditDeps, 'store' | 'noting'>,
  operation: string,
  target: Record<string, unknown>,
  work: () => Promise<T>,
): Promise<T> => auditAs(deps, OPERATOR, operation, target, work)

/** Does the work of somebody who has a pairing link open, in the name of who made the link. */
export const auditVisit = <T>(
  deps: Pick<AuditDeps, 'store' | 'noting'>,
  { userId, requestId }: Pick<Doer, 'userId' | 'requestId'>,
  operation: (typeof AUDITED_VISITS)[number],
  target: Record<string, unknown>,
  work: () => Promise<T>,
): Promise<T> =>
  auditAs(deps, { userId, via: 'pairing-link', keyId: null, requestId }, operation, target, work)

const PLACE = /^\d{1,15}$/

function parsePlace(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  if (PLACE.test(text)) return Number(text)
  throw refusal('BAD_REQUEST', 'CURSOR_UNKNOWN', {}, { path: 'cursor' })
}

export function createAuditHandlers(store: AuditStore): Handlers['audit'] {
  return {
    async list({ cursor, limit, userId, operation, from, to }) {
      const rows = await store.list({
        before: parsePlace(cursor),
        limit,
        userId,
        operation,
        from: from === undefined ? undefined : new Date(from),
        to: to === undefined ? undefined : new Date(to),
      })
      const last = rows.length === limit ? rows.at(-1) : undefined
      return {
        entries: rows.map(({ id, createdAt, ...row }) => ({
          id: String(id),
          ...row,
          createdAt: createdAt.toISOString(),
        })),
        nextCursor: last ? Buffer.from(String(last.id)).toString('base64url') : null,
      }
    },
  }
}
