import type { OwnerId, Principal } from '../contract/handlers.ts'
import type { OperationEntry } from '../contract/operation.ts'
import { type Barrier, findBarrier, type Owned, refuseScope } from '../contract/scopes.ts'
import { missing, Refusal, refusal } from '../core/errors.ts'
import type { FindOwner } from '../features/clients/index.ts'

/** The client that something of this owner belongs to; null when it belongs to none or is not the owner's. */
export type FindClient = (what: Owned, id: string, owner: OwnerId) => Promise<string | null>

/** What the gate asks the database, through the features that know. */
export interface Lookups {
  /** Whose a client is. */
  findOwner: FindOwner
  /** Whose an id is; only asked for keys that are kept to some clients, which without it reach nothing but clients by their own ids. */
  findClient?: FindClient | undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const refuseLimited = (message: string): Refusal =>
  new Refusal('FORBIDDEN', message, { data: { reason: 'KEY_LIMITED_TO_CLIENTS' } })

/** What has a list of clients: a key, or a member of the workspace. */
const nameHolder = ({ via }: Principal): string => (via === 'key' ? 'This key' : 'Your role')

function refuseBarrier(barrier: Barrier, name: string, principal: Principal): Refusal {
  switch (barrier.kind) {
    case 'people':
      return refusal('FORBIDDEN', 'PEOPLE_ONLY', {})
    case 'admins':
      return refusal('FORBIDDEN', 'ADMINS_ONLY', {})
    case 'scope':
      return refuseScope(barrier.scope)
    case 'clients':
      return refuseLimited(`${nameHolder(principal)} is for some clients only; ${name} concerns all of them.`)
    case 'right': {
      const { right, role } = barrier
      return refusal('FORBIDDEN', 'ROLE_MISSING', { right, role }, { data: { right } })
    }
  }
}

/** Everything an input says about whose it is to be: its own client, and those of flows written out in it. */
function listNamedClients(input: Record<string, unknown>): unknown[] {
  const documents = [input, input.flow, ...(Array.isArray(input.bundle) ? input.bundle : [])]
  return documents.filter(isRecord).flatMap((one) => ('clientId' in one ? [one.clientId] : []))
}

function refuseNoClient(clientId: unknown): void {
  if (clientId === undefined || clientId === null)
    throw refuseLimited('This key is for some clients only: name one of them in clientId.')
}

function refuseOtherClients(input: Record<string, unknown>, allowed: readonly string[]): void {
  for (const clientId of listNamedClients(input)) {
    if (clientId === undefined) continue
    if (clientId === null)
      throw refuseLimited('This key is for some clients only: name one of them in clientId.')
    if (!allowed.includes(String(clientId))) throw missing('client')
  }
}

/** Leaves out the rows that belong to clients the key is not for; a page may be shorter for it. */
function withoutOthers(answer: unknown, field: string, allowed: readonly string[]): unknown {
  const isOwn = (row: unknown): boolean => isRecord(row) && allowed.includes(String(row[field]))
  if (Array.isArray(answer)) return answer.filter(isOwn)
  if (!isRecord(answer)) return answer
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, Array.isArray(value) ? value.filter(isOwn) : value]),
  )
}

export interface Gate {
  /** Refuses a caller who may not call this operation at all; asked before anything of the input is read. */
  admit(principal: Principal): void
  /** Refuses a caller who may not call this operation with this input. */
  enter(principal: Principal, owner: OwnerId, input: unknown): Promise<void>
  /**
   * Refuses what names a client of somebody else, which looks like a missing one. What an operation lists by is no more
   * than a filter, and flows, runs and webhooks are found by their owner in the statements that read them.
   */
  checkOwner(owner: OwnerId, input: unknown): Promise<void>
  /** What of the answer the caller may see. */
  leave(principal: Principal, answer: unknown): unknown
}

/** Decides over the calls of one operation. */
export function createGate(entry: OperationEntry, { findOwner, findClient }: Lookups): Gate {
  const { name, reach } = entry
  const ids = typeof reach === 'object' ? Object.entries(reach.ids ?? {}) : []
  const isFilter = typeof reach === 'object' && reach.lists !== undefined
  const ownClients = ids.filter(([, what]) => what === 'client' && !isFilter).map(([field]) => field)

  function admit(principal: Principal): void {
    const barrier = findBarrier(principal, entry)
    if (barrier) throw refuseBarrier(barrier, name, principal)
  }

  async function isWithin(
    allowed: readonly string[],
    what: Owned,
    id: string,
    owner: OwnerId,
  ): Promise<boolean> {
    const clientId = what === 'client' ? id : await findClient?.(what, id, owner)
    return Boolean(clientId && allowed.includes(clientId))
  }

  async function checkReach(owner: OwnerId, allowed: readonly string[], input: unknown): Promise<void> {
    if (typeof reach !== 'object') return
    const fields = isRecord(input) ? input : {}
    if (reach.makes) refuseNoClient(fields.clientId)
    refuseOtherClients(fields, allowed)
    for (const [field, what] of ids) {
      const id = fields[field]
      if (typeof id === 'string' && !(await isWithin(allowed, what, id, owner))) throw missing(what)
    }
  }

  return {
    admit,
    async enter(principal, owner, input) {
      admit(principal)
      if (principal.clientIds) await checkReach(owner, principal.clientIds, input)
    },
    async checkOwner(owner, input) {
      const fields = isRecord(input) ? input : {}
      for (const field of ownClients) {
        const id = fields[field]
        if (typeof id === 'string' && (await findOwner(id)) !== owner) throw missing('client')
      }
    },
    leave(principal, answer) {
      if (!principal.clientIds || typeof reach !== 'object' || !reach.lists) return answer
      return withoutOthers(answer, reach.lists, principal.clientIds)
    },
  }
}
