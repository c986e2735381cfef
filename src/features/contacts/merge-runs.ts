const LIVE = "('running','waiting_input','waiting_timer','waiting_effect','waiting_approval','handed_off')"

/**
 * Ends the runs of one of the two that cannot go on beside those of the other, and says so in their stories. `rival`
 * is what `gone` and `kept` must have in common. The run that goes on: one a person has taken over, then a live one, then the
 * one that moved last.
 */
const endRuns = (rival: string) => `with losing as (
     select distinct gone.id, gone.state, gone.current_node_id from flow_state gone join flow_state kept
       on kept.client_id = $1 and kept.contact_jid in ($2, $3) and kept.contact_jid <> gone.contact_jid and ${rival}
       and (kept.state = 'handed_off', kept.state <> 'dormant', kept.updated_at, kept.id)
         > (gone.state = 'handed_off', gone.state <> 'dormant', gone.updated_at, gone.id)
     where gone.client_id = $1 and gone.contact_jid in ($2, $3)
   ), ended as (
     update flow_state s set state = 'cancelled', timeout_job_id = null, claimed_by = null, claimed_until = null,
       error = 'its contact turned out to be ' || $3 || ', who has another run', updated_at = now(), version = s.version + 1
     from losing where s.id = losing.id returning s.id
   ), noted as (
     insert into flow_state_event (id, flow_state_id, event_id, event_type, source, payload_summary, summary, received_at,
       processed_at, status)
     select gen_random_uuid(), id, 'merge:' || $2, 'cancel_requested', 'system', 'two contacts became one',
       '{"code":"CONTACTS_MERGED","params":{}}', now(), now(), 'processed'
     from ended returning id, flow_state_id
   )
   insert into flow_state_transition (id, flow_state_event_id, from_node_id, to_node_id, node_type, outcome, actions,
     context_patch)
   select gen_random_uuid(), noted.id, losing.current_node_id, null, 'system', 'cancelled', '[]', '{}'
   from noted join losing on losing.id = noted.flow_state_id`

/** Steps of a merge about runs and what they sent or wait for; the locks of both conversations are held. */
export const MERGE_RUN_STEPS = [
  // One person has one live run, and one run of a flow.
  endRuns(`gone.state in ${LIVE} and kept.state in ${LIVE}`),
  endRuns(`kept.flow_id = gone.flow_id and gone.state in ('dormant', ${LIVE.slice(1)}
     and kept.state in ('dormant', ${LIVE.slice(1)}`),
  // What is on the wire stays; what an ended run still wanted to say does not leave any more.
  `delete from outbox o using flow_state s
   where o.client_id = $1 and o.status = 'pending' and o.contact_jid in ($2, $3)
     and s.id = o.flow_state_id and s.state = 'cancelled'`,
  // Nor is anybody called for its sake; what its flow sent to other systems without waiting for an answer was decided before.
  `delete from effect e using flow_state s
   where e.client_id = $1 and e.awaited and s.contact_jid in ($2, $3) and s.id = e.flow_state_id and s.state = 'cancelled'`,
  `update flow_state set contact_jid = $3, version = version + 1 where client_id = $1 and contact_jid = $2`,
  `update outbox set contact_jid = $3 where client_id = $1 and contact_jid = $2`,
  // What waited for something of an ended run is looked at again; the other run puts it off again if it has to.
  `update inbound_event set contact_jid = $3, status = case when source = 'timer' then status else 'received' end
   where client_id = $1 and contact_jid in ($2, $3) and status in ('received', 'deferred')`,
  // First: what the automation of the one brings over is noted already.
  `update conversation_entry set chat = $3 where client_id = $1 and chat = $2`,
  // The next list of the network has one of both.
  `update blocked_person b set jid = $3 where b.client_id = $1 and b.jid = $2
     and not exists (select from blocked_person o where o.client_id = $1 and o.jid = $3)`,
  `update call set chat = case when chat = $2 then $3 else chat end, caller = case when caller = $2 then $3 else caller end
   where client_id = $1 and $2 in (chat, caller)`,
  `insert into contact_automation as kept (client_id, jid, blacklist, favourite, handoff_until, handoff_by, tags, fields,
     last_flow_at, last_inbound_at)
   select client_id, $3, blacklist, favourite, handoff_until, handoff_by, tags, fields, last_flow_at, last_inbound_at
   from contact_automation where client_id = $1 and jid = $2
   on conflict (client_id, jid) do update set
     blacklist = kept.blacklist or excluded.blacklist,
     favourite = kept.favourite or excluded.favourite,
     handoff_until = greatest(kept.handoff_until, excluded.handoff_until),
     handoff_by = case when excluded.handoff_until > coalesce(kept.handoff_until, '-infinity') then excluded.handoff_by
       else kept.handoff_by end,
     tags = (select coalesce(jsonb_agg(distinct tag), '[]') from jsonb_array_elements(kept.tags || excluded.tags) as tag),
     fields = excluded.fields || kept.fields,
     last_flow_at = (select coalesce(jsonb_object_agg(key, started), '{}') from (
       select key, max(value) as started from (
         select * from jsonb_each_text(kept.last_flow_at) union all select * from jsonb_each_text(excluded.last_flow_at)
       ) starts group by key) latest),
     last_inbound_at = greatest(kept.last_inbound_at, excluded.last_inbound_at),
     updated_at = now()`,
  `delete from contact_automation where client_id = $1 and jid = $2`,
  `update conversation_wait set chat = $3 where client_id = $1 and chat = $2`,
  // That of the two in which the contact wrote last says how far people are.
  `insert into conversation as kept (client_id, chat, state, snoozed_until, waiting_since, assigned_to, department_id, last_seq,
     is_labelled)
   select client_id, $3, state, snoozed_until, waiting_since, assigned_to, department_id, last_seq, is_labelled
   from conversation where client_id = $1 and chat = $2
   on conflict (client_id, chat) do update set last_seq = greatest(kept.last_seq, excluded.last_seq),
     state = case when excluded.last_seq > kept.last_seq then excluded.state else kept.state end,
     snoozed_until = case when excluded.last_seq > kept.last_seq then excluded.snoozed_until else kept.snoozed_until end,
     waiting_since = case when excluded.last_seq > kept.last_seq then excluded.waiting_since else kept.waiting_since end,
     assigned_to = coalesce(kept.assigned_to, excluded.assigned_to),
     department_id = coalesce(kept.department_id, excluded.department_id),
     is_labelled = kept.is_labelled or excluded.is_labelled, updated_at = now()`,
  // It has the labels of both.
  `insert into conversation_label (client_id, chat, label_id, state, last_seq)
   select c.client_id, c.chat, l.label_id, c.state, c.last_seq
   from conversation_label l join conversation c on c.client_id = $1 and c.chat = $3
   where l.client_id = $1 and l.chat = $2 on conflict do nothing`,
  `delete from conversation where client_id = $1 and chat = $2`,
]
