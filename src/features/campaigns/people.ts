import type { LeftOutReason, PersonState } from '../../core/campaigns/campaign.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

/** Somebody of a campaign. `held` is what a list or a table has of them. */
export interface PersonRow {
  n: number
  jid: string
  name: string | null
  held: Record<string, unknown>
  /** The network knows them. */
  isChecked: boolean
  /** How often the network was asked who has their username, and did not say it. */
  unanswered: number
}

export interface NewPerson extends Omit<PersonRow, 'n' | 'unanswered'> {
  leftOut: LeftOutReason | null
}

const INSERT = statement<never>(
  'campaign_person_insert',
  `insert into campaign_person (campaign_id, n, jid, name, held, is_checked, state, reason)
   select $1, r.n, r.jid, r.name, r.held, r.is_checked, case when r.left_out is null then 'waiting' else 'left_out' end, r.left_out
   from unnest($2::int[], $3::text[], $4::text[], $5::jsonb[], $6::bool[], $7::text[])
     as r(n, jid, name, held, is_checked, left_out)`,
)

/** Over the index `campaign_person_waiting`. The campaign is locked. */
const NEXT = statement<PersonRow>(
  'campaign_person_next',
  `select n, jid, name, held, is_checked as "isChecked", unanswered from campaign_person
   where campaign_id = $1 and state = 'waiting' order by n limit $2`,
)

const SETTLE = statement<never>(
  'campaign_person_settle',
  `update campaign_person p set state = r.state, reason = r.reason, message_id = r.message_id, jid = r.jid, given_at = now()
   from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[]) as r(n, state, reason, message_id, jid)
   where p.campaign_id = $1 and p.n = r.n`,
)

const NOTE_CHECKED = statement<never>(
  'campaign_person_checked',
  `update campaign_person p set is_checked = true, jid = r.jid,
     state = case when r.reason is null then p.state else 'left_out' end, reason = r.reason
   from unnest($2::int[], $3::text[], $4::text[]) as r(n, jid, reason)
   where p.campaign_id = $1 and p.n = r.n and p.state = 'waiting' and not p.is_checked`,
)

const NOTE_UNANSWERED = statement<never>(
  'campaign_person_unanswered',
  `update campaign_person set unanswered = unanswered + 1
   where campaign_id = $1 and n = any($2::int[]) and state = 'waiting' and not is_checked`,
)

const TAKEN = statement<{ jid: string }>(
  'campaign_person_taken',
  `select jid from campaign_person where campaign_id = $1 and jid = any($2::text[])`,
)

const CANCEL = statement<never>(
  'campaign_person_cancel',
  `update campaign_person set state = 'left_out', reason = 'cancelled'
   where campaign_id = $1 and (state = 'waiting' or message_id = any($2::text[]))`,
)

const QUEUED = statement<{ messageId: string }>(
  'campaign_person_queued',
  `select message_id as "messageId" from campaign_person
   where campaign_id = $1 and state = 'queued' and message_id is not null`,
)

export interface ShownPerson {
  jid: string
  name: string | null
  /** An address, of a phone number where one is known. */
  phone: string
  state: PersonState
  reason: string | null
  failureParams: Record<string, unknown> | null
  messageId: string | null
  flowStateId: string | null
  sentAt: Date | null
  deliveredAt: Date | null
  readAt: Date | null
  answeredAt: Date | null
  optedOutAt: Date | null
  total: number
}

/** $2 client, $3 a state or null, $4 offset, $5 limit. Over the primary key. */
const LIST = statement<ShownPerson>(
  'campaign_person_list',
  `select p.jid, coalesce(p.name, c.name, c.notify, '@' || c.username) as name, coalesce(c.phone, p.jid) as phone, p.state, p.reason,
     p.reason_params as "failureParams", p.message_id as "messageId", p.flow_state_id as "flowStateId",
     p.sent_at as "sentAt", p.delivered_at as "deliveredAt", p.read_at as "readAt", p.answered_at as "answeredAt",
     p.opted_out_at as "optedOutAt", count(*) over ()::int as total
   from campaign_person p left join contact c on c.client_id = $2 and c.id = p.jid
   where p.campaign_id = $1 and ($3::text is null or p.state = $3) order by p.n offset $4 limit $5`,
)

export interface SettledPerson {
  n: number
  state: 'queued' | 'left_out'
  reason: LeftOutReason | null
  messageId: string | null
  jid: string
}

/** Somebody of whom the network was asked, under the address that it has for them; with a reason they are left out. */
export interface CheckedPerson {
  n: number
  jid: string
  reason: LeftOutReason | null
}

/** The people of a campaign; whoever writes them holds the campaign. */
export const peopleStore = {
  insert: (tx: Executor, campaignId: string, people: readonly NewPerson[]) =>
    tx.query(INSERT, [
      campaignId,
      people.map((_, index) => index),
      people.map(({ jid }) => jid),
      people.map(({ name }) => name),
      people.map(({ held }) => JSON.stringify(held)),
      people.map(({ isChecked }) => isChecked),
      people.map(({ leftOut }) => leftOut),
    ]),
  next: (db: Executor, campaignId: string, limit: number) => db.query(NEXT, [campaignId, limit]),
  settle: (tx: Executor, campaignId: string, people: readonly SettledPerson[]) =>
    tx.query(SETTLE, [
      campaignId,
      people.map(({ n }) => n),
      people.map(({ state }) => state),
      people.map(({ reason }) => reason),
      people.map(({ messageId }) => messageId),
      people.map(({ jid }) => jid),
    ]),
  noteChecked: (tx: Executor, campaignId: string, people: readonly CheckedPerson[]) =>
    tx.query(NOTE_CHECKED, [
      campaignId,
      people.map(({ n }) => n),
      people.map(({ jid }) => jid),
      people.map(({ reason }) => reason),
    ]),
  noteUnanswered: (tx: Executor, campaignId: string, people: readonly PersonRow[]) =>
    tx.query(NOTE_UNANSWERED, [campaignId, people.map(({ n }) => n)]),
  listTaken: async (tx: Executor, campaignId: string, jids: readonly string[]) =>
    new Set((await tx.query(TAKEN, [campaignId, jids])).map(({ jid }) => jid)),
  listQueued: async (tx: Executor, campaignId: string) =>
    (await tx.query(QUEUED, [campaignId])).map(({ messageId }) => messageId),
  cancel: (tx: Executor, campaignId: string, withdrawn: readonly string[]) =>
    tx.query(CANCEL, [campaignId, withdrawn]),
  list: (
    db: Executor,
    {
      campaignId,
      clientId,
      state,
      offset,
      limit,
    }: {
      campaignId: string
      clientId: string
      state: PersonState | null
      offset: number
      limit: number
    },
  ) => db.query(LIST, [campaignId, clientId, state, offset, limit]),
}
