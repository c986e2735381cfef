import { runFailure } from '../../../core/flow/index.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import { LIVE_SQL } from '../records/live-runs.ts'
import type { StoredWords } from '../records/stored-words.ts'

/** After so many failures an event is dead: its run fails and the conversation goes on. */
export const MAX_ATTEMPTS = 5

/**
 * Counts a failure of an event. With the last one the event is dead and takes the contact's live run with it, with the
 * event and the transition that say so; what waited for that run is looked at again. A text that nobody approved goes with
 * its run. Index `inbound_lane`.
 */
const COUNT_FAILURE = statement<{ status: string }>(
  'event_failed',
  `with failed as (
     update inbound_event set attempts = attempts + 1, error = $2,
       status = case when attempts + 1 >= ${MAX_ATTEMPTS} then 'dead' else status end,
       processed_at = case when attempts + 1 >= ${MAX_ATTEMPTS} then now() end,
       explanation = case when attempts + 1 >= ${MAX_ATTEMPTS}
         then jsonb_build_object('code', 'GIVEN_UP', 'params', jsonb_build_object('reference', $3::text)) end
     where seq = $1 and status = 'received'
     returning *
   ), ended as (
     update flow_state s set state = 'failed', error = 'NODE_ERROR', error_message = $2, error_code = $4,
       error_params = $5, version = s.version + 1,
       context = case s.state when 'waiting_approval' then (s.context::jsonb - 'approval')::text else s.context end,
       timeout_job_id = null, claimed_by = null, claimed_until = null, last_event_id = failed.event_id,
       last_event_at = failed.received_at, updated_at = now()
     from failed
     where failed.status = 'dead' and s.client_id = failed.client_id and s.contact_jid = failed.contact_jid
       and s.${LIVE_SQL}
     returning s.id, s.current_node_id
   ), event as (
     insert into flow_state_event (id, flow_state_id, event_id, event_type, source, payload_summary, summary, received_at,
       processed_at, status, error)
     select gen_random_uuid(), ended.id, failed.event_id, failed.event_type, failed.source, failed.event_type,
       jsonb_build_object('code', 'GIVEN_UP', 'params', jsonb_build_object('type', failed.event_type, 'reference', $3::text)),
       failed.received_at, now(), 'dead', $2
     from ended, failed returning id, flow_state_id
   ), transition as (
     insert into flow_state_transition (id, flow_state_event_id, from_node_id, node_type, outcome, actions, context_patch)
     select gen_random_uuid(), event.id, ended.current_node_id, 'flow', 'failed', '[]', '{}'
     from event join ended on ended.id = event.flow_state_id
   ), reopened as (
     update inbound_event e set status = 'received' from failed
     where failed.status = 'dead' and e.client_id = failed.client_id and e.contact_jid = failed.contact_jid
       and e.status in ('received', 'deferred') and e.status = 'deferred'
   )
   select status from failed`,
)

/**
 * `dead`: the conversation goes on without the event. `received`: it is tried again. Undefined: it was processed after all. The
 * transaction holds the conversation's lock: whoever puts events off behind the run that ends here does it before, or sees its end.
 * What went wrong is for the log alone, under `reference`: the texts of exceptions hold names of tables, places and values.
 */
export async function countFailure(
  tx: Executor,
  seq: number,
  reference: string,
  words: Pick<StoredWords, 'runFailure'>,
): Promise<string | undefined> {
  const failure = runFailure('SERVICE_FAILED', { reference })
  const { code, params } = failure
  const values = [seq, words.runFailure(failure), reference, code, JSON.stringify(params)]
  const row = await tx.queryOne(COUNT_FAILURE, values)
  return row?.status
}
