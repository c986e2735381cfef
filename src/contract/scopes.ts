import { type Refusal, refusal } from '../core/errors.ts'
import type { RefusalParams } from '../core/refusal-reasons.ts'

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
  'groups:read',
  'groups:write',
  'channels:read',
  'channels:write',
  'profile:read',
  'profile:write',
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
  'campaigns:read',
  'campaigns:write',
  'proxies:read',
  'proxies:write',
  'users:read',
  'keys:read',
  'audit:read',
] as const

/** What somebody may be in a workspace, from all rights to the fewest. */
export const WORKSPACE_ROLES = ['owner', 'admin', 'agent', 'viewer'] as const

export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number]

/**
 * What the roles of a workspace differ in. `view`: chats, people, numbers, flows and their runs. `inspect`: what is behind
 * them, such as webhooks, documents and the names of secrets. `talk`: with contacts, and what belongs to that. `build`:
 * flows and what they use. `manage`: numbers, secrets, keys and members. `own`: delete the workspace or hand it over.
 */
export type Right = 'view' | 'inspect' | 'talk' | 'build' | 'manage' | 'own'

const RIGHTS_OF_ROLES: Readonly<Record<WorkspaceRole, readonly Right[]>> = {
  owner: ['view', 'inspect', 'talk', 'build', 'manage', 'own'],
  admin: ['view', 'inspect', 'talk', 'build', 'manage'],
  agent: ['view', 'talk'],
  viewer: ['view', 'inspect'],
}

export const hasRight = (role: WorkspaceRole, right: Right): boolean => RIGHTS_OF_ROLES[role].includes(right)

export type Scope = (typeof SCOPES)[number]

/** The right that operations of a scope need, unless they name another. */
const RIGHT_OF_SCOPE: Readonly<Record<Scope, Right>> = {
  'chat:read': 'view',
  'chat:write': 'talk',
  'contacts:read': 'view',
  'contacts:write': 'talk',
  'groups:read': 'view',
  'groups:write': 'talk',
  'channels:read': 'view',
  'channels:write': 'talk',
  'profile:read': 'view',
  'profile:write': 'manage',
  'clients:read': 'view',
  'clients:write': 'manage',
  'session:write': 'manage',
  'worker:read': 'view',
  'worker:write': 'manage',
  'flows:read': 'view',
  'flows:write': 'build',
  'runs:read': 'view',
  'runs:write': 'talk',
  'events:read': 'view',
  'webhooks:read': 'inspect',
  'webhooks:write': 'manage',
  'secrets:read': 'inspect',
  'secrets:write': 'manage',
  'secrets:use': 'talk',
  'knowledge:read': 'inspect',
  'knowledge:write': 'build',
  'campaigns:read': 'view',
  'campaigns:write': 'build',
  'proxies:read': 'inspect',
  'proxies:write': 'manage',
  'users:read': 'inspect',
  'keys:read': 'view',
  'audit:read': 'inspect',
}

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
  /** What one has to be allowed in the workspace, where it is not what the scope stands for. */
  right?: Right
  reach: Reach
  /** Only administrators of the installation, whatever they are in the workspace; others get FORBIDDEN. */
  role?: 'admin'
}

/** The right an operation needs; null where it is about the installation or everybody's own. */
export function findRight({ scope, right, role }: Access): Right | null {
  if (role === 'admin') return null
  return right ?? (scope === 'any' || scope === 'people' ? null : RIGHT_OF_SCOPE[scope])
}

/** Who calls, as far as it decides what may be called. */
export interface Limits {
  via: 'key' | 'session'
  role: 'admin' | 'user'
  /** What they are in the workspace; absent where a caller was made without one, who may do all. */
  workspaceRole?: WorkspaceRole | undefined
  scopes?: readonly string[] | null | undefined
  clientIds?: readonly string[] | null | undefined
}

/** A caller without scopes may do all that its owner may. */
export const hasScope = ({ scopes }: Pick<Limits, 'scopes'>, scope: Scope): boolean =>
  !scopes || scopes.includes(scope)

/** A key lacks a scope; `holder` is what asks for it. */
export const refuseScope = (
  scope: Scope,
  holder: RefusalParams['SCOPE_MISSING']['holder'] = 'key',
): Refusal => refusal('FORBIDDEN', 'SCOPE_MISSING', { scope, holder }, { data: { scope } })

/** For what an operation needs beside its own scope, and for what is no operation. */
export function requireScope(
  caller: Pick<Limits, 'scopes'>,
  scope: Scope,
  holder?: RefusalParams['SCOPE_MISSING']['holder'],
): void {
  if (!hasScope(caller, scope)) throw refuseScope(scope, holder)
}

/** Why a caller may not call an operation, whatever the input is. */
export type Barrier =
  | { kind: 'people' | 'admins' | 'clients' }
  /** Which right the caller lacks in the workspace. */
  | { kind: 'right'; right: Right; role: WorkspaceRole }
  /** Which scope the key lacks. */
  | { kind: 'scope'; scope: Scope }

/** The one place that decides who may call an operation at all; what an input names is looked at with each call. */
export function findBarrier(caller: Limits, access: Access): Barrier | null {
  const { via, role, workspaceRole = 'owner', clientIds } = caller
  if (access.scope === 'people' && via !== 'session') return { kind: 'people' }
  if (access.role === 'admin' && role !== 'admin') return { kind: 'admins' }
  const right = findRight(access)
  if (right && !hasRight(workspaceRole, right)) return { kind: 'right', right, role: workspaceRole }
  if (access.scope === 'any' || access.scope === 'people') return null
  if (!hasScope(caller, access.scope)) return { kind: 'scope', scope: access.scope }
  return clientIds && access.reach === 'account' ? { kind: 'clients' } : null
}

/** Whether a caller may call an operation at all. */
export const mayCall = (caller: Limits, access: Access): boolean => findBarrier(caller, access) === null
