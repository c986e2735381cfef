import { STOP_PATTERN } from '../../core/campaigns/words-to-stop.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

/** What somebody writes later than that is no answer to a campaign. */
const ANSWER_DAYS = 7
/** How long after it began a campaign is looked at; from then on its figures stay. */
export const LOOK_DAYS = 30

/**
 * What became of the events that start a flow. Runs are found over `flow_state_by_contact` and their first message over
 * `outbox_by_run`: both are removed some time after the run, so what they tell is kept here.
 */
const STARTS = statement<never>(
  'campaign_refresh_starts',
  `update campaign_person p set
     state = case when f.status = 'processed' then 'sent' when f.error in ('blacklisted', 'handoff', 'retrigger_ignored')
       then 'left_out' when f.status in ('ignored', 'failed', 'dead') then 'failed' else p.state end,
     reason = case f.error when 'blacklisted' then 'blocked' when 'handoff' then 'with_person' when 'retrigger_ignored' then 'busy'
       else case when f.status in ('ignored', 'failed', 'dead') then 'FLOW_NOT_STARTED' end end,
     sent_at = case when f.status = 'processed' then f.processed_at end, flow_state_id = f.run_id, message_id = f.message_id
   from (
     select p.n, e.status, e.error, e.processed_at, run.id as run_id, first.message_id
     from campaign_person p
     join inbound_event e on e.client_id = $2 and e.event_id = 'campaign:' || p.campaign_id || ':' || p.n
     left join lateral (
       select s.id from flow_state s where s.client_id = $2 and s.contact_jid = e.contact_jid and s.flow_id = $3
         and exists (select from flow_state_event t where t.flow_state_id = s.id and t.event_id = e.event_id) limit 1) run on true
     left join lateral (
       select o.message_id from outbox o where o.flow_state_id = run.id and o.created_at >= e.received_at
       order by o.seq limit 1) first on true
     where p.campaign_id = $1 and p.state in ('queued', 'sent') and p.message_id is null
       and e.status not in ('received', 'deferred')
   ) f where p.campaign_id = $1 and p.n = f.n`,
)

/**
 * What became of the messages, from what was stored of them: over `outbox_message`, `message_identity` and, for answers,
 * `message_page`. A receipt may come late and correct what failed.
 */
const MESSAGES = statement<never>(
  'campaign_refresh_messages',
  `with found as materialized (
     select p.n, m.chat, m.seq, m.at_sec, m.status, m.error_code, m.error_params, o.status as waits, o.error_code as wait_code,
       o.error_params as wait_params,
       case when m.status in ('SERVER_ACK', 'DELIVERY_ACK', 'READ', 'PLAYED')
         then coalesce(m.server_at, o.acked_at, to_timestamp(m.at_sec)) else o.acked_at end as sent_at,
       case when m.status in ('DELIVERY_ACK', 'READ', 'PLAYED') then coalesce(m.delivered_at, m.read_at, m.played_at, now()) end
         as delivered_at,
       case when m.status in ('READ', 'PLAYED') then coalesce(m.read_at, m.played_at, now()) end as read_at
     from campaign_person p
     left join outbox o on o.client_id = $2 and o.message_id = p.message_id
     left join message m on m.client_id = $2 and m.id = p.message_id and m.from_me
     where p.campaign_id = $1 and p.message_id is not null and p.state <> 'left_out'
       and (p.answered_at is null or p.read_at is null)
   ), answered as materialized (
     select f.n, (select min(r.at_sec) from message r where r.client_id = $2 and r.chat = f.chat and not r.from_me
       and r.at_sec between f.at_sec and f.at_sec + ${ANSWER_DAYS * 86_400} and r.seq > f.seq
       and r.type not in ('reaction', 'edit', 'revoke', 'pin')) as at_sec
     from found f where f.seq is not null and f.sent_at is not null
   )
   update campaign_person p set
     state = case when a.at_sec is not null then 'answered' when f.read_at is not null then 'read'
       when f.delivered_at is not null then 'delivered' when f.sent_at is not null then 'sent'
       when f.status = 'ERROR' or f.waits = 'failed' then 'failed' else p.state end,
     reason = case when f.sent_at is not null then null when f.status = 'ERROR' then coalesce(f.error_code, 'OTHER')
       when f.waits = 'failed' then coalesce(f.wait_code, 'OTHER') else f.wait_code end,
     reason_params = case when f.sent_at is not null then null when f.status = 'ERROR' then f.error_params else f.wait_params end,
     sent_at = coalesce(f.sent_at, p.sent_at), delivered_at = coalesce(p.delivered_at, f.delivered_at),
     read_at = coalesce(p.read_at, f.read_at), answered_at = coalesce(p.answered_at, to_timestamp(a.at_sec))
   from found f left join answered a on a.n = f.n where p.campaign_id = $1 and p.n = f.n`,
)

