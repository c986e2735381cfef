import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import type { UserRow } from './store.ts'

export interface InvitationRow {
  id: string
  email: string
  role: 'admin' | 'user'
  plan: 'free' | 'pro'
  /** Name of who made it. */
  invitedBy: string
  createdAt: Date
  expiresAt: Date
}

export interface NewInvitation {
  id: string
  email: string
  role: 'admin' | 'user'
  plan: 'free' | 'pro'
  tokenHash: Buffer
  invitedBy: string
  days: number
}

const COLUMNS = `i.id, i.email, i.role, i.plan, a.name as "invitedBy", i.created_at as "createdAt",
  i.expires_at as "expiresAt"`

/** None where there is an account already. An earlier invitation of the address is replaced, and its link ends. */
const WRITE = statement<InvitationRow>(
  'invitation_write',
  `with i as (
    insert into invitation (id, email, role, plan, token_hash, invited_by, expires_at)
    select $1::uuid, $2::text, $3, $4, $5::bytea, $6, now() + make_interval(days => $7)
    where not exists (select 1 from "user" u where u.email = $2)
    on conflict (email) do update set id = excluded.id, role = excluded.role, plan = excluded.plan,
      token_hash = excluded.token_hash, invited_by = excluded.invited_by, created_at = now(),
      expires_at = excluded.expires_at
    returning *
  )
  select ${COLUMNS} from i join "user" a on a.id = i.invited_by`,
)

/** A few rows at most: those nobody took up. */
const LIST = statement<InvitationRow>(
  'invitation_list',
  `select ${COLUMNS} from invitation i join "user" a on a.id = i.invited_by
   where not exists (select 1 from "user" u where u.email = i.email)
   order by i.created_at desc, i.id`,
)

const REMOVE = statement<{ id: string }>(
  'invitation_remove',
  'delete from invitation where id = $1 returning id',
)

/** What makes a link good: its time, and the rights of who made it. By the unique index on token_hash. */
const IS_GOOD = `i.token_hash = $1 and i.expires_at > now()
  and exists (select 1 from "user" a where a.id = i.invited_by and a.role = 'admin' and not a.banned)`

const FIND = statement<InvitationRow>(
  'invitation_find',
  `select ${COLUMNS} from invitation i join "user" a on a.id = i.invited_by
   where ${IS_GOOD} and not exists (select 1 from "user" u where u.email = i.email)`,
)

/** The invitation goes and the account comes in one statement, so of two at once one gets it. */
const TAKE_UP = statement<Pick<UserRow, 'id' | 'email'>>(
  'invitation_take_up',
  `with i as (
    delete from invitation i where ${IS_GOOD} returning i.email, i.role, i.plan
  ), u as (
    insert into "user" (id, email, name, role, plan) select $2, email, $3, role, plan from i
    on conflict (email) do nothing returning id, email
  ), a as (
    insert into account (id, account_id, provider_id, user_id, password) select $4, id, 'credential', id, $5 from u
  )
  select id, email from u`,
)

export interface TakenUp {
  tokenHash: Buffer
  userId: string
  name: string
  accountId: string
  passwordHash: string
}

/** SQL of invitations. */
export function createInvitationStore(db: Executor) {
  return {
    /** Undefined when there is an account with this address. */
    write: ({ id, email, role, plan, tokenHash, invitedBy, days }: NewInvitation) =>
      db.queryOne(WRITE, [id, email, role, plan, tokenHash, invitedBy, days]),
    list: () => db.query(LIST),
    remove: async (id: string): Promise<boolean> => (await db.queryOne(REMOVE, [id])) !== undefined,
    find: (tokenHash: Buffer) => db.queryOne(FIND, [tokenHash]),
    takeUp: ({ tokenHash, userId, name, accountId, passwordHash }: TakenUp) =>
      db.queryOne(TAKE_UP, [tokenHash, userId, name, accountId, passwordHash]),
  }
}

export type InvitationStore = ReturnType<typeof createInvitationStore>
