import type {
  CONVERSATION_STATES,
  SHOWN_CONVERSATIONS,
} from '../../../contract/conversations/conversation-states.ts'
import type { LabelColour } from '../../../contract/conversations/label-colours.ts'
import type { CHAT_MARKS } from '../../../contract/conversations/network/chat-marks.ts'
import { missing } from '../../../core/errors.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import { subjectOf } from '../../contacts/index.ts'
import { type ListedPicture, selectPicture, toShownPicture } from '../../pictures/index.ts'
import { type ChatMarkRow, selectMarks, toMarks } from '../records/network/chat-marks.ts'

export type ConversationState = (typeof CONVERSATION_STATES)[number]
/** Those that WhatsApp keeps so, whatever the team does with them. */
export type MarkedShown = (typeof CHAT_MARKS)[number]
export type Shown = (typeof SHOWN_CONVERSATIONS)[number]
/** Those of some standing, as their rows say. */
export type StandingShown = Exclude<Shown, MarkedShown>

/** How far people are with a conversation, as its row says, or that there is none. */
export interface StandingRow {
  state: ConversationState
  snoozedUntil: Date | null
  waitingSince: Date | null
  assignedTo: string | null
  assignedName: string | null
  departmentId: string | null
  departmentName: string | null
  /** By name; null where it never had one. */
  labels: { id: string; name: string; colour: LabelColour }[] | null
  marks: ChatMarkRow | null
  /** Of a group, where it is known. */
  subject: string | null
  picture: ListedPicture | null
}

/**
 * Of the row `d` and the person `a` it is assigned to, each of which may be missing; `of` names the client and the chat in any
 * case.
 */
export const selectStanding = (
  of: string,
): string => `coalesce(d.state, 'open') as state, d.snoozed_until as "snoozedUntil",
  d.waiting_since as "waitingSince", d.assigned_to as "assignedTo", a.name as "assignedName",
  d.department_id as "departmentId", (select p.name from department p where p.id = d.department_id) as "departmentName",
  case when d.is_labelled then (
    select jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'colour', l.colour) order by lower(l.name))
    from conversation_label x join label l on l.id = x.label_id
    where x.client_id = d.client_id and x.chat = d.chat) end as labels,
  ${selectMarks(`${of}.client_id`, `${of}.chat`)} as marks, ${subjectOf(`${of}.client_id`, `${of}.chat`)} as subject,
  ${selectPicture(`${of}.client_id`, `${of}.chat`)} as picture`

export const toStanding = ({ state, subject, snoozedUntil, waitingSince, ...row }: StandingRow) => ({
  subject,
  state,
  snoozedUntil: snoozedUntil?.toISOString() ?? null,
  waitingSince: waitingSince?.toISOString() ?? null,
  assignedTo: row.assignedTo === null ? null : { userId: row.assignedTo, name: row.assignedName ?? '' },
  department: row.departmentId === null ? null : { id: row.departmentId, name: row.departmentName ?? '' },
  labels: row.labels ?? [],
  marks: toMarks(row.marks),
  picture: toShownPicture(row.picture),
})

/** By the primary key; one that nobody wrote in is open. */
const READ = statement<StandingRow>(
  'chat_read_standing',
  `select ${selectStanding('asked')} from (values ($1::uuid, $2::text)) as asked (client_id, chat)
   left join conversation d on d.client_id = asked.client_id and d.chat = asked.chat
   left join "user" a on a.id = d.assigned_to`,
)

export async function readStanding(db: Executor, clientId: string, chat: string) {
  const row = await db.queryOne(READ, [clientId, chat])
  if (!row) throw missing('conversation')
  return { clientId, jid: chat, ...toStanding(row) }
}

/** Of a row `s`. */
export const OPEN_STATES = "s.state in ('open', 'waiting')"

/** Which rows `s` of conversations are shown by each choice; each has an index that fits. `user` is whose `mine` is, in SQL. */
export const whichShown = (user: string): Readonly<Record<StandingShown, string>> => ({
  open: OPEN_STATES,
  waiting: "s.state = 'waiting'",
  unassigned: `${OPEN_STATES} and s.assigned_to is null`,
  mine: `${OPEN_STATES} and s.assigned_to = ${user}`,
  mentions: `exists (select from conversation_mention n join conversation_entry e on e.id = n.entry_id
    where n.user_id = ${user} and e.client_id = s.client_id and e.chat = s.chat)`,
  snoozed: "s.state = 'snoozed'",
  resolved: "s.state = 'resolved'",
})

/** Counting ends here: more is shown as so many and no more. */
export const COUNTED = 1_000

const COUNTABLE = whichShown('$2')

const count = (which: Exclude<keyof Counts, 'mentions'>): string =>
  `(select count(*)::int from (select from unnest($1::uuid[]) as mine (id) join conversation s on s.client_id = mine.id
     where ${COUNTABLE[which]} limit ${COUNTED}) counted) as ${which}`

export interface Counts {
  waiting: number
  unassigned: number
  mine: number
  snoozed: number
  mentions: number
}

/** Over conversation_mention_unseen. */
const UNSEEN = `(select count(*)::int from (
     select from conversation_mention n join conversation_entry e on e.id = n.entry_id
     where n.user_id = $2 and n.seen_at is null and e.client_id = any($1::uuid[])
     group by e.client_id, e.chat limit ${COUNTED}) counted) as mentions`

/** Those that are alike for all who see the same numbers, and those of one person. */
export type SharedCounts = Omit<Counts, 'mine' | 'mentions'>
export type OwnCounts = Pick<Counts, 'mine' | 'mentions'>

export const NO_SHARED: SharedCounts = { waiting: 0, unassigned: 0, snoozed: 0 }
export const NO_OWN: OwnCounts = { mine: 0, mentions: 0 }

/** Each over its own index of `conversation`. */
const COUNT_SHARED = statement<SharedCounts>(
  'chat_count_conversations',
  `select ${count('waiting')}, ${count('unassigned')}, ${count('snoozed')}`,
)

const COUNT_OWN = statement<OwnCounts>('chat_count_own', `select ${count('mine')}, ${UNSEEN}`)

export const countShared = async (db: Executor, clientIds: readonly string[]): Promise<SharedCounts> =>
  (await db.queryOne(COUNT_SHARED, [clientIds])) ?? NO_SHARED

export const countOwn = async (
  db: Executor,
  clientIds: readonly string[],
  userId: string,
): Promise<OwnCounts> => (await db.queryOne(COUNT_OWN, [clientIds, userId])) ?? NO_OWN
