import type { ProxyFailure } from '../../core/client/proxy-failure.ts'
import { statement } from '../../db/statement.ts'

export interface ProxyRow {
  id: string
  ownerId: string | null
  protocol: 'http' | 'https' | 'socks5'
  host: string
  port: number
  user: string
  sealed: string | null
  state: 'untried' | 'working' | 'failed'
}

export interface ListedProxy extends ProxyRow {
  clients: number
  fault: string | null
  problem: string | null
  /** The same as a code; null in rows of before. */
  failure: ProxyFailure | null
  failedAt: Date | null
  workedAt: Date | null
  mediaWorkedAt: Date | null
  checkedAt: Date | null
  createdAt: Date
}

/** How long a check counts; one that failed is tried again sooner. */
const CHECK_EVERY = "interval '15 minutes'"
const CHECK_FAILED_EVERY = "interval '5 minutes'"

const ROUTE = `p.id, p.owner_id as "ownerId", p.protocol, p.host, p.port, p.user_name as "user", p.password_sealed as sealed, p.state`
const LOAD = '(select count(*)::int from client_proxy cp where cp.proxy_id = p.id)'

/** All that changes the pool or who has which of it comes one after the other. */
export const LOCK_POOL = statement(
  'proxy_lock_pool',
  `select pg_advisory_xact_lock(hashtextextended('parley.proxy_pool', 0))`,
)

/** Over `client_proxy_by_proxy`, in the order of the pool. */
export const LIST_POOL = statement<ListedProxy>(
  'proxy_list_pool',
  `select ${ROUTE}, ${LOAD} as clients, p.fault, p.problem, p.failure, p.failed_at as "failedAt", p.worked_at as "workedAt",
     p.media_worked_at as "mediaWorkedAt", p.checked_at as "checkedAt", p.created_at as "createdAt"
   from proxy p where p.owner_id is null order by p.created_at, p.id`,
)

export const INSERT_PROXIES = statement(
  'proxy_insert',
  `insert into proxy (id, protocol, host, port, user_name, password_sealed, created_at)
   select id, protocol, host, port, user_name, sealed, clock_timestamp()
   from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[])
     as given(id, protocol, host, port, user_name, sealed)`,
)

/** What came of reaching them once: a fault, its sentence and what that was made of, or null where the network answered. */
export const NOTE_TRIED = statement(
  'proxy_note_tried',
  `update proxy p set checked_at = now(), fault = tried.fault, problem = tried.problem,
     failure = tried.failure,
     state = case when tried.fault is null then 'working' else 'failed' end,
     worked_at = case when tried.fault is null then now() else p.worked_at end,
     failures = case when tried.fault is null then 0 else p.failures + 1 end,
     failing_since = case when tried.fault is null then null else coalesce(p.failing_since, now()) end,
     failed_at = case when tried.fault is null then null else now() end
   from unnest($1::uuid[], $2::text[], $3::text[], $4::jsonb[]) as tried(id, fault, problem, failure) where p.id = tried.id`,
)

/** Another protocol or password: what was known of the proxy counts no more. */
export const CHANGE_PROXIES = statement(
  'proxy_change',
  `update proxy p set protocol = given.protocol, password_sealed = given.sealed, state = 'untried', failures = 0,
     fault = null, problem = null, failure = null, failing_since = null, failed_at = null, checked_at = null, updated_at = now()
   from unnest($1::uuid[], $2::text[], $3::text[]) as given(id, protocol, sealed) where p.id = given.id`,
)

/** Those on the sandbox network use no proxy: it lies on this machine, where none leads. */
export const LEAVE_SANDBOX_ALONE = statement(
  'proxy_leave_sandbox',
  `delete from client_proxy cp using client c where c.id = cp.client_id and c.network = 'sandbox'`,
)

/** Clients that should run and have no proxy of their own, with the one they have of the pool. */
export const LIST_RUNNING = statement<{ id: string; proxyId: string | null; isFailed: boolean | null }>(
  'proxy_list_running',
  `select c.id, cp.proxy_id as "proxyId", p.state = 'failed' as "isFailed"
   from client c left join client_proxy cp on cp.client_id = c.id left join proxy p on p.id = cp.proxy_id
   where c.worker_desired_state = 'running' and c.network <> 'sandbox' and not exists (select from proxy own where own.owner_id = c.id)
   order by c.created_at, c.id`,
)

