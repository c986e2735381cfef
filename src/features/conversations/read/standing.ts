import type { CONVERSATION_STATES } from '../../../contract/conversations/conversation-states.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'

export type ConversationState = (typeof CONVERSATION_STATES)[number]

/** How far people are with a conversation, as its row says, or that there is none. */
export interface StandingRow {
  state: ConversationState
  snoozedUntil: Date | null
  waitingSince: Date | null
  assignedTo: string | null
  assignedName: string | null
}

/** Of the row `d` and the person `a` it is assigned to, each of which may be missing. */
export const STANDING = `coalesce(d.state, 'open') as state, d.snoozed_until as "snoozedUntil",
  d.waiting_since as "waitingSince", d.assigned_to as "assignedTo", a.name as "assignedName"`

export const toStanding = ({ state, snoozedUntil, waitingSince, assignedTo, assignedName }: StandingRow) => ({
  state,
  snoozedUntil: snoozedUntil?.toISOString() ?? null,
  waitingSince: waitingSince?.toISOString() ?? null,
  assignedTo: assignedTo === null ? null : { userId: assignedTo, name: assignedName ?? '' },
})

/** Counting ends here: more is shown as so many and no more. */
const COUNTED = 1_000

const count = (condition: string): string =>
  `(select count(*)::int from (select from unnest($1::uuid[]) as mine (id) join conversation s on s.client_id = mine.id
     where ${condition} limit ${COUNTED}) counted)`

const OPEN = "s.state in ('open', 'waiting')"

export interface Counts {
  waiting: number
  unassigned: number
  mine: number
  snoozed: number
}

/** Each over its own index of `conversation`. */
const COUNT = statement<Counts>(
  'chat_count_conversations',
  `select ${count("s.state = 'waiting'")} as waiting, ${count(`${OPEN} and s.assigned_to is null`)} as unassigned,
     ${count(`${OPEN} and s.assigned_to = $2`)} as mine, ${count("s.state = 'snoozed'")} as snoozed`,
)

export async function countConversations(
  db: Executor,
  clientIds: readonly string[],
  userId: string,
): Promise<Counts> {
  return (await db.queryOne(COUNT, [clientIds, userId])) ?? { waiting: 0, unassigned: 0, mine: 0, snoozed: 0 }
}
