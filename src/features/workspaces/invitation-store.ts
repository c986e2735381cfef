import type { WorkspaceRole } from '../../contract/scopes.ts'
import type { Database } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import { createWorkspaceStore } from './store.ts'

export interface WorkspaceInvitationRow {
  id: string
  email: string
  role: WorkspaceRole
  clientIds: string[] | null
  /** Name of who made it. */
  invitedBy: string
  createdAt: Date
  expiresAt: Date
}

/** An invitation as its link shows it. */
export interface OpenedInvitation extends WorkspaceInvitationRow {
  workspaceId: string
  /** The name of the workspace. */
  workspace: string
  /** Whether there is an account with its address, which joins instead of being made. */
  hasAccount: boolean
}

export interface NewWorkspaceInvitation {
  id: string
  workspaceId: string
  email: string
  role: WorkspaceRole
  clientIds: readonly string[] | null
  tokenHash: Buffer
  invitedBy: string
  days: number
}

export interface NewAccount {
  userId: string
  name: string
  accountId: string
  passwordHash: string
}

const COLUMNS = `i.id, i.email, i.role, i.client_ids as "clientIds", a.name as "invitedBy",
  i.created_at as "createdAt", i.expires_at as "expiresAt"`

/** By the unique index on the address. */
const HAS_ACCOUNT = statement<{ exists: boolean }>(
  'workspace_invitation_has_account',
  'select exists (select from "user" where email = $1) as exists',
)

/** An earlier invitation of the address is replaced, and its link ends. None for who is in the workspace already. */
const WRITE = statement<WorkspaceInvitationRow>(
  'workspace_invitation_write',
  `with i as (
    insert into workspace_invitation (id, workspace_id, email, role, client_ids, token_hash, invited_by, expires_at)
    select $1::uuid, $2::text, $3::text, $4, $5::uuid[], $6::bytea, $7, now() + make_interval(days => $8)
    where not exists (select from workspace_member m join "user" u on u.id = m.user_id
      where m.workspace_id = $2 and u.email = $3)
    on conflict (workspace_id, email) do update set id = excluded.id, role = excluded.role,
      client_ids = excluded.client_ids, token_hash = excluded.token_hash, invited_by = excluded.invited_by,
      created_at = now(), expires_at = excluded.expires_at
    returning *
  )
  select ${COLUMNS} from i join "user" a on a.id = i.invited_by`,
)

/** By the unique index on workspace and address. */
const LIST = statement<WorkspaceInvitationRow>(
  'workspace_invitation_list',
  `select ${COLUMNS} from workspace_invitation i join "user" a on a.id = i.invited_by
   where i.workspace_id = $1 order by i.created_at desc, i.id`,
)

const REMOVE = statement<{ id: string }>(
  'workspace_invitation_remove',
  'delete from workspace_invitation where id = $1 and workspace_id = $2 returning id',
)

/** What makes a link good: its time, and the rights of who made it. By the unique index on token_hash. */
const IS_GOOD = `i.token_hash = $1 and i.expires_at > now() and exists (
  select from workspace_member m join "user" a on a.id = m.user_id
  where m.workspace_id = i.workspace_id and m.user_id = i.invited_by and m.role in ('owner', 'admin') and not a.banned)`

const FIND = statement<OpenedInvitation>(
  'workspace_invitation_find',
  `select ${COLUMNS}, w.id as "workspaceId", w.name as workspace,
     exists (select from "user" u where u.email = i.email) as "hasAccount"
   from workspace_invitation i join "user" a on a.id = i.invited_by join workspace w on w.id = i.workspace_id
   where ${IS_GOOD}`,
)

/** The invitation goes with its use, so of two at once one gets it. */
const TAKE = statement<Pick<OpenedInvitation, 'workspaceId' | 'email' | 'role' | 'clientIds'>>(
  'workspace_invitation_take',
  `delete from workspace_invitation i where ${IS_GOOD} and i.email = $2
   returning i.workspace_id as "workspaceId", i.email, i.role, i.client_ids as "clientIds"`,
)

const INSERT_ACCOUNT = statement<{ id: string }>(
  'workspace_invitation_account',
  `with u as (
    insert into "user" (id, email, name) values ($1, $2, $3) on conflict (email) do nothing returning id
  ), a as (
    insert into account (id, account_id, provider_id, user_id, password) select $4, id, 'credential', id, $5 from u
  )
  select id from u`,
)

/** SQL of invitations into workspaces. */
export function createWorkspaceInvitationStore(db: Database) {
  return {
    /** Undefined when the person is in the workspace already. */
    write: (made: NewWorkspaceInvitation) => {
      const { id, workspaceId, email, role, clientIds, tokenHash, invitedBy, days } = made
      return db.queryOne(WRITE, [id, workspaceId, email, role, clientIds, tokenHash, invitedBy, days])
    },
    hasAccount: async (email: string): Promise<boolean> =>
      (await db.queryOne(HAS_ACCOUNT, [email]))?.exists ?? false,
    list: (workspaceId: string) => db.query(LIST, [workspaceId]),
    remove: async (id: string, workspaceId: string): Promise<boolean> =>
      (await db.queryOne(REMOVE, [id, workspaceId])) !== undefined,
    find: (tokenHash: Buffer) => db.queryOne(FIND, [tokenHash]),
    /** Somebody with an account comes in; null when the link opens nothing for this address. */
    join: (tokenHash: Buffer, { userId, email }: { userId: string; email: string }): Promise<string | null> =>
      db.transaction(async (tx) => {
        const taken = await tx.queryOne(TAKE, [tokenHash, email])
        if (!taken) return null
        const { workspaceId, role, clientIds } = taken
        await createWorkspaceStore(tx).addMember(workspaceId, userId, role, clientIds)
        return workspaceId
      }),
    /** An account is made for the address, which has no workspace beside the one it comes into. */
    takeUp: (tokenHash: Buffer, email: string, account: NewAccount): Promise<boolean> =>
      db.transaction(async (tx) => {
        const taken = await tx.queryOne(TAKE, [tokenHash, email])
        if (!taken) return false
        const { userId, name, accountId, passwordHash } = account
        if (!(await tx.queryOne(INSERT_ACCOUNT, [userId, email, name, accountId, passwordHash])))
          throw new Error('the address got an account meanwhile')
        const { workspaceId, role, clientIds } = taken
        const store = createWorkspaceStore(tx)
        await store.addMember(workspaceId, userId, role, clientIds)
        await store.delete(userId)
        return true
      }),
  }
}

export type WorkspaceInvitationStore = ReturnType<typeof createWorkspaceInvitationStore>
