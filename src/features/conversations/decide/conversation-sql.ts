import type { EventColumns } from '../../../core/conversation/stored-event.ts'
import type { MessageFate, PauseCause } from '../../../core/flow/index.ts'
import { statement } from '../../../db/statement.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { LIVE_SQL } from '../records/live-runs.ts'

/** How long a claim on a conversation lives without renewal, by the database's clock. */
export const CLAIM_SECONDS = 30

function lockStatement(name: string, ifHeld: string) {
  return statement<{ contactJid: string }>(
    name,
    `with wanted as (
       select jid from unnest($2::text[]) as w(jid) order by jid
     ), made as (
       insert into contact_automation (client_id, jid) select $1, jid from wanted on conflict do nothing returning jid
     ), held as (
       select a.jid from contact_automation a where a.client_id = $1 and a.jid = any($2::text[])
       order by a.jid for update of a ${ifHeld}
     )
     select jid as "contactJid" from made union all select jid from held`,
  )
}

/**
 * Locks conversations for this transaction, each by the automation row of its contact, which is made when it is
 * missing. Whoever changes a conversation takes this lock before it touches its runs, so what is read after this
 * statement is what the last holder left. Answers the contacts whose lock it got: not those that another transaction
 * holds, nor those whose row another one makes right now.
 */
export const TRY_LOCK_CONVERSATIONS = lockStatement('conversation_try_lock', 'skip locked')

/** The same, but waits for the holders: conversation transactions are short. */
export const LOCK_CONVERSATIONS = lockStatement('conversation_lock', '')

/** Claims the live run of a conversation for a runner, when nobody else holds an unexpired claim. */
export const CLAIM_CONVERSATION = statement<{ id: string }>(
  'conversation_claim',
  `update flow_state set claimed_by = $3, claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})
   where client_id = $1 and contact_jid = $2 and ${LIVE_SQL}
     and (claimed_until is null or claimed_until < clock_timestamp() or claimed_by = $3)
   returning id`,
)

export const RENEW_CLAIMS = statement<{ id: string }>(
  'conversation_renew',
  `update flow_state set claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS})
   where id = any($1::uuid[]) and claimed_by = $2 returning id`,
)

export const RELEASE_CLAIMS = statement<never>(
  'conversation_release',
  `update flow_state set claimed_by = null, claimed_until = null where id = any($1::uuid[]) and claimed_by = $2`,
)

/**
 * A runner that begins owns the client by the lease of its worker, so claims of an earlier owner are void. If that
 * one is still deciding, its commit finds the claim gone and keeps nothing.
 */
export const VOID_FOREIGN_CLAIMS = statement<never>(
  'conversation_void_claims',
  `update flow_state set claimed_by = null, claimed_until = null
   where client_id = $1 and ${LIVE_SQL} and claimed_by is not null and claimed_by <> $2`,
)

/**
 * Timers that were put off while the client was away, and were not offered again after its return, because the
 * notification of it was lost with a process. Two minutes are more than that notification takes.
 */
export const REOFFER_TIMERS = statement<never>(
  'conversations_reoffer_timers',
  `update inbound_event set status = 'received'
   where client_id = $1 and status in ('received', 'deferred') and status = 'deferred' and source = 'timer'
     and processed_at < now() - interval '2 minutes'
     and not exists (
       select 1 from inbound_event notification
       where notification.client_id = $1 and notification.contact_jid = inbound_event.contact_jid
         and notification.status in ('received', 'deferred') and notification.event_type = 'client_reconnected')`,
)

/** Is there anything to do in this conversation? Index `inbound_lane`. */
export const PEEK_CONVERSATION = statement<{ seq: number }>(
  'conversation_peek',
  `select seq from inbound_event
   where client_id = $1 and contact_jid = $2 and status in ('received', 'deferred') and status = 'received'
   order by seq limit 1`,
)

/** Contacts of a client with open events, those waiting longest first. Index `inbound_lane`. */
export const READ_OPEN_CONVERSATIONS = statement<{ contactJid: string }>(
  'conversations_open',
  `select contact_jid as "contactJid" from inbound_event
   where client_id = $1 and status in ('received', 'deferred') and status = 'received'
   group by contact_jid order by min(seq)`,
)

const RUN_JSON = `json_build_object('id', s.id, 'flowId', s.flow_id, 'versionId', s.flow_version_id,
  'contactJid', s.contact_jid, 'state', s.state, 'currentNodeId', s.current_node_id, 'context', s.context,
  'version', s.version, 'timeoutJobId', s.timeout_job_id, 'lastEventId', s.last_event_id,
  'lastEventAt', ${toMs('s.last_event_at')},
  'createdAt', ${toMs('s.created_at')}, 'updatedAt', ${toMs('s.updated_at')}, 'timerKind', t.kind,
  'timerDueAt', ${toMs('t.due_at')}, 'claimedBy', s.claimed_by,
  'isClaimed', coalesce(s.claimed_until > clock_timestamp(), false))`

const RUN_FROM = `flow_state s left join timer t on t.id = s.timeout_job_id::uuid`

function toMs(column: string): string {
  return `floor(extract(epoch from ${column}) * 1000)`
}

