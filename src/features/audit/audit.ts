import { ACCESS } from '../../contract/access.ts'
import type { CallContext, Handlers } from '../../contract/handlers.ts'
import { Refusal } from '../../core/errors.ts'
import type { AuditStore } from './store.ts'

/** What messaging does all the time is told by messages, runs and events; the audit log is for what changes the rules. */
const TOLD_ELSEWHERE = new Set(['chat:write', 'contacts:write', 'runs:write'])
/** Fields of an input that say what it is about, and none that could be secret. */
const TOLD_FIELDS = [
  ...['id', 'ids', 'clientId', 'clientIds', 'flowId', 'mainMenuFlowId', 'caseId', 'number', 'name', 'email'],
  ...['role', 'plan', 'suspended', 'scopes', 'expiresAt', 'isEnabled', 'network', 'publish', 'allowDirect'],
]
const MAX_TEXT = 200

const shorten = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : value)

function readTarget(input: unknown): Record<string, unknown> {
  if (typeof input !== 'object' || input === null) return {}
  const fields: Record<string, unknown> = { ...input }
  return Object.fromEntries(
    TOLD_FIELDS.filter((name) => fields[name] !== undefined).map((name) => [name, shorten(fields[name])]),
  )
}

/** Whether calls of this operation are written down: all that changes something, but for messaging itself. */
function isAudited(operation: string): boolean {
  const scope = ACCESS[operation]?.scope
  if (scope === undefined) return true
  if (scope === 'people') return operation !== 'sessions.list'
  return scope.endsWith(':write') && !TOLD_ELSEWHERE.has(scope)
}

export type Audit = <T>(
  operation: string,
  input: unknown,
  ctx: CallContext,
  work: () => Promise<T>,
) => Promise<T>

/**
 * Does the work with a row in the log around it. The row is there before the change: when it cannot be written, nothing
 * is changed. When the outcome cannot be written, the row stays `begun`, and the caller gets the answer all the same.
 */
export function createAudit(store: AuditStore, onFailed: (error: unknown) => void): Audit {
  return async (operation, input, { principal, requestId }, work) => {
    if (!isAudited(operation)) return await work()
    const { userId, via, keyId = null } = principal
    const id = await store.begin({ userId, via, keyId, operation, target: readTarget(input), requestId })
    const end = (outcome: string) => store.end(id, outcome).catch(onFailed)
    try {
      const answer = await work()
      await end('done')
      return answer
    } catch (error) {
      await end(error instanceof Refusal ? error.code : 'FAILED')
      throw error
    }
  }
}

/** Signing in is no operation of the contract, but nobody changes anything in the dashboard without it. */
export async function noteSignIn(store: AuditStore, userId: string): Promise<void> {
  const row = {
    userId,
    via: 'sign-in',
    keyId: null,
    operation: 'sign-in',
    target: {},
    requestId: null,
  } as const
  await store.end(await store.begin(row), 'done')
}

const PLACE = /^\d{1,15}$/

function parsePlace(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  if (PLACE.test(text)) return Number(text)
  throw new Refusal('BAD_REQUEST', 'cursor: not a nextCursor of this list. Leave it out to begin anew.')
}

export function createAuditHandlers(store: AuditStore): Handlers['audit'] {
  return {
    async list({ cursor, limit, userId, operation }) {
      const rows = await store.list({
        before: parsePlace(cursor),
        limit,
        ...(userId !== undefined && { userId }),
        ...(operation !== undefined && { operation }),
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
