import type { Handlers } from '../../contract/handlers.ts'
import { Refusal } from '../../core/errors.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

interface LoggedRow {
  seq: string
  xid: string
  name: string
  clientId: string | null
  data: Record<string, unknown>
  createdAt: Date
}

/**
 * A page of the log after a place, over the index `event_log_by_user`. It ends before the oldest transaction that is
 * still open, so that nothing appears behind a place already given out.
 */
const LIST_EVENTS = statement<LoggedRow>(
  'event_log_list',
  `select seq::text, xid::text, name, client_id as "clientId", data, created_at as "createdAt" from event_log
   where user_id = $1 and (xid, seq) > ($2::xid8, $3::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
   order by xid, seq limit $4`,
)

const CURSOR = /^(\d{1,20})\.(\d{1,19})$/

function parsePlace(cursor: string | undefined): [xid: string, seq: string] {
  if (cursor === undefined) return ['0', '0']
  const [, xid, seq] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (xid === undefined || seq === undefined || BigInt(xid) >= 2n ** 64n || BigInt(seq) >= 2n ** 63n) {
    throw new Refusal('BAD_REQUEST', 'cursor: not a nextCursor of this list. Leave it out to begin anew.')
  }
  return [xid, seq]
}

/** The log of events, in the order they were stored. */
export function createEventHandlers(db: Executor): Handlers['events'] {
  return {
    async list({ cursor, limit }, { principal }) {
      const rows = await db.query(LIST_EVENTS, [principal.userId, ...parsePlace(cursor), limit])
      const last = rows.at(-1)
      return {
        events: rows.map(({ seq, name, clientId, data, createdAt }) => {
          return { id: seq, name, clientId, data, createdAt: createdAt.toISOString() }
        }),
        nextCursor: last ? Buffer.from(`${last.xid}.${last.seq}`).toString('base64url') : (cursor ?? null),
      }
    },
  }
}