export const WRITE_ASSIGNMENTS = statement(
  'proxy_assign',
  `insert into client_proxy (client_id, proxy_id) select * from unnest($1::uuid[], $2::uuid[])
   on conflict (client_id) do update set proxy_id = excluded.proxy_id, since = now()`,
)

/** The client's own proxy, else the one it has of the pool. Over `proxy_of_client` and two primary keys. */
export const READ_ROUTE = statement<ProxyRow>(
  'proxy_route',
  `with chosen as (
     select ${ROUTE} from proxy p join client c on c.id = p.owner_id and c.network <> 'sandbox' where p.owner_id = $1
     union all
     select ${ROUTE} from client_proxy cp join proxy p on p.id = cp.proxy_id
       join client c on c.id = cp.client_id and c.network <> 'sandbox' where cp.client_id = $1)
   select * from chosen order by "ownerId" nulls last limit 1`,
)

/** One that never reached the network is not yet a pool: with only such ones clients connect directly, as before they came. */
const EXISTS_POOL = `exists (select from proxy where owner_id is null and (state <> 'failed' or worked_at is not null))`

/** The same, with whether there is a pool for it: one row in any case, whose id is null when the client has no proxy. */
export const READ_WAY = statement<(ProxyRow | { id: null }) & { hasPool: boolean }>(
  'proxy_way',
  `with chosen as (
     select ${ROUTE} from proxy p join client c on c.id = p.owner_id and c.network <> 'sandbox' where p.owner_id = $1
     union all
     select ${ROUTE} from client_proxy cp join proxy p on p.id = cp.proxy_id
       join client c on c.id = cp.client_id and c.network <> 'sandbox' where cp.client_id = $1)
   select route.*, ${EXISTS_POOL} and exists (select from client where id = $1 and network <> 'sandbox') as "hasPool"
   from (select) as always left join (select * from chosen order by "ownerId" nulls last limit 1) route on true`,
)

export const HAS_POOL = statement<{ yes: boolean }>('proxy_has_pool', `select ${EXISTS_POOL} as yes`)

export const READ_PROXY = statement<ProxyRow>('proxy_read', `select ${ROUTE} from proxy p where p.id = $1`)

export const READ_OWN = statement<ProxyRow & { problem: string | null; failure: ProxyFailure | null }>(
  'proxy_read_own',
  `select ${ROUTE}, p.problem, p.failure from proxy p join client c on c.id = p.owner_id and c.network <> 'sandbox'
   where p.owner_id = $1`,
)

export const READ_NETWORK = statement<{ network: 'sandbox' | 'whatsapp' }>(
  'proxy_read_network',
  'select network from client where id = $1',
)

export const READ_OWNER = statement<{ ownerId: string }>(
  'proxy_read_owner',
  'select owner_id as "ownerId" from proxy where id = $1 and owner_id is not null',
)

