import { STATUS_ADDRESS } from '../../../core/addresses.ts'
import type { Database } from '../../../db/client.ts'
import { statement } from '../../../db/statement.ts'
import { KEEP_RUNS_DAYS } from '../records/live-runs.ts'

/** Ids of sent messages outlive their run, so that a late echo is not taken for a person writing. */
const KEEP_SENT_IDS_DAYS = 7
/** Longer than the network keeps for a device what it was not acknowledged. */
const KEEP_GROUP_NOTICES_DAYS = 30
const KEEP_CALLS_DAYS = 365
/** A day longer than a status of a contact is shown; one that comes after its own day is not stored anew. */
const KEEP_RECEIVED_STATUSES_DAYS = 2
/** As long as somebody may ask for the account's own again, and for the look back. */
const KEEP_AUDIENCES_DAYS = 30
/** Drafts that were tested, longer than any run waits: such a run may have called one. */
const KEEP_DRAFTS_DAYS = 60
/** Rows a statement takes, so that none holds its locks for long. */
const BATCH = 2_000

const DELETE_RUNS = statement<{ id: string }>(
  'retention_runs',
  `delete from flow_state where id in (
     select id from flow_state where state in ('completed', 'failed', 'cancelled', 'expired')
       and updated_at < now() - interval '${KEEP_RUNS_DAYS} days' limit ${BATCH})
   returning id`,
)

/** The primary key is in the order of time: only the oldest rows are looked at. */
const DELETE_EVENTS = statement<{ seq: number }>(
  'retention_events',
  `delete from inbound_event where seq in (
     select seq from (select seq, status, received_at from inbound_event order by seq limit ${BATCH}) oldest
     where received_at < now() - interval '${KEEP_RUNS_DAYS} days' and status not in ('received', 'deferred'))
   returning seq`,
)

/** Rows older than so many days, over an index of their age. */
const olderThan = (days: number, { name, table, age }: { name: string; table: string; age: string }) =>
  statement<{ place: string }>(
    name,
    `delete from ${table} where ctid = any(array(
       select ctid from ${table} where ${age} < now() - interval '${days} days' limit ${BATCH}))
     returning ctid::text as place`,
  )

const DELETE_SENT_IDS = olderThan(KEEP_SENT_IDS_DAYS, {
  ...{ name: 'retention_sent_ids', table: 'sent_id', age: 'sent_at' },
})

const DELETE_GROUP_NOTICES = olderThan(KEEP_GROUP_NOTICES_DAYS, {
  ...{ name: 'retention_group_notices', table: 'group_notice', age: 'seen_at' },
})

/** To whom the account's own statuses went. */
const DELETE_AUDIENCES = olderThan(KEEP_AUDIENCES_DAYS, {
  ...{ name: 'retention_audiences', table: 'status_post', age: 'created_at' },
})

const DELETE_CALLS = olderThan(KEEP_CALLS_DAYS, {
  ...{ name: 'retention_calls', table: 'call', age: 'began_at' },
})

/** Sends that no run stands for, such as those of campaigns; others go with their run. Over `outbox_by_run`. */
const DELETE_QUEUED_SENDS = statement<{ id: string }>(
  'retention_queued_sends',
  `delete from outbox where id in (
     select id from outbox where flow_state_id is null and status in ('sent', 'failed')
       and created_at < now() - interval '${KEEP_RUNS_DAYS} days' limit ${BATCH})
   returning id`,
)

/** Statuses of contacts, over `message_page`. Their files go at the next look for those that are over. */
const DELETE_STATUSES = statement<{ id: string }>(
  'retention_statuses',
  `with gone as materialized (
     select m.seq from client c cross join lateral (
       select seq from message where client_id = c.id and chat = '${STATUS_ADDRESS}' and not from_me
         and at_sec < extract(epoch from now() - interval '${KEEP_RECEIVED_STATUSES_DAYS} days') limit ${BATCH}) m
     limit ${BATCH}
   ), files as (
     update media f set expires_at = now() from gone where f.message_seq = gone.seq
   )
   delete from message where seq = any(array(select seq from gone)) returning id`,
)

const DELETE_LOGGED = statement<{ seq: number }>(
  'retention_event_log',
  `delete from event_log where seq in (
     select seq from event_log where created_at < now() - interval '${KEEP_RUNS_DAYS} days' limit ${BATCH})
   returning seq`,
)

/** Over `flow_draft_by_age` and `flow_state_tests`. */
const DELETE_DRAFTS = statement<{ id: string }>(
  'retention_drafts',
  `delete from flow_draft where id in (
     select d.id from flow_draft d where d.created_at < now() - interval '${KEEP_DRAFTS_DAYS} days'
       and not exists (select from flow_state s where s.is_test and s.flow_id = d.flow_id and s.flow_version_id = d.id)
     limit ${BATCH})
   returning id`,
)

/** Removes what is past its time, in batches. Safe to run twice and anywhere. */
export async function removeExpired(db: Database): Promise<void> {
  const all = [
    DELETE_RUNS,
    DELETE_EVENTS,
    DELETE_SENT_IDS,
    DELETE_GROUP_NOTICES,
    DELETE_QUEUED_SENDS,
    DELETE_CALLS,
    DELETE_STATUSES,
    DELETE_AUDIENCES,
    DELETE_LOGGED,
    DELETE_DRAFTS,
  ]
  for (const stated of all) {
    while ((await db.query<object>(stated)).length === BATCH);
  }
}
