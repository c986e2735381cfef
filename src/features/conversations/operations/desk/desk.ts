import type { Handlers } from '../../../../contract/handlers.ts'
import { toActor } from '../../../../core/conversation/conversation-entry.ts'
import { missing } from '../../../../core/errors.ts'
import type { Database } from '../../../../db/client.ts'
import { statement } from '../../../../db/statement.ts'
import type { Executor, Transaction } from '../../../../db/transaction.ts'
import { findContactId } from '../../../contacts/index.ts'
import { chooseMember, hasDepartment } from '../../../departments/index.ts'
import type { SharedLists } from '../../read/shared-lists.ts'
import { readStanding, type StandingRow, selectStanding, toStanding } from '../../read/standing.ts'
import { holdConversation } from '../../records/desk/conversation-row.ts'
import { recordEntry } from '../../records/desk/entries.ts'
import { badField } from '../../records/refusals.ts'
import { listChanges } from './standing-changes.ts'

type DeskHandlers = Pick<Handlers['chat'], 'countConversations' | 'getConversation' | 'updateConversation'>

const LONGEST_SNOOZE_MS = 366 * 86_400_000

const LIST_CLIENTS = statement<{ id: string }>(
  'chat_list_own_clients',
  'select id from client where user_id = $1 and ($2::uuid[] is null or id = any($2::uuid[])) order by id',
)

interface Seen {
  owner: string
  principal: { clientIds?: readonly string[] | null }
}

/** The client that is named, whose owner was looked at before, or all that the caller sees. */
export async function listSeenClients(
  db: Executor,
  clientId: string | undefined,
  { owner, principal }: Seen,
): Promise<string[]> {
  if (clientId !== undefined) return [clientId]
  return (await db.query(LIST_CLIENTS, [owner, principal.clientIds ?? null])).map(({ id }) => id)
}

/** Somebody in the client's workspace who may write to its contacts. */
const FIND_ASSIGNEE = statement<{ userId: string }>(
  'chat_find_assignee',
  `select m.user_id as "userId" from client k join workspace_member m on m.workspace_id = k.user_id and m.user_id = $2
   where k.id = $1 and m.role in ('owner', 'admin', 'agent') and (m.client_ids is null or $1 = any(m.client_ids))`,
)

/** What is not given stays as it is. By the primary key. */
const UPDATE = statement<StandingRow>(
  'chat_update_conversation',
  `with d as (
     update conversation c set
       state = coalesce($3, c.state),
       snoozed_until = case when $3::text is null then c.snoozed_until else $4::timestamptz end,
       waiting_since = case when $3::text is null then c.waiting_since
         when $3 = 'waiting' then coalesce(c.waiting_since, now()) end,
       assigned_to = case when $6 then $5 else c.assigned_to end,
       department_id = case when $8 then $7::uuid else c.department_id end, updated_at = now()
     where c.client_id = $1 and c.chat = $2
     returning *
   )
   select ${selectStanding('d')} from d left join "user" a on a.id = d.assigned_to`,
)

/** Over conversation_waking. */
const WAKE = statement<never>(
  'chat_wake_conversations',
  `with woken as (
     update conversation set state = 'waiting', snoozed_until = null, waiting_since = now(), updated_at = now()
     where state = 'snoozed' and snoozed_until <= now() returning client_id, chat
   )
   select note_entry(client_id, chat, 'snooze_ended', 'system', '{}') from woken`,
)

/** What was snoozed until now waits for a person. Safe to run at any time and anywhere. */
export const wakeConversations = async (db: Executor): Promise<void> => void (await db.query(WAKE))

type Change = Parameters<DeskHandlers['updateConversation']>[0]

/** The state that is asked for, and until when. */
function readState({ state, snoozedUntil }: Change): { state: string | null; until: Date | null } {
  if (snoozedUntil === undefined && state !== 'snoozed') return { state: state ?? null, until: null }
  const until = new Date(snoozedUntil ?? Number.NaN)
  const fromNow = until.getTime() - Date.now()
  const isGood = (state ?? 'snoozed') === 'snoozed' && fromNow > 0 && fromNow <= LONGEST_SNOOZE_MS
  if (!isGood) throw badField('snoozedUntil', 'SNOOZE_NOT_AHEAD', {})
  return { state: 'snoozed', until }
}

interface Receiver {
  state: string | null
  assignedTo?: string | null | undefined
  departmentId?: string | null | undefined
}

/** Who gets it, where a department is named without a person; what nobody of it gets waits for one. */
async function chooseReceiver(
  tx: Transaction,
  workspaceId: string,
  { clientId, ...asked }: Receiver & { clientId: string },
): Promise<Receiver> {
  const { state, assignedTo, departmentId } = asked
  if (assignedTo && !(await tx.queryOne(FIND_ASSIGNEE, [clientId, assignedTo]))) throw missing('member')
  if (!departmentId) return asked
  if (assignedTo !== undefined) {
    if (!(await hasDepartment(tx, workspaceId, departmentId))) throw missing('department')
    return asked
  }
  const chosen = await chooseMember(tx, { workspaceId, clientId, departmentId })
  if (!chosen) throw missing('department')
  const isNobodys = chosen.userId === null && state === null
  return {
    state: isNobodys ? 'waiting' : state,
    assignedTo: chosen.userId,
    departmentId: chosen.departmentId,
  }
}

export interface DeskDeps {
  db: Database
  lists: SharedLists
  /** Events were logged: open streams need not wait to find them. */
  announce(): void
}

/** What a team does with its conversations. */
export function createDeskHandlers({ db, lists, announce }: DeskDeps): DeskHandlers {
  return {
    async countConversations({ clientId, labelId = null, departmentId = null }, ctx) {
      const clientIds = await listSeenClients(db, clientId, ctx)
      return lists.count({ clientIds, userId: ctx.principal.userId, labelId, departmentId })
    },
    getConversation: async ({ clientId, jid }) =>
      readStanding(db, clientId, await findContactId(db, clientId, jid)),
    async updateConversation(input, { owner, principal }) {
      const { clientId, target } = input
      const { until, ...asked } = readState(input)
      const chat = await findContactId(db, clientId, target)
      const row = await db.transaction(async (tx) => {
        const { state, assignedTo, departmentId } = await chooseReceiver(tx, owner, { ...input, ...asked })
        const person = [assignedTo ?? null, assignedTo !== undefined]
        const department = [departmentId ?? null, departmentId !== undefined]
        const before = await holdConversation(tx, { clientId, chat, state: 'open' })
        if (!before) return undefined
        const after = await tx.queryOne(UPDATE, [clientId, chat, state, until, ...person, ...department])
        const changes = after ? listChanges(before, after) : []
        for (const change of changes)
          await recordEntry(tx, { clientId, chat, actor: toActor(principal), ...change })
        return after
      })
      if (!row) throw missing('conversation')
      announce()
      return { clientId, jid: chat, ...toStanding(row) }
    },
  }
}