export const WRITE_OWN = statement(
  'proxy_write_own',
  `insert into proxy (id, owner_id, protocol, host, port, user_name, password_sealed)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)

export const REMOVE_OWN = statement<{ id: string }>(
  'proxy_remove_own',
  'delete from proxy where owner_id = $1 returning id',
)

export const LIST_CLIENTS_OF = statement<{ id: string; isRunning: boolean }>(
  'proxy_clients_of',
  `select c.id, c.worker_desired_state = 'running' as "isRunning" from client_proxy cp join client c on c.id = cp.client_id
   where c.network <> 'sandbox' and cp.proxy_id = any($1::uuid[]) order by c.created_at, c.id`,
)

export const REMOVE_PROXIES = statement<{ id: string }>(
  'proxy_remove',
  'delete from proxy where id = any($1::uuid[]) and owner_id is null returning id',
)

export interface NotedFailure {
  state: ProxyRow['state']
  failures: number
  /** Whether another proxy worked since this one began to fail: then it is not this machine, nor the network. */
  othersWork: boolean
  othersCarryFiles: boolean
}

export const NOTE_FAILURE = statement<NotedFailure>(
  'proxy_note_failure',
  `update proxy p set failures = p.failures + 1, failing_since = coalesce(p.failing_since, now()), fault = $2, problem = $3,
     failure = $4,
     checked_at = now()
   where p.id = $1
   returning p.state, p.failures,
     exists (select from proxy o where o.id <> p.id and o.worked_at > p.failing_since) as "othersWork",
     exists (select from proxy o where o.id <> p.id and o.media_worked_at > p.failing_since) as "othersCarryFiles"`,
)

/** What is suspected of one is soon known when a few others are looked at. */
export const LOOK_AT_OTHERS = statement(
  'proxy_look_at_others',
  `update proxy set checked_at = null where id in (
     select id from proxy where id <> $1 and owner_id is null and state = 'working'
       and (checked_at is null or checked_at < now() - interval '1 minute') limit 3)`,
)

export const MARK_FAILED = statement(
  'proxy_mark_failed',
  `update proxy set state = 'failed', failed_at = now() where id = $1`,
)

/** $2: a file went through. That the connection works says nothing for a proxy that carries no files. */
export const NOTE_WORKED = statement(
  'proxy_note_worked',
  `update proxy set worked_at = now(), media_worked_at = case when $2 then now() else media_worked_at end,
     checked_at = case when $2 then now() else checked_at end,
     state = case when $2 or fault is distinct from 'media' or state = 'untried' then 'working' else state end,
     failures = case when $2 or fault is distinct from 'media' then 0 else failures end,
     problem = case when $2 or fault is distinct from 'media' then null else problem end,
     failure = case when $2 or fault is distinct from 'media' then null else failure end,
     failing_since = case when $2 or fault is distinct from 'media' then null else failing_since end,
     failed_at = case when $2 or fault is distinct from 'media' then null else failed_at end,
     fault = case when $2 or fault is distinct from 'media' then null else fault end
   where id = $1`,
)

/** To the workspaces of admins what happened to the pool, and to each owner what it means for the client. $6: moves {client: proxy or null}. */
export const LOG_FAILED = statement(
  'proxy_log_failed',
  `insert into event_log (user_id, client_id, name, data)
   select m.workspace_id, null::uuid, 'proxy.failed', jsonb_build_object('proxyId', $1::text, 'host', $2::text, 'port', $3::int,
     'fault', $4::text, 'reason', $5::text, 'clientIds', $7::jsonb)
   from "user" u join workspace_member m on m.user_id = u.id and m.role = 'owner' where u.role = 'admin'
   union all
   select c.user_id, c.id, 'proxy.failed', jsonb_build_object('proxyId', $1::text, 'fault', $4::text, 'movedTo', m.value)
   from jsonb_each($6::jsonb) m join client c on c.id = m.key::uuid`,
)

/** Proxies that some of these connected clients go through and that were not looked at for a while, with one client each. */
export const CLAIM_USED = statement<{ proxyId: string; clientId: string }>(
  'proxy_claim_used',
  `with due as (
     select p.id from proxy p where (p.checked_at is null or p.checked_at < now() - ${CHECK_EVERY})
       and (p.owner_id = any($1::uuid[]) or exists (
         select from client_proxy cp where cp.proxy_id = p.id and cp.client_id = any($1::uuid[])))
     order by p.checked_at nulls first limit $2 for update skip locked)
   update proxy p set checked_at = now() from due where p.id = due.id
   returning p.id as "proxyId", coalesce(p.owner_id, (
     select cp.client_id from client_proxy cp where cp.proxy_id = p.id and cp.client_id = any($1::uuid[]) limit 1)) as "clientId"`,
)

/** Proxies of the pool that nobody goes through, or that failed. */
export const CLAIM_UNUSED = statement<ProxyRow>(
  'proxy_claim_unused',
  `with due as (
     select p.id from proxy p where p.owner_id is null
       and (p.state = 'failed' or not exists (select from client_proxy cp where cp.proxy_id = p.id))
       and (p.checked_at is null or p.checked_at < now() - case when p.state = 'failed' then ${CHECK_FAILED_EVERY} else ${CHECK_EVERY} end)
     order by p.checked_at nulls first limit $1 for update skip locked)
   update proxy p set checked_at = now() from due where p.id = due.id returning ${ROUTE}`,
)

/** Which of these clients should go another way than they do: over the primary keys. */
export const LIST_ROUTES = statement<{ clientId: string; proxyId: string | null }>(
  'proxy_list_routes',
  `select c.id as "clientId", case when c.network <> 'sandbox'
     then coalesce((select own.id from proxy own where own.owner_id = c.id), cp.proxy_id) end as "proxyId"
   from client c left join client_proxy cp on cp.client_id = c.id where c.id = any($1::uuid[])`,
)
