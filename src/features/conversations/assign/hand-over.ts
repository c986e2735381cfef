import type { EntryFacts } from '../../../core/conversation/conversation-entry.ts'
import { statement } from '../../../db/statement.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { chooseMember, isThere } from '../../departments/index.ts'
import { type HeldRow, holdConversation } from '../records/desk/conversation-row.ts'
import { recordEntry } from '../records/desk/entries.ts'

/** To whom a conversation is handed over: members of a department by its rule, or one person. */
export type HandedTo = { departmentId: string } | { personId: string }

interface HandedOver {
  workspaceId: string
  clientId: string
  /** Canonical. */
  chat: string
  to: HandedTo
  /** The flow that hands over. */
  flowId: string
}

/** Whose it is now. */
interface Receiver {
  departmentId: string | null
  userId: string | null
}

const READ = statement<{ state: string }>(
  'assign_read_state',
  'select state from conversation where client_id = $1 and chat = $2',
)

/**
 * Hands over a conversation that waits. Where somebody answered or resolved it meanwhile it stays theirs, and only its department is
 * noted. By the primary key.
 */
const HAND_OVER = statement<{ assignedTo: string | null }>(
  'assign_hand_over',
  `update conversation c set department_id = $3::uuid,
     assigned_to = case when c.state = 'waiting' then $4 else c.assigned_to end, updated_at = now()
   where c.client_id = $1 and c.chat = $2
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
  const { clientId, chat, flowId } = handed
  const { departmentId, userId } = await findReceiver(tx, handed)
  const before = await holdConversation(tx, { clientId, chat, state: 'waiting' })
  if (!before) return false
  const row = await tx.queryOne(HAND_OVER, [clientId, chat, departmentId, userId])
  const facts = listReceivers(before, { departmentId, userId: row?.assignedTo ?? null })
  if (facts) await recordEntry(tx, { clientId, chat, kind: 'assigned', actor: `flow:${flowId}`, facts })
  return true
}

/** To whom it was given; null where that was so before. */
function listReceivers(before: HeldRow, { departmentId, userId }: Receiver): EntryFacts['assigned'] | null {
  const isToDepartment = departmentId !== null && departmentId !== before.departmentId
  if (!isToDepartment && (userId === null || userId === before.assignedTo)) return null
  return { ...(userId === null ? {} : { userId }), ...(departmentId === null ? {} : { departmentId }) }
}
