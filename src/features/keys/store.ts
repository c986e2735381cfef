import type { WorkspaceRole } from '../../contract/scopes.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

export interface KeyRow {
  id: string
  name: string
  prefix: string
  lastFour: string
  createdAt: Date
  revokedAt: Date | null
  expiresAt: Date | null
  scopes: string[] | null
  clientIds: string[] | null
  lastUsedAt: Date | null
  usedThisHour: number
  plan: 'free' | 'pro'
  userId: string
  userName: string
}

/** A person in one workspace. */
export interface KeyOwner {
  userId: string
  workspaceId: string
}

/** Whose keys of a workspace somebody sees and revokes; `userId` null is everybody's. */
export interface KeyReach {
  userId: string | null
  workspaceId: string
}

export interface NewKey extends KeyOwner {
  id: string
  name: string
  hash: string
  prefix: string
  lastFour: string
  expiresAt: Date | null
  scopes: readonly string[] | null
  clientIds: readonly string[] | null
}

/** What counting found of one key; `used` and `granted` are null when its hour was used up before. */
export interface CountedKey {
  /** Of the key among those asked for, from 1. */
  place: number
  keyId: string
  userId: string
  role: 'admin' | 'user'
  plan: 'free' | 'pro'
  scopes: string[] | null
  clientIds: string[] | null
  workspaceId: string
  workspaceRole: WorkspaceRole
  /** The only clients of the workspace that its user sees; null is all. */
  memberClientIds: string[] | null
  quota: number
  used: number | null
  granted: number | null
  resetAtSec: number
  resetInSec: number
}

/** Keys of before there were workspaces, and of a build of before, work in that with the id of their user. */
const WORKSPACE = 'coalesce(a.workspace_id, a.user_id)'

const COLUMNS = `a.id, a.name, a.prefix, a.last_four as "lastFour", a.created_at as "createdAt", a.revoked_at as "revokedAt",
  a.expires_at as "expiresAt", a.scopes, a.client_ids as "clientIds",
  (select max(c.last_used_at) from key_usage c where c.key_id = a.id) as "lastUsedAt",
  coalesce((select c.used from key_usage c where c.key_id = a.id and c.window_start = date_trunc('hour', now(), 'UTC')), 0)
    as "usedThisHour",
  (select w.plan from workspace w where w.id = ${WORKSPACE}) as plan, a.user_id as "userId",
  (select u.name from "user" u where u.id = a.user_id) as "userName"`

const INSERT = statement<KeyRow>(
  'key_insert',
  `insert into api_key as a (id, user_id, name, hash, prefix, last_four, expires_at, scopes, client_ids, workspace_id)
   select $1, $2, $3, $4, $5, $6, $7, $8::text[], $9::uuid[], $10
   where not exists (
     select from unnest($9::uuid[]) as w (id) where not exists (select from client k where k.id = w.id and k.user_id = $10)
   )
   returning ${COLUMNS}`,
)

/** Uses the index `api_key_by_user`. */
const LIST = statement<KeyRow>(
  'key_list',
  `select ${COLUMNS} from api_key a where a.user_id = $1 and ${WORKSPACE} = $2 order by a.created_at desc, a.id desc`,
)

/** Of everybody: those that name it by `api_key_by_workspace`, and those of before, of the person with its id, by `api_key_by_user`. */
const LIST_ALL = statement<KeyRow>(
  'key_list_all',
  `select * from (
     select ${COLUMNS} from api_key a where a.workspace_id = $1
     union all
     select ${COLUMNS} from api_key a where a.user_id = $1 and a.workspace_id is null
   ) k order by "createdAt" desc, id desc`,
)

const REVOKE = statement<KeyRow>(
  'key_revoke',
  `update api_key a set revoked_at = coalesce(a.revoked_at, now())
   where a.id = $1 and ($2::text is null or a.user_id = $2) and ${WORKSPACE} = $3 returning ${COLUMNS}`,
)

/**
 * Finds keys by hash (unique index), their owners, what those are in the key's workspace (primary keys) and its plan, and
 * counts the calls waiting for each, all in one statement. A key's row is locked while it is counted, so the hour is exact however many processes count at once;
 * rows are taken in the order of their ids, so that two batches cannot wait for each other.
 * The commit does not wait for the disk: no call should wait for its own count. A kill of the service loses nothing
 * with it; a hard kill of the database or a crash of its machine may forget the calls of the last moment.
 */
