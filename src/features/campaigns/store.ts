import type { CampaignState, PauseReason } from '../../core/campaigns/campaign.ts'
import { statement } from '../../db/statement.ts'
import type { Audience } from './audience.ts'

/** A campaign as it is stored, with how far its people are. */
export interface CampaignRow {
  id: string
  owner: string
  clientId: string
  name: string
  state: CampaignState
  text: string
  assetId: string | null
  /** It was written with a file, which may be deleted since. */
  hasFile: boolean
  mimetype: string | null
  fileName: string | null
  flowId: string | null
  audience: Audience
  atOnce: number
  perMinute: number
  startAt: Date | null
  /** When the next have their turn; null while nobody waits for one. */
  turnAt: Date | null
  refreshedAt: Date | null
  pausedBecause: PauseReason | null
  startedAt: Date | null
  endedAt: Date | null
  createdAt: Date
  updatedAt: Date
  now: Date
  /** The client is connected, by a host that holds its lease. */
  isConnected: boolean
}

/** A campaign in a list: an audience may hold thousands of people, and a text thousands of characters. */
export type ListedRow = Omit<CampaignRow, 'audience' | 'text'>

export interface Counts {
  total: number
  leftOut: number
  waiting: number
  queued: number
  sent: number
  delivered: number
  read: number
  answered: number
  failed: number
  optedOut: number
}

const IS_CONNECTED = `(c.live_status = 'connected'
  and exists (select from client_lease l where l.client_id = c.id and l.expires_at > now()))`

const LISTED_COLUMNS = `g.id, g.user_id as owner, g.client_id as "clientId", g.name, g.state, g.asset_id as "assetId",
  g.has_file as "hasFile", a.mimetype, a.file_name as "fileName", g.flow_id as "flowId", g.at_once as "atOnce", g.per_minute as "perMinute",
  g.start_at as "startAt", g.turn_at as "turnAt", g.refreshed_at as "refreshedAt", g.paused_because as "pausedBecause",
  g.started_at as "startedAt", g.ended_at as "endedAt", g.created_at as "createdAt", g.updated_at as "updatedAt", now() as now,
  ${IS_CONNECTED} as "isConnected"`

const COLUMNS = `${LISTED_COLUMNS}, g.text, g.audience`

const FROM = 'campaign g join client c on c.id = g.client_id left join asset a on a.id = g.asset_id'

/** Each state of a person includes those before it. */
const COUNTED = `count(*) filter (where p.state <> 'left_out')::int as total,
  count(*) filter (where p.state = 'left_out')::int as "leftOut",
  count(*) filter (where p.state = 'waiting')::int as waiting,
  count(*) filter (where p.state = 'queued')::int as queued,
  count(*) filter (where p.state in ('sent', 'delivered', 'read', 'answered'))::int as sent,
  count(*) filter (where p.state in ('delivered', 'read', 'answered'))::int as delivered,
  count(*) filter (where p.state in ('read', 'answered'))::int as read,
  count(*) filter (where p.state = 'answered')::int as answered,
  count(*) filter (where p.state = 'failed')::int as failed,
  count(p.opted_out_at)::int as "optedOut"`

/** Over the index `campaign_by_user`, or `campaign_by_client` of one client. */
export const LIST_CAMPAIGNS = statement<ListedRow>(
  'campaign_list',
  `select ${LISTED_COLUMNS} from ${FROM}
   where g.user_id = $1 and ($2::uuid is null or g.client_id = $2) order by g.created_at desc, g.id desc limit 200`,
)

export const READ_CAMPAIGN = statement<CampaignRow>(
  'campaign_read',
  `select ${COLUMNS} from ${FROM} where g.id = $1 and g.client_id = $2 and g.user_id = $3`,
)

/** Whoever moves a campaign, or its people, holds it until the commit. */
export const LOCK_CAMPAIGN = statement<CampaignRow>(
  'campaign_lock',
  `select ${COLUMNS} from ${FROM} where g.id = $1 for update of g`,
)

/** Over the primary key of `campaign_person`. */
export const COUNT_PEOPLE = statement<Counts & { id: string }>(
  'campaign_count_people',
  `select p.campaign_id as id, ${COUNTED} from campaign_person p where p.campaign_id = any($1::uuid[]) group by p.campaign_id`,
)

export const COUNT_CAMPAIGNS = statement<{ count: number }>(
  'campaign_count',
  'select count(*)::int as count from campaign where user_id = $1',
)

/** $1 id, $2 whose, $3 client, $4 name, $5 text, $6 file, $7 flow, $8 audience, $9 at once, $10 a minute, $11 start, $12 it has a file, $13 by whom. */
export const INSERT_CAMPAIGN = statement<never>(
  'campaign_insert',
  `insert into campaign (id, user_id, client_id, name, text, asset_id, flow_id, audience, at_once, per_minute, start_at, has_file,
     created_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12, $13)`,
)

/** Of the same values without the last; only what has not begun. */
export const UPDATE_CAMPAIGN = statement<never>(
  'campaign_update',
  `update campaign set name = $4, text = $5, asset_id = $6, flow_id = $7, audience = $8::jsonb, at_once = $9, per_minute = $10,
     start_at = $11, has_file = $12, updated_at = now()
   where id = $1 and user_id = $2 and client_id = $3`,
)

export const DELETE_CAMPAIGN = statement<never>('campaign_delete', 'delete from campaign where id = $1')

/** $2 state, $3 next turn, $4 next look, $5 why it is paused. Moments that it has are kept. */
export const MOVE_CAMPAIGN = statement<never>(
  'campaign_move',
  `update campaign set state = $2, turn_at = $3, due_at = $4, paused_because = $5,
     updated_at = case when state <> $2 then now() else updated_at end,
     started_at = case when $2 = 'running' then coalesce(started_at, now()) else started_at end,
     ended_at = case when $2 in ('done', 'cancelled') then coalesce(ended_at, now()) end
   where id = $1`,
)

export const NOTE_REFRESH = statement<never>(
  'campaign_refreshed',
  'update campaign set refreshed_at = now() where id = $1',
)

/** A flow of the workspace that can be started, of this client. */
export const FIND_FLOW = statement<{ id: string }>(
  'campaign_find_flow',
  `select id from flow where id = $1 and user_id = $2 and client_id = $3 and is_active`,
)

/** A file of the workspace; those of others are not there for it. */
export const FIND_FILE = statement<{ mimetype: string }>(
  'campaign_find_file',
  'select mimetype from asset where id = $1 and user_id = $2',
)

/** Over the index `campaign_due`. */
export const LIST_OVERDUE = statement<{ id: string }>(
  'campaign_overdue',
  `select id from campaign where due_at < now() - interval '10 minutes' limit 1000`,
)

export interface LimitRow {
  restrictedUntil: Date | null
  total: number | null
  used: number | null
  cycleEnd: Date | null
  isConnected: boolean
}

/** What the network allows the client with strangers, as it is known. */
export const READ_LIMITS = statement<LimitRow>(
  'campaign_limits',
  `select case when c.reach_out_until > now() then c.reach_out_until end as "restrictedUntil", c.new_chats_total as total,
     c.new_chats_used as used, c.new_chats_cycle_end as "cycleEnd", ${IS_CONNECTED} as "isConnected"
   from client c where c.id = $1`,
)
