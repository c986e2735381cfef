import type { OwnerId } from '../../contract/handlers.ts'
import type { Database } from '../../db/client.ts'
import { readErrorCode } from '../../db/connection-errors.ts'
import { statement } from '../../db/statement.ts'
import type { Transaction } from '../../db/transaction.ts'

/** What a flow takes with it. */
export interface DeletedFlow {
  clientId: string | null
  /** The runs that had not ended. */
  runs: ActiveRun[]
}

export interface ActiveRun {
  id: string
  clientId: string
  contactJid: string
}

/**
 * Holds the conversations in which runs of a flow have not ended, in the order in which everybody takes them. A conversation has a row
 * since its first run began. Indexes `flow_state_by_flow` and the primary key of contact_automation.
 */
function lockStatement(name: string, ifHeld: string) {
  return statement<{ jid: string }>(
    name,
    `select a.jid from contact_automation a
     where (a.client_id, a.jid) in (
       select s.client_id, s.contact_jid from flow_state s join flow f on f.id = s.flow_id
       where s.flow_id = $1 and f.user_id = $2 and s.state not in ('completed', 'failed', 'cancelled', 'expired'))
     order by a.client_id, a.jid for update of a ${ifHeld}`,
  )
}

const LOCK_CONVERSATIONS = lockStatement('flow_delete_conversations', '')
const LOCK_NEW_CONVERSATIONS = lockStatement('flow_delete_new_conversations', 'nowait')

/** Waits for those who are starting runs of the flow; from then on nobody starts any. */
const LOCK_FLOW = statement<{ clientId: string | null }>(
  'flow_delete_lock',
  `select client_id as "clientId" from flow where id = $1 and user_id = $2 for update`,
)

/** Runs, their stories, timers, effects and what they had still to say go with the flow. */
const DELETE = statement<ActiveRun>(
  'flow_delete',
  `with ended as (
     select id, client_id, contact_jid from flow_state where flow_id = $1
       and state not in ('completed', 'failed', 'cancelled', 'expired')
   ), menu as (
     update client set main_menu_flow_id = null, updated_at = now() where main_menu_flow_id = $1
   ), gone as (
     delete from flow where id = $1
   )
   select id, client_id as "clientId", contact_jid as "contactJid" from ended order by id`,
)

/** What waited for a run that is gone is looked at again. Index `inbound_lane`. */
const REOPEN_DEFERRED = statement<never>(
  'flow_delete_reopen',
  `update inbound_event e set status = 'received'
   from (select distinct * from unnest($1::uuid[], $2::text[]) as l(client_id, jid)) held
   where e.client_id = held.client_id and e.contact_jid = held.jid and e.status in ('received', 'deferred')
     and e.status = 'deferred'`,
)

/** SQLSTATE of `nowait` when somebody holds the row. */
const LOCK_NOT_AVAILABLE = '55P03'
/** Each time a run began in a conversation between the look at the conversations and the lock of the flow. */
const MAX_ATTEMPTS = 20

/**
 * Conversations come before the flow, as in every step that starts a run. Whoever holds a conversation in which a run has just begun may wait
 * for the flow to begin another, so such a conversation is not waited for: everything is let go and begun again.
 */
async function deleteIn(tx: Transaction, id: string, userId: OwnerId): Promise<DeletedFlow | null> {
  await tx.query(LOCK_CONVERSATIONS, [id, userId])
  const flow = await tx.queryOne(LOCK_FLOW, [id, userId])
  if (flow === undefined) return null
  await tx.query(LOCK_NEW_CONVERSATIONS, [id, userId])
  const runs = await tx.query(DELETE, [id])
  const conversations = [runs.map((run) => run.clientId), runs.map((run) => run.contactJid)]
  if (runs.length > 0) await tx.query(REOPEN_DEFERRED, conversations)
  return { ...flow, runs }
}

/** Null when the person has no such flow. */
export async function deleteFlow(db: Database, id: string, userId: OwnerId): Promise<DeletedFlow | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction((tx) => deleteIn(tx, id, userId))
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || readErrorCode(error) !== LOCK_NOT_AVAILABLE) throw error
    }
  }
}
