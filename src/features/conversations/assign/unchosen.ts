import type { Database } from '../../../db/client.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor, Transaction } from '../../../db/transaction.ts'
import { chooseMember, lockChoices } from '../../departments/index.ts'
import { recordEntry } from '../records/desk/entries.ts'

interface Unchosen {
  workspaceId: string
  clientId: string
  chat: string
  departmentId: string
}

/** As many of a department are looked at in a turn. */
const LOOKED_AT = 200

/** What waits for a member of departments that choose one, those first that wait longest; over conversation_unchosen. */
const LIST = statement<Unchosen>(
  'assign_list_unchosen',
  `select d.user_id as "workspaceId", c.client_id as "clientId", c.chat, d.id as "departmentId"
   from department d cross join lateral (
     select q.client_id, q.chat, q.waiting_since from conversation q
     where q.department_id = d.id and q.assigned_to is null and q.state = 'waiting' order by q.waiting_since limit ${LOOKED_AT}
   ) c where d.rule <> 'everyone' order by c.waiting_since`,
)

/** Whether it still waits there for a member. */
const READ = statement<{ chat: string }>(
  'assign_read_unchosen',
  `select chat from conversation
   where client_id = $1 and chat = $2 and department_id = $3 and assigned_to is null and state = 'waiting'`,
)

const GIVE = statement<{ chat: string }>(
  'assign_give_unchosen',
  `update conversation set assigned_to = $3, department_id = $4, updated_at = now()
   where client_id = $1 and chat = $2 and assigned_to is null and state = 'waiting' returning chat`,
)

/** False: nobody of the department can have it now. */
async function giveOut(
  tx: Transaction,
  { workspaceId, clientId, chat, departmentId }: Unchosen,
): Promise<boolean> {
  await lockChoices(tx, workspaceId)
  if (!(await tx.queryOne(READ, [clientId, chat, departmentId]))) return true
  const chosen = await chooseMember(tx, { workspaceId, clientId, departmentId })
  if (!chosen || chosen.userId === null) return false
  const facts = { userId: chosen.userId, departmentId: chosen.departmentId }
  if (await tx.queryOne(GIVE, [clientId, chat, facts.userId, facts.departmentId]))
    await recordEntry(tx, { clientId, chat, kind: 'assigned', actor: 'system', facts })
  return true
}

/**
 * Gives what waits for a member of a department to one, now that its hours began or somebody is back. Safe to run at any time and
 * anywhere: each is given once.
 */
export async function assignUnchosen(db: Executor & Pick<Database, 'transaction'>): Promise<void> {
  const stuck = new Set<string>()
  for (const unchosen of await db.query(LIST)) {
    const place = `${unchosen.departmentId} ${unchosen.clientId}`
    if (stuck.has(place)) continue
    if (!(await db.transaction((tx) => giveOut(tx, unchosen)))) stuck.add(place)
  }
}
