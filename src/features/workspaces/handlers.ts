import type { CallContext, Handlers, OwnerId, Principal } from '../../contract/handlers.ts'
import type { WorkspaceRole } from '../../contract/scopes.ts'
import { missing, refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import type { Transaction } from '../../db/transaction.ts'
import { randomToken, sha256 } from '../../platform/secrets.ts'
import type { WorkspaceInvitationRow, WorkspaceInvitationStore } from './invitation-store.ts'
import {
  createWorkspaceStore,
  type MemberRow,
  memberChanges,
  type WorkspaceRow,
  type WorkspaceStore,
} from './store.ts'

const VALID_DAYS = 7
const TOKEN_BYTES = 32
/** Of which one person is the owner. */
const MOST_OWNED = 20

/** What of a workspace is more than its rows, and how it goes with them. */
export interface WorkspaceContents {
  /** Stops what is going on; asked again after a deletion that broke off, it does the same again. */
  stop(owner: OwnerId): Promise<void>
  /** As part of the transaction that deletes the workspace; what it answers is done once that is committed. */
  delete(tx: Transaction, owner: OwnerId): Promise<() => Promise<void>>
}

export interface WorkspaceDeps {
  db: Pick<Database, 'transaction'>
  store: WorkspaceStore
  invitations: WorkspaceInvitationStore
  newId(): string
  /** The address of somebody who signed in. */
  readEmail(userId: string): Promise<string | null>
  /** Told whose keys or sessions may reach less than before. */
  onCallersChanged(userId: string): void
  /** Whether somebody without an account may be invited. */
  takesNewPeople: boolean
  contents: WorkspaceContents
}

/** What is told of a workspace as a whole is a feature of its own. */
type WorkspaceHandlers = Omit<Handlers['workspaces'], 'overview'>

const toMember = ({ since, awaySince, ...member }: MemberRow) => ({
  ...member,
  since: since.toISOString(),
  awaySince: awaySince?.toISOString() ?? null,
})

const toInvitation = ({ createdAt, expiresAt, ...row }: WorkspaceInvitationRow) => ({
  ...row,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})

const requireSession = ({ principal: { sessionId } }: CallContext): string => {
  if (sessionId === undefined) throw missing('session')
  return sessionId
}

/** Only agents are kept to some numbers. */
const limitTo = (role: WorkspaceRole, clientIds: string[] | null | undefined): string[] | null =>
  role === 'agent' && clientIds ? [...new Set(clientIds)] : null

async function requireClients(store: WorkspaceStore, id: string, clientIds: string[] | null): Promise<void> {
  if (clientIds && !(await store.hasClients(id, clientIds))) throw missing('client')
}

interface NewRole {
  userId: string
  role: WorkspaceRole
  numbers: string[] | null
}

/** Of the owner nothing changes but by handing over, which is the owner's to do. */
async function changeRole(tx: Transaction, id: string, callerId: string, to: NewRole): Promise<void> {
  await memberChanges.lock(tx, id)
  const caller = await memberChanges.read(tx, id, callerId)
  const member = await memberChanges.read(tx, id, to.userId)
  if (!member) throw missing('member')
  if (member.role === 'owner') {
    if (to.role === 'owner') return
    throw refusal('CONFLICT', 'OWNER_STAYS', {})
  }
  if (to.role === 'owner') {
    if (caller?.role !== 'owner') throw refusal('FORBIDDEN', 'OWNER_ONLY', {})
    await memberChanges.write(tx, id, callerId, 'admin', null)
  }
  await memberChanges.write(tx, id, to.userId, to.role, to.numbers)
}

function createMemberHandlers({ db, store, onCallersChanged }: WorkspaceDeps): WorkspaceHandlers['members'] {
  async function remove(id: string, userId: string): Promise<{ success: boolean }> {
    if (!(await store.removeMember(id, userId))) {
      if (await store.readMember(id, userId)) throw refusal('CONFLICT', 'OWNER_STAYS', {})
      throw missing('member')
    }
    onCallersChanged(userId)
    return { success: true }
  }

  return {
    list: async (_, { owner }) => (await store.listMembers(owner)).map(toMember),
    async update({ userId, role, clientIds }, { owner, principal }) {
      const numbers = limitTo(role, clientIds)
      await requireClients(store, owner, numbers)
      await db.transaction((tx) => changeRole(tx, owner, principal.userId, { userId, role, numbers }))
      onCallersChanged(userId)
      if (role === 'owner') onCallersChanged(principal.userId)
      const changed = await store.readMember(owner, userId)
      if (!changed) throw missing('member')
      return toMember(changed)
    },
    async setAway({ isAway }, { owner, principal: { userId } }) {
      await store.writeAway(owner, userId, isAway)
      const changed = await store.readMember(owner, userId)
      if (!changed) throw missing('member')
      return toMember(changed)
    },
    remove: ({ userId }, { owner }) => remove(owner, userId),
    leave: (_, { owner, principal }) => remove(owner, principal.userId),
  }
}

function createInvitationHandlers(deps: WorkspaceDeps): WorkspaceHandlers['invitations'] {
  const { store, invitations } = deps
  return {
    list: async (_, { owner }) => (await invitations.list(owner)).map(toInvitation),
    async create({ email: given, role, clientIds }, { owner, principal }) {
      const email = given.trim().toLowerCase()
      const token = randomToken(TOKEN_BYTES)
      const numbers = limitTo(role, clientIds)
      await requireClients(store, owner, numbers)
      if (!deps.takesNewPeople && !(await invitations.hasAccount(email)))
        throw refusal('CONFLICT', 'ACCOUNT_FIRST', { email })
      const row = await invitations.write({
        ...{ id: deps.newId(), workspaceId: owner, email, role, clientIds: numbers },
        ...{ tokenHash: sha256(token), invitedBy: principal.userId, days: VALID_DAYS },
      })
      if (!row) throw refusal('CONFLICT', 'ALREADY_MEMBER', { email })
      return { ...toInvitation(row), path: `/invitation#${token}` }
    },
    async revoke({ id }, { owner }) {
      if (!(await invitations.remove(id, owner))) throw missing('invitation')
      return { success: true }
    },
  }
}

/** Answers its id; the session works in it from then on. */
async function makeWorkspace(deps: WorkspaceDeps, name: string, ctx: CallContext): Promise<string> {
  const { userId } = ctx.principal
  const session = requireSession(ctx)
  const id: string = deps.newId()
  const isMade = await deps.db.transaction(async (tx) => {
    await memberChanges.lockPerson(tx, userId)
    const inside = createWorkspaceStore(tx)
    if ((await inside.countOwned(userId)) >= MOST_OWNED) return false
    await inside.insert({ id, name, ownerId: userId })
    return await inside.enter(session, userId, id)
  })
  if (!isMade) throw refusal('CONFLICT', 'TOO_MANY_WORKSPACES', { most: MOST_OWNED })
  deps.onCallersChanged(userId)
  return id
}

/** All of it goes in one transaction, or stays. */
async function deleteWorkspace(deps: WorkspaceDeps, owner: OwnerId, { userId }: Principal): Promise<void> {
  await deps.contents.stop(owner)
  const { members, finish } = await deps.db.transaction(async (tx) => {
    await memberChanges.lock(tx, owner)
    const inside = createWorkspaceStore(tx)
    const members = await inside.listMembers(owner)
    // It may have been handed over meanwhile.
    const { role = 'viewer' } = members.find((member) => member.userId === userId) ?? {}
    if (role !== 'owner')
      throw refusal('FORBIDDEN', 'ROLE_MISSING', { right: 'own', role }, { data: { right: 'own' } })
    const finish = await deps.contents.delete(tx, owner)
    await inside.delete(owner)
    return { members, finish }
  })
  for (const member of members) deps.onCallersChanged(member.userId)
  await finish()
}

/** Workspaces as their members see them. */
export function createWorkspaceHandlers(deps: WorkspaceDeps): WorkspaceHandlers {
  const { store, invitations } = deps

  async function read(id: string, active: string, userId: string) {
    const row = await store.read(id, userId)
    if (!row) throw missing('workspace')
    return toWorkspace(row, active)
  }

  return {
    list: async (_, { owner, principal }) =>
      (await store.list(principal.userId)).map((row) => toWorkspace(row, owner)),
    get: (_, { owner, principal }) => read(owner, owner, principal.userId),
    async update({ name }, { owner, principal }) {
      await store.rename(owner, name)
      return await read(owner, owner, principal.userId)
    },
    async create({ name }, ctx) {
      const id = await makeWorkspace(deps, name, ctx)
      return await read(id, id, ctx.principal.userId)
    },
    async enter({ id }, ctx) {
      const { userId } = ctx.principal
      if (!(await store.enter(requireSession(ctx), userId, id))) throw missing('workspace')
      deps.onCallersChanged(userId)
      return { success: true }
    },
    async join({ token }, ctx) {
      const { userId } = ctx.principal
      const [tokenHash, email] = [sha256(token), await deps.readEmail(userId)]
      const found = await invitations.find(tokenHash)
      if (!found || email === null) throw refusal('NOT_FOUND', 'INVITATION_OVER', {})
      if (found.email !== email) throw refusal('CONFLICT', 'INVITED_OTHER', { email: found.email })
      const id = await invitations.join(tokenHash, { userId, email })
      if (id === null) throw refusal('NOT_FOUND', 'INVITATION_OVER', {})
      await store.enter(requireSession(ctx), userId, id)
      deps.onCallersChanged(userId)
      return await read(id, id, userId)
    },
    async delete({ name }, { owner, principal }) {
      const present = await read(owner, owner, principal.userId)
      if (present.name !== name) throw refusal('CONFLICT', 'OTHER_NAME', {})
      await deleteWorkspace(deps, owner, principal)
      return { success: true }
    },
    members: createMemberHandlers(deps),
    invitations: createInvitationHandlers(deps),
  }
}

const toWorkspace = (row: WorkspaceRow, active: string) => ({ ...row, isActive: row.id === active })