const COUNT = statement<CountedKey>(
  'key_count',
  `with asked as materialized (
    select * from unnest($1::bytea[], $2::int[]) with ordinality as a (hash, calls, place)
    where set_config('synchronous_commit', 'off', true) is not null
  ), found as (
    select asked.place, a.id, u.id as user_id, u.role, w.plan, a.scopes, a.client_ids, asked.calls,
      w.id as workspace_id, m.role as workspace_role, m.client_ids as member_client_ids,
      case w.plan when 'pro' then $4::int else $3::int end as quota, date_trunc('hour', now(), 'UTC') as hour
    from asked join api_key a on a.hash = asked.hash join "user" u on u.id = a.user_id
    join workspace_member m on m.workspace_id = ${WORKSPACE} and m.user_id = a.user_id join workspace w on w.id = m.workspace_id
    where a.revoked_at is null and (a.expires_at is null or a.expires_at > now()) and not u.banned
  ), counted as (
    insert into key_usage as c (key_id, window_start, used, quota, granted, last_used_at)
    select id, hour, least(calls, quota), quota, least(calls, quota), now() from found order by id
    on conflict (key_id, window_start) do update set
      granted = least(excluded.used, excluded.quota - c.used),
      used = c.used + least(excluded.used, excluded.quota - c.used),
      quota = excluded.quota, last_used_at = excluded.last_used_at
    where c.used < excluded.quota
    returning key_id, used, granted
  )
  select f.place::int, f.id as "keyId", f.user_id as "userId", f.role, f.plan, f.scopes, f.client_ids as "clientIds", f.quota,
    f.workspace_id as "workspaceId", f.workspace_role as "workspaceRole", f.member_client_ids as "memberClientIds",
    c.used, c.granted, extract(epoch from f.hour + interval '1 hour')::float8 as "resetAtSec",
    ceil(extract(epoch from f.hour + interval '1 hour' - now()))::int as "resetInSec"
  from found f left join counted c on c.key_id = f.id`,
)

/** Uses the unique index on the hash. */
const FIND_LIVE = statement<Pick<CountedKey, 'workspaceRole' | 'clientIds' | 'memberClientIds'>>(
  'key_find_live',
  `select m.role as "workspaceRole", a.client_ids as "clientIds", m.client_ids as "memberClientIds" from api_key a join "user" u on u.id = a.user_id
   join workspace_member m on m.workspace_id = ${WORKSPACE} and m.user_id = a.user_id
   where a.hash = $1 and a.revoked_at is null and (a.expires_at is null or a.expires_at > now()) and not u.banned`,
)

/** Hours that can no longer count for anything; the newest of each key stays, as it says when the key was last used. */
const REMOVE_OLD_USAGE = statement<object>(
  'key_usage_remove_old',
  `delete from key_usage c where c.window_start < now() - interval '48 hours'
     and exists (select 1 from key_usage n where n.key_id = c.key_id and n.window_start > c.window_start)`,
)

export interface KeyLimits {
  free: number
  pro: number
}

/** Requests an hour of each tier (interface, "Limits"). */
export const TIER_LIMITS: KeyLimits = { free: 100, pro: 1000 }

/** SQL of the keys feature. */
export function createKeyStore(db: Executor) {
  return {
    /** Undefined when a client of the list is not the workspace's. */
    insert: ({ id, userId, name, hash, prefix, lastFour, ...limits }: NewKey) => {
      const { expiresAt, scopes, clientIds, workspaceId } = limits
      const values = [id, userId, name, hash, prefix, lastFour, expiresAt, scopes, clientIds, workspaceId]
      return db.queryOne(INSERT, values)
    },
    list: ({ userId, workspaceId }: KeyReach) =>
      userId === null ? db.query(LIST_ALL, [workspaceId]) : db.query(LIST, [userId, workspaceId]),
    revoke: (id: string, { userId, workspaceId }: KeyReach) => db.queryOne(REVOKE, [id, userId, workspaceId]),
    /** Counts `calls[i]` calls of the key with `hashes[i]`; unknown, revoked and expired keys are left out of the answer. */
    count: (hashes: readonly string[], calls: readonly number[], limits: KeyLimits) =>
      db.query(COUNT, [hashes, calls, limits.free, limits.pro]),
    /** What a key that still opens something may reach. */
    findLive: (hash: string) => db.queryOne(FIND_LIVE, [hash]),
    /** Removes the counts of hours more than 48 hours ago. Safe to run at any time and anywhere. */
    async removeOldUsage(): Promise<void> {
      await db.query(REMOVE_OLD_USAGE)
    },
  }
}

export type KeyStore = ReturnType<typeof createKeyStore>