/** Whoever wrote one of the words to stop since they got a campaign of the client that is still looked at. */
const findSaid = (fit: string) => `said as materialized (
     select p.campaign_id, p.n, m.chat from campaign g
     join campaign_person p on p.campaign_id = g.id and p.opted_out_at is null and p.sent_at is not null
     join message m on m.client_id = $2 and m.id = p.message_id and m.from_me
     where g.client_id = $2 and ${fit} and g.started_at > now() - interval '${LOOK_DAYS} days'
       and exists (select from message r where r.client_id = $2 and r.chat = m.chat and r.at_sec >= m.at_sec and r.seq > m.seq
         and not r.from_me and length(r.text) <= 60 and r.text ~* $3)
   )`

const INSERT_SAID = `insert into campaign_opt_out (client_id, jid, campaign_id, created_by)
   select distinct on (chat) $2, chat, campaign_id, 'contact' from said on conflict do nothing`

/** Of one campaign, or ($1 null) of all. Over `campaign_by_client` and `message_page`. */
const OPT_OUTS = statement<never>(
  'campaign_note_opt_outs',
  `with ${findSaid('($1::uuid is null or g.id = $1)')}, noted as (
     update campaign_person p set opted_out_at = now() from said where p.campaign_id = said.campaign_id and p.n = said.n
   )
   ${INSERT_SAID}`,
)

/** Of these people, whose rows wait for the next look at their campaign. Over `campaign_person_once` and `message_page`. */
const OPT_OUTS_OF = statement<never>(
  'campaign_note_opt_outs_of',
  `with ${findSaid('p.jid = any($1::text[])')}
   ${INSERT_SAID}`,
)

/** Brings what is known of the people of a campaign up to what was recorded. The campaign is locked. */
export async function refreshPeople(
  tx: Executor,
  { id, clientId, flowId }: { id: string; clientId: string; flowId: string | null },
): Promise<void> {
  if (flowId !== null) await tx.query(STARTS, [id, clientId, flowId])
  await tx.query(MESSAGES, [id, clientId])
  await tx.query(OPT_OUTS, [id, clientId, STOP_PATTERN])
}

/** Before these people have their turn: who of them said since, to whichever campaign, that they want no more. */
export async function noteOptOutsOf(tx: Executor, clientId: string, jids: readonly string[]): Promise<void> {
  await tx.query(OPT_OUTS_OF, [jids, clientId, STOP_PATTERN])
}

/** Before somebody else is chosen: who said since that they want no more. */
export async function noteOptOuts(tx: Executor, clientId: string): Promise<void> {
  await tx.query(OPT_OUTS, [null, clientId, STOP_PATTERN])
}

const FIRST_LOOKS_MS = 3_000
const RARE_LOOKS_MS = 3_600_000

/**
 * How long until the next look: often while it runs, and less and less from its end on. A large campaign is looked at less
 * often, as a look goes over all its people. Null: no more.
 */
export function pauseUntilLook(of: {
  people: number
  sinceEndMs: number | null
  sinceStartMs: number
}): number | null {
  const { people, sinceEndMs, sinceStartMs } = of
  if (sinceStartMs > LOOK_DAYS * 86_400_000) return null
  const least = Math.max(FIRST_LOOKS_MS, people)
  return sinceEndMs === null ? least : Math.min(RARE_LOOKS_MS, Math.max(least, sinceEndMs / 20))
}
