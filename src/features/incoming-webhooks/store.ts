import { statement } from '../../db/statement.ts'

/** An address at which a trigger of a flow is called. */
export interface WebhookAddressRow {
  nodeId: string
  sealedToken: string
  createdAt: Date
}

/** What a call of an address is about; only of flows that are active. */
export interface CalledRow {
  flowId: string
  nodeId: string
  userId: string
  clientId: string
  versionId: string
  clientPhone: string | null
}

export interface CallRow {
  id: number
  receivedAt: Date
  status: number
  reason: string | null
  runId: string | null
  sizeBytes: number
  headers: Record<string, string>
  query: Record<string, unknown>
  body: string
  isCut: boolean
}

/** How many calls of an address are kept, and for how long at most. */
export const MAX_KEPT_CALLS = 50
const KEPT_DAYS = 30

const COLUMNS = 'node_id as "nodeId", sealed_token as "sealedToken", created_at as "createdAt"'

/** By the primary key. */
export const LIST_ADDRESSES = statement<WebhookAddressRow>(
  'incoming_webhook_list',
  `select ${COLUMNS} from incoming_webhook where flow_id = $1 order by node_id`,
)

/** One that is there stays as it is. */
export const ADD_ADDRESS = statement<never>(
  'incoming_webhook_add',
  `insert into incoming_webhook (flow_id, node_id, token_hash, sealed_token) values ($1, $2, $3, $4)
   on conflict (flow_id, node_id) do nothing`,
)

/** The address before ends at once. */
export const RENEW_ADDRESS = statement<WebhookAddressRow>(
  'incoming_webhook_renew',
  `insert into incoming_webhook (flow_id, node_id, token_hash, sealed_token) values ($1, $2, $3, $4)
   on conflict (flow_id, node_id) do update
     set token_hash = excluded.token_hash, sealed_token = excluded.sealed_token, created_at = now()
   returning ${COLUMNS}`,
)

/** By the unique index on token_hash. */
export const FIND_CALLED = statement<CalledRow>(
  'incoming_webhook_find',
  `select w.flow_id as "flowId", w.node_id as "nodeId", f.user_id as "userId", f.client_id as "clientId",
     f.published_version_id as "versionId", c.phone_number as "clientPhone"
   from incoming_webhook w join flow f on f.id = w.flow_id join client c on c.id = f.client_id
   where w.token_hash = $1 and f.is_active and f.published_version_id is not null`,
)

/** Keeps the newest; over `incoming_call_by_address`. Of an address that is gone meanwhile nothing is kept. */
export const ADD_CALL = statement<never>(
  'incoming_call_add',
  `with old as (
     delete from incoming_call where id in (
       select id from incoming_call where flow_id = $1 and node_id = $2 order by id desc offset ${MAX_KEPT_CALLS - 1}
     )
   )
   insert into incoming_call (flow_id, node_id, status, reason, run_id, size_bytes, headers, query, body, is_cut)
   select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
   where exists (select from incoming_webhook where flow_id = $1 and node_id = $2)`,
)

/** Newest first over `incoming_call_by_address`. */
export const LIST_CALLS = statement<CallRow>(
  'incoming_call_list',
  `select id, received_at as "receivedAt", status, reason, run_id as "runId", size_bytes as "sizeBytes", headers, query, body,
     is_cut as "isCut"
   from incoming_call where flow_id = $1 and node_id = $2 order by id desc limit ${MAX_KEPT_CALLS}`,
)

/** Reads the whole table, of which there are 50 rows of an address at most. */
export const REMOVE_OLD_CALLS = statement<never>(
  'incoming_call_remove_old',
  `delete from incoming_call where received_at < now() - interval '${KEPT_DAYS} days'`,
)
