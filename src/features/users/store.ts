import type { WorkspaceRole } from '../../contract/scopes.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

export interface UserRow {
  id: string
  email: string
  name: string
  role: 'admin' | 'user'
  plan: 'free' | 'pro'
  createdAt: Date
}

export interface NewUser {
  id: string
  accountId: string
  email: string
  name: string
  role: 'admin' | 'user'
  plan: 'free' | 'pro'
  passwordHash: string
}

const COLUMNS = 'u.id, u.email, u.name, u.role, u.plan, u.created_at as "createdAt"'

/** Both rows or none: a person without a password could never sign in. */
const INSERT = statement<UserRow>(
  'user_insert',
  `with u as (
    insert into "user" (id, email, name, role, plan) values ($1, $2, $3, $4, $5)
    on conflict (email) do nothing returning *
  ), a as (
    insert into account (id, account_id, provider_id, user_id, password) select $6, id, 'credential', id, $7 from u
  )
  select ${COLUMNS} from u`,
)

/** Somebody's first workspace: their own one as long as they are in it. Uses `workspace_member_by_user`. */
const FIRST_WORKSPACE = `(select m.workspace_id from workspace_member m where m.user_id = u.id
  order by m.workspace_id = u.id desc, m.created_at, m.workspace_id limit 1) as "workspaceId"`

const FIND = statement<UserRow & { workspaceId: string }>(
  'user_find',
  `select ${COLUMNS}, ${FIRST_WORKSPACE} from "user" u where u.email = $1`,
)

const WRITE_PLAN = statement<UserRow>(
  'user_write_plan',
  `update "user" u set plan = $2, updated_at = now() where u.email = $1 returning ${COLUMNS}`,
)

/** Who is signed in, and as what they are in the workspace that their session works in. */
export interface SessionOwner extends Pick<UserRow, 'id' | 'role' | 'plan'> {
  sessionId: string
  workspaceId: string
  workspaceRole: WorkspaceRole
  clientIds: string[] | null
}

/**
 * Uses the unique index on session.token, and `workspace_member_by_user` for the few workspaces of one person. A session
 * whose workspace somebody was taken out of goes on in their first one.
 */
const READ_SESSION = statement<SessionOwner>(
  'session_read',
  `select u.id, s.id as "sessionId", u.role, w.plan, w.id as "workspaceId", m.role as "workspaceRole", m.client_ids as "clientIds"
   from session s join "user" u on u.id = s.user_id
   join lateral (
     select m.workspace_id, m.role, m.client_ids from workspace_member m where m.user_id = u.id
     order by m.workspace_id = s.workspace_id desc nulls last, m.workspace_id = u.id desc, m.created_at, m.workspace_id limit 1
   ) m on true
   join workspace w on w.id = m.workspace_id
   where s.token = $1 and s.expires_at > now() and not u.banned`,
)

export interface ListedUser extends UserRow {
  suspended: boolean
  clients: number
}

const LISTED = `${COLUMNS}, u.banned as suspended,
  (select count(*)::int from client k where k.user_id = u.id) as clients`

const LIST = statement<ListedUser>(
  'user_list',
  `select ${LISTED} from "user" u order by u.created_at desc, u.id`,
)

const READ_LISTED = statement<ListedUser>('user_read', `select ${LISTED} from "user" u where u.id = $1`)

/** Suspending also ends the person's sessions. */
const UPDATE = statement<ListedUser>(
  'user_update',
  `with ended as (delete from session where user_id = $1 and $4::boolean)
   update "user" u set role = coalesce($2, u.role), plan = coalesce($3, u.plan),
     banned = coalesce($4, u.banned), updated_at = now()
   where u.id = $1 returning ${LISTED}`,
)

const IS_SUSPENDED = statement<{ banned: boolean }>(
  'user_is_suspended',
  'select u.banned from "user" u where u.id = $1',
)

export interface SessionRow {
  id: string
  createdAt: Date
  expiresAt: Date
  userAgent: string | null
  ipAddress: string | null
}

/** Uses the index `session_by_user`. */
const LIST_SESSIONS = statement<SessionRow>(
  'session_list',
  `select id, created_at as "createdAt", expires_at as "expiresAt", user_agent as "userAgent",
     ip_address as "ipAddress"
   from session where user_id = $1 and expires_at > now() order by created_at desc, id`,
)

const END_SESSION = statement<{ id: string }>(
  'session_end',
  'delete from session where id = $1 and user_id = $2 returning id',
)

/** Run hourly: there are as many rows as people have signed in lately, and reading all of them costs nothing. */
const REMOVE_ENDED = statement<never>('session_remove_ended', 'delete from session where expires_at <= now()')

const HAS_ACCOUNT = statement<{ exists: boolean }>(
  'user_has_account',
  'select exists (select 1 from account) as exists',
)

/**
 * The first to come takes the one row; everybody else gets none. A claim whose sign-up broke off, so that nobody can
 * sign in yet, can be taken over after ten seconds.
 */
const CLAIM = statement<{ id: number }>(
  'user_claim_first',
  `insert into bootstrap as b (id) select 1 where not exists (select 1 from account)
  on conflict (id) do update set claimed_at = now() where b.claimed_at < now() - interval '10 seconds'
  returning id`,
)

/** SQL of the users feature. */
export function createUserStore(db: Executor) {
  return {
    /** Undefined when the e-mail address is taken. */
    insert: (user: NewUser) =>
      db.queryOne(INSERT, [
        user.id,
        user.email,
        user.name,
        user.role,
        user.plan,
        user.accountId,
        user.passwordHash,
      ]),
    find: (email: string) => db.queryOne(FIND, [email]),
    writePlan: (email: string, plan: 'free' | 'pro') => db.queryOne(WRITE_PLAN, [email, plan]),
    readSession: (token: string) => db.queryOne(READ_SESSION, [token]),
    isSuspended: async (id: string): Promise<boolean> =>
      (await db.queryOne(IS_SUSPENDED, [id]))?.banned ?? false,
    list: () => db.query(LIST),
    readListed: (id: string) => db.queryOne(READ_LISTED, [id]),
    update: (
      id: string,
      change: { role?: string | undefined; plan?: string | undefined; suspended?: boolean | undefined },
    ) => db.queryOne(UPDATE, [id, change.role ?? null, change.plan ?? null, change.suspended ?? null]),
    listSessions: (userId: string) => db.query(LIST_SESSIONS, [userId]),
    endSession: async (id: string, userId: string): Promise<boolean> =>
      (await db.queryOne(END_SESSION, [id, userId])) !== undefined,
    /** Sessions that open nothing any more. Safe to run at any time and anywhere. */
    removeEndedSessions: async (): Promise<void> => void (await db.query(REMOVE_ENDED)),
    /** Whether anybody can sign in yet. */
    hasAccount: async (): Promise<boolean> => (await db.queryOne(HAS_ACCOUNT))?.exists ?? false,
    claimFirst: async (): Promise<boolean> => (await db.queryOne(CLAIM)) !== undefined,
  }
}

export type UserStore = ReturnType<typeof createUserStore>
