import type { OwnerId } from '../../contract/handlers.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

export interface LoggedRow {
  seq: number
  name: string
  clientId: string | null
  /** Canonical address of the conversation it belongs to. */
  chat: string | null
  data: Record<string, unknown>
  createdAt: Date
}

/** Names and client an event must have; undefined takes all. */
export interface EventFilter {
  readonly names?: readonly string[] | undefined
  readonly clientId?: string | undefined
  /** Only of these clients, and what all of the workspace share; null or undefined takes all. */
  readonly clientIds?: readonly string[] | null | undefined
}

/** The log of one owner after a place, up to another, over the index `event_log_by_owner`. */
const READ = statement<LoggedRow>(
  'event_log_read',
  `select seq, name, client_id as "clientId", chat, data, created_at as "createdAt" from event_log
   where user_id = $1 and seq > $2 and seq <= $3
     and ($4::text[] is null or name = any($4)) and ($5::uuid is null or client_id = $5)
     and ($6::uuid[] is null or client_id = any($6) or name = 'workspace.updated')
   order by seq limit $7`,
)

/** Over the primary key: only what is new is looked at. */
const READ_OWNERS = statement<{ userId: string }>(
  'event_log_owners',
  'select distinct user_id as "userId" from event_log where seq > $1 and seq <= $2',
)

const READ_OLDEST = statement<{ seq: number | null }>(
  'event_log_oldest',
  'select min(seq) as seq from event_log',
)

const OWNS_CLIENT = statement<{ id: string }>(
  'event_log_client',
  'select id from client where id = $1 and user_id = $2',
)

const APPEND = statement<never>(
  'event_log_append',
  'insert into event_log (user_id, client_id, name, chat, data) values ($1, $2, $3, $4, $5)',
)

export interface NewEvent {
  userId: string
  clientId: string | null
  name: string
  chat?: string | null
  data: Record<string, unknown>
}

/**
 * Logs an event as part of the caller's transaction. Only for facts that are not rows of their own: what is stored in
 * tables is logged by their triggers.
 */
export async function appendEvent(tx: Executor, event: NewEvent): Promise<void> {
  const { userId, clientId, name, chat = null, data } = event
  await tx.query(APPEND, [userId, clientId, name, chat, JSON.stringify(data)])
}

export function readEvents(
  db: Executor,
  userId: string,
  range: { after: number; upTo: number; limit: number },
  { names, clientId, clientIds }: EventFilter,
): Promise<LoggedRow[]> {
  const only = [names ?? null, clientId ?? null, clientIds ?? null]
  return db.query(READ, [userId, range.after, range.upTo, ...only, range.limit])
}

export async function readOwners(db: Executor, after: number, upTo: number): Promise<string[]> {
  return (await db.query(READ_OWNERS, [after, upTo])).map((row) => row.userId)
}

/** Events before this one are past their time; null while the log is empty. */
export async function readOldest(db: Executor): Promise<number | null> {
  return (await db.queryOne(READ_OLDEST))?.seq ?? null
}

export async function ownsClient(db: Executor, userId: OwnerId, clientId: string): Promise<boolean> {
  return (await db.queryOne(OWNS_CLIENT, [clientId, userId])) !== undefined
}
