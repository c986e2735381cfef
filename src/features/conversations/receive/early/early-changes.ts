import { toJsonText } from '../../../../db/json-text.ts'
import { statement } from '../../../../db/statement.ts'
import type { Executor, Transaction } from '../../../../db/transaction.ts'
import type { ArrivedChange } from '../arrival.ts'
import { fromStoredChange, type StoredChange, toStoredChange } from './stored-change.ts'

/** Most are of messages from before the client was linked, which never come. */
const MAX_WAITING = 500
const MAX_OF_ONE = 50
/** The phone is asked for a message that cannot be read for as long (Baileys 7, `PLACEHOLDER_MAX_AGE_SECONDS`). */
const MAX_DAYS = 14

const LIST = statement<{ messageId: string }>(
  'chat_early_list',
  `select message_id as "messageId" from early_change where client_id = $1 group by message_id order by min(seq)`,
)

const FIND = statement<{ change: StoredChange }>(
  'chat_early_find',
  'select change from early_change where client_id = $1 and message_id = any($2) order by seq',
)

const KEEP = statement<never>(
  'chat_early_keep',
  `insert into early_change (client_id, message_id, change)
   select $1, message_id, change from unnest($2::text[], $3::jsonb[]) with ordinality as told (message_id, change, n) order by n`,
)

/** All but the newest of each message, and all of the messages that have waited longest. */
const TRIM = statement<never>(
  'chat_early_trim',
  `delete from early_change e using (
     select seq, row_number() over (partition by message_id order by seq desc) as of_one, dense_rank() over (order by first desc) as place
     from (select seq, message_id, min(seq) over (partition by message_id) as first from early_change where client_id = $1) one
   ) ranked where e.client_id = $1 and e.seq = ranked.seq and (of_one > $2 or place > $3)`,
)

const DROP = statement<never>(
  'chat_early_drop',
  'delete from early_change where client_id = $1 and message_id = any($2)',
)

const DROP_OLD = statement<never>(
  'chat_early_drop_old',
  `delete from early_change where created_at < now() - interval '${MAX_DAYS} days'`,
)

/** Removes what waited for too long, of all clients. */
export const dropOldChanges = async (db: Executor): Promise<void> => void (await db.query(DROP_OLD))

const idOf = ({ target }: ArrivedChange): string => target.id

/**
 * A message that cannot be read is asked for again, and what others do with it may come first: a reaction, a vote, an edit, its
 * deletion. It waits in the database, and is carried out behind the message, whoever owns the client by then. Of a client the
 * newest 500 messages are waited for, with the newest 50 changes of each.
 */
export type EarlyChanges = ReturnType<typeof createEarlyChanges>

export function createEarlyChanges() {
  /** By client, for what messages something waits, so that nothing has to be asked when others come; some of it may be gone. */
  const known = new Map<string, { ids: Set<string>; isLoaded: boolean }>()
  const knownOf = (clientId: string) => {
    const there = known.get(clientId) ?? { ids: new Set(), isLoaded: false }
    known.set(clientId, there)
    return there
  }
  return {
    /** What waits for these messages, in the order in which it came. */
    async find(db: Executor, clientId: string, messageIds: readonly string[]): Promise<ArrivedChange[]> {
      if (messageIds.length === 0) return []
      const of = knownOf(clientId)
      if (!of.isLoaded) {
        const rows = await db.query(LIST, [clientId])
        for (const { messageId } of rows) of.ids.add(messageId)
        of.isLoaded = true
      }
      const wanted = messageIds.filter((id) => of.ids.has(id))
      if (wanted.length === 0) return []
      return (await db.query(FIND, [clientId, wanted])).map(({ change }) => fromStoredChange(change))
    },
    /** Stores what became of them. Call the answer after the commit. */
    async settle(
      tx: Transaction,
      clientId: string,
      { carriedOut, waiting }: Record<'carriedOut' | 'waiting', readonly ArrivedChange[]>,
    ): Promise<() => void> {
      if (carriedOut.length > 0) await tx.query(DROP, [clientId, carriedOut.map(idOf)])
      if (waiting.length > 0) {
        const texts = waiting.map((change) => toJsonText(toStoredChange(change)))
        await tx.query(KEEP, [clientId, waiting.map(idOf), texts])
        await tx.query(TRIM, [clientId, MAX_OF_ONE, MAX_WAITING])
      }
      return () => {
        const { ids } = knownOf(clientId)
        for (const change of carriedOut) ids.delete(idOf(change))
        for (const change of waiting) ids.add(idOf(change))
        // Of these at least half is gone from the database.
        for (const id of ids) {
          if (ids.size <= 2 * MAX_WAITING) break
          ids.delete(id)
        }
      }
    },
    forgetClient(clientId: string): void {
      known.delete(clientId)
    },
  }
}
