import type { Bus } from '../../../bus/port.ts'
import type { Database } from '../../../db/client.ts'
import { statement } from '../../../db/statement.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { resolveContact } from '../../contacts/index.ts'
import { lockConversation } from '../decide/conversation-sql.ts'

const WRITE_FLAG = statement<never>(
  'contact_flag_write',
  `update contact_automation set blacklist = case when $3 = 'blacklist' then $4::boolean else blacklist end,
     favourite = case when $3 = 'favourite' then $4::boolean else favourite end, updated_at = now()
   where client_id = $1 and jid = $2`,
)

/** Events, transitions, timers and the messages not yet sent go with their run; what was sent stays in its conversation. */
const DELETE_ACTIVE_RUNS = statement<{ id: string }>(
  'contact_runs_delete',
  `delete from flow_state where client_id = $1 and contact_jid = $2
     and state not in ('completed', 'failed', 'cancelled', 'expired')
   returning id`,
)

/** What waited for a run that is gone is looked at again. Index `inbound_lane`. */
const REOPEN_DEFERRED = statement<never>(
  'contact_reopen_deferred',
  `update inbound_event set status = 'received'
   where client_id = $1 and contact_jid = $2 and status in ('received', 'deferred') and status = 'deferred'`,
)

export interface FlagChange {
  clientId: string
  /** Any address of the contact. */
  contactJid: string
  flag: 'blacklist' | 'favourite'
  value: boolean
}

/** Answers the ids of the runs that blacklisting removed. A step under way loses its run, and with it its commit. */
async function writeFlag(tx: Transaction, change: FlagChange): Promise<{ jid: string; runIds: string[] }> {
  const { clientId, flag, value } = change
  const jid = await resolveContact(tx, clientId, change.contactJid)
  await lockConversation(tx, clientId, jid)
  await tx.query(WRITE_FLAG, [clientId, jid, flag, value])
  if (flag !== 'blacklist' || !value) return { jid, runIds: [] }
  const removed = await tx.query(DELETE_ACTIVE_RUNS, [clientId, jid])
  if (removed.length > 0) await tx.query(REOPEN_DEFERRED, [clientId, jid])
  return { jid, runIds: removed.map((row) => row.id).sort() }
}

export async function setContactFlag(
  deps: { db: Database; bus: Bus; newId: () => string },
  change: FlagChange,
): Promise<{ cancelledRunIds: string[] }> {
  const { clientId } = change
  const { jid, runIds } = await deps.db.transaction((tx) => writeFlag(tx, change))
  for (const flowStateId of runIds) {
    deps.bus.publish('flow.state.changed', { clientId, contactJid: jid, flowStateId, state: 'removed' })
  }
  const command = { name: 'runs.invalidate', input: { contactJid: jid } }
  // Conversations are read with each event, so an owner that misses this is only a moment late.
  void deps.bus.request(clientId, command, { commandId: deps.newId(), timeoutMs: 5_000 }).catch(() => {})
  return { cancelledRunIds: runIds }
}
