import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import { MARKED } from './marked.ts'
import {
  type Counts,
  type MarkedShown,
  NO_OWN,
  NO_SHARED,
  OPEN_STATES,
  type OwnCounts,
  type SharedCounts,
  type Shown,
} from './standing.ts'

/** Which conversations with a label are asked for; `all` of them, however far people are with them. */
export type LabelledShown = Shown | 'all'

const OPEN = ['open', 'waiting'] as const

const STATES = {
  all: ['open', 'waiting', 'snoozed', 'resolved'],
  open: OPEN,
  waiting: ['waiting'],
  unassigned: OPEN,
  snoozed: ['snoozed'],
  resolved: ['resolved'],
} as const

type ByState = keyof typeof STATES

/**
 * Rows `s` of conversations of the numbers `mine` with a label, in any of these states: a stretch of conversation_label_listed
 * for each number and state.
 */
const inStates = (label: string, which: ByState): string =>
  `from unnest($1::uuid[]) as mine (id) cross join unnest('{${STATES[which].join(',')}}'::text[]) as st (state)
    cross join lateral (
      select s.client_id, s.chat, s.last_seq from conversation_label s ${
        which === 'unassigned'
          ? `join conversation d on d.client_id = s.client_id and d.chat = s.chat and d.assigned_to is null`
          : ''
      }
      where s.label_id = ${label} and s.client_id = mine.id and s.state = st.state`

/** Those of a person over conversation_assigned: they are few, whatever label they have. */
const ofPerson = (label: string, user: string): string =>
  `from unnest($1::uuid[]) as mine (id) cross join lateral (
      select s.client_id, s.chat, s.last_seq from conversation s
      where s.client_id = mine.id and s.assigned_to = ${user} and ${OPEN_STATES} and s.is_labelled
        and exists (select from conversation_label x
          where x.client_id = s.client_id and x.chat = s.chat and x.label_id = ${label})`

/** Those with notes that name a person, or only what they did not see. */
const ofMentioned = (label: string, user: string, unseen = ''): string =>
  `from unnest($1::uuid[]) as mine (id) cross join lateral (
      select s.client_id, s.chat, s.last_seq from conversation_label s
      where s.label_id = ${label} and s.client_id = mine.id and exists (
        select from conversation_mention n join conversation_entry e on e.id = n.entry_id
        where n.user_id = ${user} ${unseen} and e.client_id = s.client_id and e.chat = s.chat)`

/** Those that WhatsApp keeps so, by the primary key of each. */
const ofMarked = (label: string, which: MarkedShown): string =>
  `from unnest($1::uuid[]) as mine (id) cross join lateral (
      select s.client_id, s.chat, s.last_seq from conversation_label s
      join chat_mark k on k.client_id = s.client_id and k.chat = s.chat and ${MARKED[which]}
      where s.label_id = ${label} and s.client_id = mine.id`

export const isMarked = (which: LabelledShown): which is MarkedShown => which in MARKED

const rowsOf = (which: LabelledShown, label: string, user: string): string => {
  if (isMarked(which)) return ofMarked(label, which)
  if (which === 'mine') return ofPerson(label, user)
  return which === 'mentions' ? ofMentioned(label, user) : inStates(label, which)
}

/** The places of a page: $1 the numbers, $2 before which place, $3 how many, $4 whose `mine` is, $5 the label. */
export const labelledPlaces = (which: LabelledShown): string =>
  `select k.client_id, k.chat, k.last_seq ${rowsOf(which, '$5', '$4')} and s.last_seq < $2
      order by s.last_seq desc limit $3
    ) k where $4::text is not null order by k.last_seq desc limit $3`

/** Counting ends here: more is shown as so many and no more. */
const COUNTED = 1_000

const count = (which: keyof Counts, label: string, user: string): string => {
  const rows =
    which === 'mentions' ? ofMentioned(label, user, 'and n.seen_at is null') : rowsOf(which, label, user)
  return `(select count(*)::int from (select ${rows} limit ${COUNTED}) k limit ${COUNTED}) counted) as ${which}`
}

const countEach = (which: readonly (keyof SharedCounts)[]): string =>
  which.map((one) => count(one, '$2', 'null')).join(', ')

/** As `chat_count_conversations`, of those with the label $2. */
const COUNT_SHARED = statement<SharedCounts>(
  'chat_count_of_label',
  `select ${countEach(['waiting', 'unassigned', 'snoozed'])}`,
)

/** As `chat_count_own`, of those with the label $3. */
const COUNT_OWN = statement<OwnCounts>(
  'chat_count_own_of_label',
  `select ${count('mine', '$3', '$2')}, ${count('mentions', '$3', '$2')}`,
)

export const countSharedWithLabel = async (
  db: Executor,
  clientIds: readonly string[],
  labelId: string,
): Promise<SharedCounts> => (await db.queryOne(COUNT_SHARED, [clientIds, labelId])) ?? NO_SHARED

export const countOwnWithLabel = async (
  db: Executor,
  { clientIds, userId, labelId }: { clientIds: readonly string[]; userId: string; labelId: string },
): Promise<OwnCounts> => (await db.queryOne(COUNT_OWN, [clientIds, userId, labelId])) ?? NO_OWN

/** $1 the numbers, $2 the workspace. Over conversation_label_listed. */
const COUNT_EACH = statement<{ labelId: string; open: number }>(
  'chat_count_labelled',
  `select l.id as "labelId", (
     select count(*)::int from (
       select ${inStates('l.id', 'open')} limit ${COUNTED}) k limit ${COUNTED}
     ) counted) as open
   from label l where l.user_id = $2 order by lower(l.name)`,
)

/** How many open conversations each label of a workspace has. */
export const countLabelled = (
  db: Executor,
  owner: string,
  clientIds: readonly string[],
): Promise<{ labelId: string; open: number }[]> => db.query(COUNT_EACH, [clientIds, owner])
