/**
 * What a key may be limited to. `read` never changes anything; `write` is everything else of its group. `secrets:use` opens
 * no operation: it is asked for beside another scope, where `usesSecrets` of an operation says so. A key without scopes may
 * do all that its owner may.
 */
export const SCOPES = [
  'chat:read',
  'chat:write',
  'contacts:read',
  'contacts:write',
  'clients:read',
  'clients:write',
  'session:write',
  'worker:read',
  'worker:write',
  'flows:read',
  'flows:write',
  'runs:read',
  'runs:write',
  'events:read',
  'webhooks:read',
  'webhooks:write',
  'secrets:read',
  'secrets:write',
  'secrets:use',
  'knowledge:read',
  'knowledge:write',
  'proxies:read',
  'proxies:write',
  'users:read',
  'keys:read',
  'audit:read',
] as const

/** What somebody may be in a workspace, from all rights to the fewest. */
export const WORKSPACE_ROLES = ['owner', 'admin', 'agent', 'viewer'] as const

export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number]

export type Scope = (typeof SCOPES)[number]

/** What an id of an input names; each belongs to one client, or to none. */
export type Owned = 'client' | 'flow' | 'flow state' | 'webhook'

type OwnedIds = Readonly<Record<string, Owned>>

/**
 * Whose things an operation is about, and so how it is kept to its caller's own, and to the clients of a key that has a
 * list of them.
 * - `none`: it concerns no client.
 * - `account`: it concerns everything its owner has; a key for some clients may not call it.
 * - an object: fields of the input by what they name. `makes`: it makes something that belongs to a client, which has
 *   to be named. `lists`: the rows of its answer that belong to other clients are left out, by this field of theirs.
 */
export type Reach = 'none' | 'account' | { ids?: OwnedIds; makes?: true; lists?: 'id' | 'clientId' }

/** Who may call an operation. */
export interface Access {
  /** `any`: every key. `people`: no key at all, only somebody who signed in. */
  scope: Scope | 'any' | 'people'
  reach: Reach
  /** Only administrators; others get FORBIDDEN. */
  role?: 'admin'
}

/** Who calls, as far as it decides what may be called. */
export interface Limits {
  via: 'key' | 'session'
  role: 'admin' | 'user'
  scopes?: readonly string[] | null | undefined
  clientIds?: readonly string[] | null | undefined
}

/** Why a caller may not call an operation, whatever the input is. */
export type Barrier =
  | { kind: 'people' | 'admins' | 'clients' }
  /** Which scope the key lacks. */
  | { kind: 'scope'; scope: Scope }

/** The one place that decides who may call an operation at all; what an input names is looked at with each call. */
export function findBarrier({ via, role, scopes, clientIds }: Limits, access: Access): Barrier | null {
  if (access.scope === 'people' && via !== 'session') return { kind: 'people' }
  if (access.role === 'admin' && role !== 'admin') return { kind: 'admins' }
  if (access.scope === 'any' || access.scope === 'people') return null
  if (scopes && !scopes.includes(access.scope)) return { kind: 'scope', scope: access.scope }
  return clientIds && access.reach === 'account' ? { kind: 'clients' } : null
}

/** Whether a caller may call an operation at all. */
export const mayCall = (caller: Limits, access: Access): boolean => findBarrier(caller, access) === null
