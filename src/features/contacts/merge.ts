import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

const LIVE = "('running','waiting_input','waiting_timer','waiting_effect','handed_off')"

/** $1 client, $2 the address that goes, $3 the one that stays. Run in this order, in one transaction. */
const STEPS = [
  // Locks both rows, so that two merges of the same people wait for each other.
  `select id from contact where client_id = $1 and id in ($2, $3) order by id for update`,
  // The same message stored under both addresses stays once.
  `delete from message gone using message kept
   where gone.client_id = $1 and gone.chat = $2 and kept.client_id = $1 and kept.chat = $3
     and kept.id = gone.id and kept.from_me = gone.from_me`,
  `update message set chat = $3 where client_id = $1 and chat = $2`,
  `update message set reactions = (reactions - $2::text) || jsonb_build_object($3::text, reactions -> $2::text)
   where client_id = $1 and chat = $3 and reactions ? $2::text`,
  `update message set votes = (votes - $2::text) || jsonb_build_object($3::text, votes -> $2::text)
   where client_id = $1 and chat = $3 and votes ? $2::text`,
  // One person has one live run and one dormant run of a flow: the run that moved last goes on.
  `update flow_state gone set state = 'cancelled', timeout_job_id = null, claimed_by = null, claimed_until = null,
     error = 'its contact turned out to be ' || $3 || ', who has another run', updated_at = now(), version = gone.version + 1
   from flow_state kept
   where gone.client_id = $1 and kept.client_id = $1
     and gone.contact_jid in ($2, $3) and kept.contact_jid in ($2, $3) and gone.contact_jid <> kept.contact_jid
     and ((gone.state in ${LIVE} and kept.state in ${LIVE})
       or (gone.state = 'dormant' and kept.state = 'dormant' and gone.flow_id = kept.flow_id))
     and (gone.updated_at, gone.id) < (kept.updated_at, kept.id)`,
  `delete from outbox o using flow_state s
   where o.client_id = $1 and o.status = 'pending' and o.contact_jid in ($2, $3)
     and s.id = o.flow_state_id and s.state = 'cancelled'`,
  `update flow_state set contact_jid = $3, version = version + 1 where client_id = $1 and contact_jid = $2`,
  `update outbox set contact_jid = $3 where client_id = $1 and contact_jid = $2`,
  `update inbound_event set contact_jid = $3 where client_id = $1 and contact_jid = $2`,
  `insert into contact_automation as kept (client_id, jid, blacklist, favourite, handoff_until, tags, fields, last_flow_at,
     last_inbound_at)
   select client_id, $3, blacklist, favourite, handoff_until, tags, fields, last_flow_at, last_inbound_at
   from contact_automation where client_id = $1 and jid = $2
   on conflict (client_id, jid) do update set
     blacklist = kept.blacklist or excluded.blacklist,
     favourite = kept.favourite or excluded.favourite,
     handoff_until = greatest(kept.handoff_until, excluded.handoff_until),
     tags = (select coalesce(jsonb_agg(distinct tag), '[]') from jsonb_array_elements(kept.tags || excluded.tags) as tag),
     fields = excluded.fields || kept.fields,
     last_flow_at = excluded.last_flow_at || kept.last_flow_at,
     last_inbound_at = greatest(kept.last_inbound_at, excluded.last_inbound_at),
     updated_at = now()`,
  `delete from contact_automation where client_id = $1 and jid = $2`,
  `delete from contact where client_id = $1 and id = $2`,
]

/** A statement takes exactly the values it names. */
const MERGE = STEPS.map((text, i) => ({
  stated: statement<object>(`contact_merge_${i}`, text),
  takes: text.includes('$3') ? 3 : 2,
}))

/**
 * Makes two stored contacts one: every row that names `from` names `to` afterwards. Rare, so plain and thorough
 * rather than fast. The caller writes the aliases of `to` afterwards.
 */
export async function mergeContacts(
  tx: Executor,
  clientId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const { stated, takes } of MERGE) {
    await tx.query(stated, [clientId, from, to].slice(0, takes))
  }
}
