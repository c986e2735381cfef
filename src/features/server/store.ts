import { statement } from '../../db/statement.ts'

/** Over `client_lease`, by its primary key; a client that should run and whose lease ended is owned by nobody. */
export const LIST_HOSTS = statement<{ id: string; clients: number }>(
  'server_hosts',
  `select owner as id, count(*)::int as clients from client_lease
   where owner is not null and expires_at > now() group by owner order by owner`,
)

export const COUNT_CLIENTS = statement<{
  status: string
  total: number
  running: number
  unowned: number
}>(
  'server_clients',
  `select c.live_status as status, count(*)::int as total,
     (count(*) filter (where c.worker_desired_state = 'running'))::int as running,
     (count(*) filter (where c.worker_desired_state = 'running' and (l.owner is null or l.expires_at <= now())))::int as unowned
   from client c left join client_lease l on l.client_id = c.id group by c.live_status`,
)

export interface BacklogRow {
  kind: 'inbound' | 'outbound' | 'webhooks' | 'timers'
  waiting: number
  oldestAt: Date | null
}

/** What waits is little beside what is done: over `inbound_lane`, `outbox_unsent`, `webhook_delivery_waiting` and `timer_due`. */
export const READ_BACKLOG = statement<BacklogRow>(
  'server_backlog',
  `select 'inbound' as kind, count(*)::int as waiting, min(received_at) as "oldestAt"
     from inbound_event where status in ('received','deferred')
   union all select 'outbound', count(*)::int, min(created_at) from outbox where status in ('pending','sending')
   union all select 'webhooks', count(*)::int, min(created_at) from webhook_delivery where status = 'waiting'
   union all select 'timers', count(*)::int, min(due_at) from timer where due_at <= now() and fired_at is null`,
)

export interface CountsRow {
  users: number
  flows: number
  activeFlows: number
  openRuns: number
  messages: number
  proxies: number
  failedProxies: number
}

/** Messages are too many to be counted: the planner's own estimate, -1 in a database that was never looked at. */
export const READ_COUNTS = statement<CountsRow>(
  'server_counts',
  `select (select count(*)::int from "user") as users, (select count(*)::int from flow) as flows,
     (select count(*)::int from flow where is_active) as "activeFlows",
     (select count(*)::int from flow_state
       where state in ('running','waiting_input','waiting_timer','waiting_effect','waiting_approval','handed_off')) as "openRuns",
     (select greatest(reltuples, 0)::int from pg_class where oid = 'message'::regclass) as messages,
     (select count(*)::int from proxy where owner_id is null) as proxies,
     (select count(*)::int from proxy where owner_id is null and state = 'failed') as "failedProxies"`,
)

export const READ_DATABASE = statement<{ version: string; sizeBytes: string }>(
  'server_database',
  `select current_setting('server_version') as version, pg_database_size(current_database())::text as "sizeBytes"`,
)

export interface WebVersionRow {
  network: 'whatsapp' | 'sandbox'
  version: string
  source: 'page' | 'pinned' | 'built_in'
  confirmedAt: Date
  newest: string | null
  checkedAt: Date | null
  problem: string | null
}

/** A row for each network that a client connected to. */
export const LIST_WEB_VERSIONS = statement<WebVersionRow>(
  'server_web_versions',
  `select network, version, source, confirmed_at as "confirmedAt", newest, checked_at as "checkedAt", problem
   from web_version order by network`,
)

/** Keeps what a network is told, over what was kept of it before. */
export const WRITE_WEB_VERSION = statement<never>(
  'server_web_version_write',
  `insert into web_version (network, version, source, confirmed_at, newest, checked_at, problem)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (network) do update set version = excluded.version, source = excluded.source,
     confirmed_at = excluded.confirmed_at, newest = excluded.newest, checked_at = excluded.checked_at,
     problem = excluded.problem`,
)
