import type { WorkspaceRole } from '../../contract/scopes.ts'
import { statement } from '../../db/statement.ts'
import type { Executor, Transaction } from '../../db/transaction.ts'

export interface WorkspaceRow {
  id: string
  name: string
  plan: 'free' | 'pro'
  role: WorkspaceRole
  clientIds: string[] | null
  members: number
}

export interface MemberRow {
  userId: string
  name: string
  email: string
  role: WorkspaceRole
  clientIds: string[] | null
  since: Date
  awaySince: Date | null
}

const WORKSPACE = `w.id, w.name, w.plan, m.role, m.client_ids as "clientIds",
  (select count(*)::int from workspace_member o where o.workspace_id = w.id) as members`

const FROM = 'from workspace_member m join workspace w on w.id = m.workspace_id'

/** Uses `workspace_member_by_user`. */
const LIST = statement<WorkspaceRow>(
  'workspace_list',
  `select ${WORKSPACE} ${FROM} where m.user_id = $1 order by m.created_at, w.id`,
)

const READ = statement<WorkspaceRow>(
  'workspace_read',
  `select ${WORKSPACE} ${FROM} where m.workspace_id = $1 and m.user_id = $2`,
)

/** With the plan of its owner. */
const INSERT = statement<never>(
  'workspace_insert',
  `with w as (
     insert into workspace (id, name, plan) select $1, $2, u.plan from "user" u where u.id = $3 returning id
   )
   insert into workspace_member (workspace_id, user_id, role) select w.id, $3, 'owner' from w`,
)

/** Uses `workspace_member_by_user`. */
const COUNT_OWNED = statement<{ count: number }>(
  'workspace_count_owned',
  `select count(*)::int as count from workspace_member where user_id = $1 and role = 'owner'`,
)

const RENAME = statement<never>('workspace_rename', 'update workspace set name = $2 where id = $1')

const DELETE = statement<never>('workspace_delete', 'delete from workspace where id = $1')

/** Of this session of somebody who is in that workspace. */
const ENTER = statement<{ id: string }>(
  'workspace_enter',
  `update session s set workspace_id = $3 where s.id = $1 and s.user_id = $2
     and exists (select from workspace_member m where m.workspace_id = $3 and m.user_id = s.user_id) returning s.id`,
)

const MEMBER = `m.user_id as "userId", u.name, u.email, m.role, m.client_ids as "clientIds", m.created_at as since,
  m.away_since as "awaySince"`

/** By the primary key of members; there are as many as share one inbox. */
const LIST_MEMBERS = statement<MemberRow>(
  'workspace_members',
  `select ${MEMBER} from workspace_member m join "user" u on u.id = m.user_id where m.workspace_id = $1
   order by m.created_at, m.user_id`,
)

const READ_MEMBER = statement<MemberRow>(
  'workspace_member_read',
  `select ${MEMBER} from workspace_member m join "user" u on u.id = m.user_id
   where m.workspace_id = $1 and m.user_id = $2`,
)

/** Who is what in a workspace is changed by one call at a time. */
const LOCK = statement<{ id: string }>('workspace_lock', 'select id from workspace where id = $1 for update')

/** A person makes one workspace at a time. */
const LOCK_PERSON = statement<{ id: string }>('person_lock', 'select id from "user" where id = $1 for update')

const WRITE_ROLE = statement<never>(
  'workspace_member_write',
  'update workspace_member set role = $3, client_ids = $4::uuid[] where workspace_id = $1 and user_id = $2',
)

/** Who is away stays so since then. */
const WRITE_AWAY = statement<never>(
  'workspace_member_away',
  `update workspace_member set away_since = case when $3 then coalesce(away_since, now()) end
   where workspace_id = $1 and user_id = $2`,
)

const ADD_MEMBER = statement<{ userId: string }>(
  'workspace_member_add',
  `insert into workspace_member (workspace_id, user_id, role, client_ids) values ($1, $2, $3, $4::uuid[])
   on conflict (workspace_id, user_id) do nothing returning user_id as "userId"`,
)

/** Their keys of it are revoked with it: who comes again makes new ones. Uses `api_key_by_user`. */
const REMOVE_MEMBER = statement<{ userId: string }>(
  'workspace_member_remove',
  `with gone as (
     delete from workspace_member where workspace_id = $1 and user_id = $2 and role <> 'owner' returning user_id
   ), keys as (
     update api_key a set revoked_at = coalesce(a.revoked_at, now()) from gone
     where a.user_id = gone.user_id and coalesce(a.workspace_id, a.user_id) = $1
   )
   select user_id as "userId" from gone`,
)

/** How many of these clients are of the workspace. */
const COUNT_CLIENTS = statement<{ count: number }>(
  'workspace_count_clients',
  'select count(*)::int as count from client where user_id = $1 and id = any($2::uuid[])',
)

/** SQL of workspaces and their members. */
export function createWorkspaceStore(db: Executor) {
  return {
    list: (userId: string) => db.query(LIST, [userId]),
    read: (id: string, userId: string) => db.queryOne(READ, [id, userId]),
    insert: ({ id, name, ownerId }: { id: string; name: string; ownerId: string }) =>
      db.query(INSERT, [id, name, ownerId]),
    countOwned: async (userId: string): Promise<number> =>
      (await db.queryOne(COUNT_OWNED, [userId]))?.count ?? 0,
    rename: (id: string, name: string) => db.query(RENAME, [id, name]),
    delete: (id: string) => db.query(DELETE, [id]),
    enter: async (sessionId: string, userId: string, id: string): Promise<boolean> =>
      (await db.queryOne(ENTER, [sessionId, userId, id])) !== undefined,
    listMembers: (id: string) => db.query(LIST_MEMBERS, [id]),
    readMember: (id: string, userId: string) => db.queryOne(READ_MEMBER, [id, userId]),
    hasClients: async (id: string, clientIds: readonly string[]): Promise<boolean> =>
      (await db.queryOne(COUNT_CLIENTS, [id, clientIds]))?.count === clientIds.length,
    writeAway: (id: string, userId: string, isAway: boolean) => db.query(WRITE_AWAY, [id, userId, isAway]),
    /** False when the person was in it already. */
    addMember: async (id: string, userId: string, role: WorkspaceRole, clientIds: string[] | null) =>
      (await db.queryOne(ADD_MEMBER, [id, userId, role, clientIds])) !== undefined,
    /** False when there is no such member, or it is the owner. */
    removeMember: async (id: string, userId: string): Promise<boolean> =>
      (await db.queryOne(REMOVE_MEMBER, [id, userId])) !== undefined,
  }
}

/** What a transaction that changes roles does, one at a time for a workspace. */
export const memberChanges = {
  lock: (tx: Transaction, id: string) => tx.query(LOCK, [id]),
  lockPerson: (tx: Transaction, userId: string) => tx.query(LOCK_PERSON, [userId]),
  read: (tx: Transaction, id: string, userId: string) => tx.queryOne(READ_MEMBER, [id, userId]),
  write: (tx: Transaction, id: string, userId: string, role: WorkspaceRole, clientIds: string[] | null) =>
    tx.query(WRITE_ROLE, [id, userId, role, clientIds]),
}

export type WorkspaceStore = ReturnType<typeof createWorkspaceStore>