/**
 * All that the engine needs of conversations ($2), in one query: clock, client, contact, active runs, the versions
 * that may start, and the next two open events. The clock is rounded up and event times down: what arrived in the
 * same millisecond in which a prompt was written counts as earlier.
 */
function readStatement(name: string, conversations: string) {
  return statement<ConversationRow>(
    name,
    `select l.jid as "contactJid", ceil(extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
     k.name as "clientName", k.phone_number as "clientPhone", k.human_handoff_duration_sec as "humanHandoffDurationSec",
     k.main_menu_flow_id as "mainMenuFlowId", c.phone as "contactPhone",
     c.username as "contactUsername", coalesce(c.name, c.notify) as "contactName",
     coalesce(a.blacklist, false) as blacklist, coalesce(a.favourite, false) as favourite,
     ${toMs('a.handoff_until')}::float8 as "handoffUntil", a.handoff_by as "handoffBy", coalesce(a.tags, '[]') as tags,
     coalesce(a.fields, '{}') as fields, coalesce(a.last_flow_at, '{}') as "lastFlowAt",
     ${toMs('a.last_inbound_at')}::float8 as "lastInboundAt",
     (select json_agg(run) from (
        select ${RUN_JSON} as run from ${RUN_FROM} where s.client_id = $1 and s.contact_jid = l.jid and s.${LIVE_SQL}
        union all
        select ${RUN_JSON} from ${RUN_FROM} where s.client_id = $1 and s.contact_jid = l.jid and s.state = 'dormant'
      ) active) as runs,
     (select array_agg(f.published_version_id::text order by f.id) from flow f
      where f.client_id = $1 and f.is_active and f.published_version_id is not null) as "activeVersionIds",
     (select json_agg(open) from (
        select e.seq, e.event_id as "eventId", e.event_type as "eventType", e.v, e.event,
          ${toMs('e.received_at')} as "receivedAt"
        from inbound_event e
        where e.client_id = $1 and e.contact_jid = l.jid and e.status in ('received', 'deferred') and e.status = 'received'
        order by e.seq limit 2
      ) open) as open
   from client k cross join ${conversations} as l(jid)
   left join contact c on c.client_id = k.id and c.id = l.jid
   left join contact_automation a on a.client_id = k.id and a.jid = l.jid
   where k.id = $1`,
  )
}

/** Of one contact ($2). PostgreSQL plans it once. */
export const READ_CONVERSATION = readStatement('conversation_read', '(select $2::text)')

/** Of several contacts ($2). PostgreSQL plans it each time, for as many conversations as there are. */
export const READ_CONVERSATIONS = readStatement('conversations_read', 'unnest($2::text[])')

/**
 * What became of a message ($3) of a conversation ($1 client, $2 contact): the runs that took it, ended ones too, and whether it
 * is put off. Indexes `flow_state_by_contact`, `flow_state_event_by_run` and `inbound_event_identity`.
 */
export const READ_FATE = statement<MessageFate>(
  'conversation_read_fate',
  `select coalesce((select json_agg(json_build_object('runId', u.id, 'summary', u.summary) order by u.id) from (
       select distinct on (s.id) s.id,
         coalesce(e.summary, jsonb_build_object('code', 'OTHER', 'params', jsonb_build_object('line', e.payload_summary))) as summary
       from flow_state s join flow_state_event e on e.flow_state_id = s.id
       where s.client_id = $1 and s.contact_jid = $2 and e.event_id = $3 and e.event_type = 'message_received'
         and e.status = 'processed'
       order by s.id, e.payload_summary) u), '[]') as "usedBy",
     exists (select from inbound_event m where m.client_id = $1 and m.event_id = $3 and m.status = 'deferred') as "isPutOff"`,
)

export interface RunJson {
  id: string
  flowId: string
  versionId: string
  contactJid: string
  state: string
  currentNodeId: string | null
  context: string
  version: number
  timeoutJobId: string | null
  lastEventId: string | null
  lastEventAt: number | null
  createdAt: number
  updatedAt: number
  timerKind: string | null
  timerDueAt: number | null
  claimedBy: string | null
  isClaimed: boolean
}

/** `event` has the form of version `v`. */
export interface OpenEventRow extends EventColumns {
  seq: number
  v: number
  event: unknown
}

export interface ConversationRow {
  contactJid: string
  nowMs: number
  clientName: string | null
  clientPhone: string | null
  humanHandoffDurationSec: number
  mainMenuFlowId: string | null
  contactPhone: string | null
  contactUsername: string | null
  contactName: string | null
  blacklist: boolean
  favourite: boolean
  handoffUntil: number | null
  handoffBy: PauseCause | null
  tags: string[]
  fields: Record<string, unknown>
  lastFlowAt: Record<string, string>
  lastInboundAt: number | null
  runs: RunJson[] | null
  activeVersionIds: string[] | null
  open: OpenEventRow[] | null
}

/**
 * Locks the conversation of a contact for this transaction. Where another transaction makes the row right now, the
 * second try finds it.
 */
export async function lockConversation(tx: Transaction, clientId: string, jid: string): Promise<void> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    if ((await tx.queryOne(LOCK_CONVERSATIONS, [clientId, [jid]])) !== undefined) return
  }
  throw new Error(`the conversation of a contact of client ${clientId} can neither be made nor locked`)
}
