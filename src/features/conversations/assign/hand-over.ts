import { statement } from '../../../db/statement.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { chooseMember, isThere } from '../../departments/index.ts'
import { recordEntry } from '../records/desk/entries.ts'

/** To whom a conversation is handed over: members of a department by its rule, or one person. */
export type HandedTo = { departmentId: string } | { personId: string }

interface HandedOver {
  workspaceId: string
  clientId: string
  /** Canonical. */
  chat: string
  to: HandedTo
}

/** Whose it is now. */
interface Receiver {
  departmentId: string | null
  userId: string | null
}

const READ = statement<{ state: string; assignedTo: string | null }>(
  'assign_read_state',
  'select state, assigned_to as "assignedTo" from conversation where client_id = $1 and chat = $2',
)

/**
 * Hands over a conversation that waits. Where somebody answered or resolved it meanwhile it stays theirs, and only its department is
 * noted. One without a row gets one at the place of its newest message, over message_page.
 */
const HAND_OVER = statement<{ assignedTo: string | null }>(
  'assign_hand_over',
  `insert into conversation as c (client_id, chat, state, waiting_since, department_id, assigned_to, last_seq)
   select $1, $2, 'waiting', now(), $3, $4, newest.seq from (
     select q.seq from message q where q.client_id = $1 and q.chat = $2 order by q.at_sec desc, q.seq desc limit 1) newest
   on conflict (client_id, chat) do update set department_id = $3,
     assigned_to = case when c.state = 'waiting' then $4 else c.assigned_to end, updated_at = now()
   returning assigned_to as "assignedTo"`,
)

/** Who gets it; nobody where it needs nobody any more, so that no turn is spent on it. */
async function findReceiver(tx: Transaction, handed: HandedOver): Promise<Receiver> {
  const { clientId, chat, to, workspaceId } = handed
  if ('personId' in to) {
    const found = await isThere(tx, { workspaceId, clientId, userId: to.personId })
    return { departmentId: null, userId: found ? to.personId : null }
  }
  const present = await tx.queryOne(READ, [clientId, chat])
  if (present && present.state !== 'waiting') return { departmentId: to.departmentId, userId: null }
  return (await chooseMember(tx, { ...handed, departmentId: to.departmentId })) ?? NOBODY
}

const NOBODY: Receiver = { departmentId: null, userId: null }

/**
 * Hands a conversation over in the caller's transaction. Where nobody is to be had, it waits for all. False where there is no
 * message of it yet, so that it cannot be anybody's.
 */
export async function handOver(tx: Transaction, handed: HandedOver): Promise<boolean> {
  const { clientId, chat } = handed
  const before = await tx.queryOne(READ, [clientId, chat])
  const { departmentId, userId } = await findReceiver(tx, handed)
  const row = await tx.queryOne(HAND_OVER, [clientId, chat, departmentId, userId])
  if (row?.assignedTo && row.assignedTo !== before?.assignedTo)
    await recordEntry(tx, {
      clientId,
      chat,
      kind: 'assigned',
      actor: 'system',
      facts: { userId: row.assignedTo },
    })
  return row !== undefined
}
