import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

type AuditVia = 'key' | 'session' | 'sign-in' | 'command-line' | 'pairing-link'

export interface AuditRow {
  id: number
  userId: string
  email: string | null
  via: AuditVia
  keyId: string | null
  operation: string
  target: Record<string, unknown>
  outcome: string
  requestId: string | null
  createdAt: Date
}

const BEGIN = statement<{ id: number }>(
  'audit_begin',
  `insert into audit_log (user_id, via, key_id, operation, target, request_id) values ($1, $2, $3, $4, $5, $6)
   returning id`,
)

const END = statement<never>('audit_end', 'update audit_log set outcome = $2 where id = $1')

/** Of a row that tells of a call which is still under way. */
const NOTE_CHANGE = statement<never>(
  'audit_note_change',
  "update audit_log set outcome = 'changed' where id = $1 and outcome = 'begun'",
)

const FIELDS = `select l.id, l.user_id as "userId", (select u.email from "user" u where u.id = l.user_id) as email, l.via,
     l.key_id as "keyId", l.operation, l.target, l.outcome, l.request_id as "requestId", l.created_at as "createdAt"
   from audit_log l`

/** Newest first: by the primary key, by `audit_log_by_user` or by `audit_log_by_operation`. */
const LIST = statement<AuditRow>(
  'audit_list',
  `${FIELDS}
   where ($1::bigint is null or l.id < $1) and ($2::text is null or l.user_id = $2)
     and ($3::text is null or l.operation = $3)
   order by l.id desc limit $4`,
)

/**
 * The same of a stretch of time, read backwards through `audit_log_by_age`, so that an old day costs no more than today. The
 * row that a page begins after gives the moment to go on from.
 */
const LIST_BETWEEN = statement<AuditRow>(
  'audit_list_between',
  `${FIELDS}
   where l.created_at >= coalesce($5::timestamptz, '-infinity') and l.created_at < coalesce($6::timestamptz, 'infinity')
     and ($1::bigint is null or (l.created_at, l.id) < (select a.created_at, a.id from audit_log a where a.id = $1))
     and ($1::bigint is null or l.created_at <= (select a.created_at from audit_log a where a.id = $1))
     and ($2::text is null or l.user_id = $2) and ($3::text is null or l.operation = $3)
   order by l.created_at desc, l.id desc limit $4`,
)

/** Relies on `audit_log_by_age`. */
const REMOVE_OLD = statement<never>(
  'audit_remove_old',
  `delete from audit_log where created_at < now() - make_interval(days => $1)`,
)

/** How long it is known who did what. */
const AUDIT_DAYS = 365

export interface AuditFilter {
  /** The row that the page before ended with. */
  before: number | null
  userId?: string | undefined
  operation?: string | undefined
  /** The first moment that counts. */
  from?: Date | undefined
  /** The first moment that does not. */
  to?: Date | undefined
  limit: number
}

export type NewAuditRow = Omit<AuditRow, 'id' | 'email' | 'outcome' | 'createdAt'>

/** SQL of the audit log. */
export function createAuditStore(db: Executor) {
  return {
    async begin({ userId, via, keyId, operation, target, requestId }: NewAuditRow): Promise<number> {
      const row = await db.queryOne(BEGIN, [userId, via, keyId, operation, JSON.stringify(target), requestId])
      if (!row) throw new Error('the audit log took no row')
      return row.id
    },
    /** In the transaction of the change. */
    async noteChange(tx: Executor, id: number): Promise<void> {
      await tx.query(NOTE_CHANGE, [id])
    },
    async end(id: number, outcome: string): Promise<void> {
      await db.query(END, [id, outcome])
    },
    list({ before, userId, operation, from, to, limit }: AuditFilter): Promise<AuditRow[]> {
      const values = [before, userId ?? null, operation ?? null, limit]
      return from || to
        ? db.query(LIST_BETWEEN, [...values, from ?? null, to ?? null])
        : db.query(LIST, values)
    },
    /** Safe to run at any time and anywhere. */
    async removeOld(): Promise<void> {
      await db.query(REMOVE_OLD, [AUDIT_DAYS])
    },
  }
}

export type AuditStore = ReturnType<typeof createAuditStore>
