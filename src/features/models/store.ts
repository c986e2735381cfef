import type { ModelKind, ModelLimits, ModelProvider } from '../../core/model.ts'
import { statement } from '../../db/statement.ts'

export interface ModelRow {
  name: string
  kind: ModelKind
  provider: ModelProvider
  baseUrl: string
  modelId: string
  /** Of an embedding model: how long its vectors are to be; null: as it makes them. */
  dimensions: number | null
  secret: string | null
  inputPrice: number | null
  outputPrice: number | null
  limits: ModelLimits
  createdAt: Date
  updatedAt: Date
}

/** What was used; rows of questions that have no answer yet count with the most they may take. */
export interface Used {
  calls: number
  tokens: number
  seconds: number
  cost: number
}

const COLUMNS = `name, kind, provider, base_url as "baseUrl", model_id as "modelId", dimensions, secret, input_price as "inputPrice",
  output_price as "outputPrice", limits, created_at as "createdAt", updated_at as "updatedAt"`

const USED = `count(*)::int as calls, coalesce(sum(tokens), 0)::float8 as tokens,
  (coalesce(sum(duration_ms), 0) / 1000)::float8 as seconds, coalesce(sum(cost), 0)::float8 as cost`

export const LIST_MODELS = statement<ModelRow>(
  'model_list',
  `select ${COLUMNS} from model where user_id = $1 order by name`,
)

export const READ_MODEL = statement<ModelRow>(
  'model_read',
  `select ${COLUMNS} from model where user_id = $1 and name = $2 and kind = $3`,
)

/** By the primary key. */
export const WRITE_MODEL = statement<ModelRow>(
  'model_write',
  `insert into model (user_id, name, provider, base_url, model_id, secret, input_price, output_price, limits, kind, dimensions)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11)
   on conflict (user_id, name) do update
     set kind = excluded.kind, dimensions = excluded.dimensions, provider = excluded.provider, base_url = excluded.base_url, model_id = excluded.model_id, secret = excluded.secret,
       input_price = excluded.input_price, output_price = excluded.output_price, limits = excluded.limits, updated_at = now()
   returning ${COLUMNS}`,
)

export const COUNT_OTHER_MODELS = statement<{ count: number }>(
  'model_count_others',
  'select count(*)::int as count from model where user_id = $1 and name <> $2',
)

export const DELETE_MODEL = statement<{ name: string }>(
  'model_delete',
  'delete from model where user_id = $1 and name = $2 returning name',
)

/** Of the last 24 hours, by model. Over the index `model_call_by_day`. */
export const LIST_USED = statement<Used & { model: string }>(
  'model_list_used',
  `select model, ${USED} from model_call where user_id = $1 and asked_at > now() - interval '24 hours' group by model`,
)

/** Keeps the questions of one model in order, so that two never both take the last of a limit. */
export const LOCK_MODEL = statement<ModelRow>(
  'model_lock',
  `select ${COLUMNS} from model where user_id = $1 and name = $2 for update`,
)

interface UsedNow {
  run: Used
  contact: Used
  day: Used
}

/** $1 whose, $2 model, $3 client, $4 contact, $5 run. Over the indexes `model_call_by_day` and `model_call_by_run`. */
export const READ_USED = statement<UsedNow>(
  'model_read_used',
  `with today as (
     select client_id, contact_jid, tokens, cost, duration_ms from model_call
     where user_id = $1 and model = $2 and asked_at > now() - interval '24 hours'
   )
   select (select to_jsonb(u) from (select ${USED} from model_call where flow_state_id = $5 and model = $2) u) as run,
     (select to_jsonb(u) from (select ${USED} from today where client_id = $3 and contact_jid = $4) u) as contact,
     (select to_jsonb(u) from (select ${USED} from today) u) as day`,
)

/** $6 tokens and $7 cost: the most that the question may take. */
export const INSERT_CALL = statement<{ id: string }>(
  'model_call_insert',
  `insert into model_call (user_id, model, client_id, contact_jid, flow_state_id, outcome, tokens, cost, duration_ms)
   values ($1, $2, $3, $4, $5, 'asked', $6, $7, 0) returning id::text`,
)

/** What it took after all. */
export const SETTLE_CALL = statement<never>(
  'model_call_settle',
  'update model_call set outcome = $2, tokens = $3, cost = $4, duration_ms = $5 where id = $1::bigint',
)

/** No limit looks further back, but that of a run, which rests no longer than a month. Over the index `model_call_by_day`. */
export const DROP_OLD_CALLS = statement<never>(
  'model_call_drop_old',
  `delete from model_call where user_id = $1 and model = $2 and asked_at < now() - interval '40 days'`,
)
