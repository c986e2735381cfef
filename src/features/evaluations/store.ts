import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

export interface EvaluationRow {
  id: string
  flowId: string
  version: number | null
  answers: 'model' | 'recorded'
  status: 'waiting' | 'running' | 'done' | 'stopped' | 'cancelled'
  stoppedBy: 'cost' | 'tokens' | 'seconds' | null
  limits: { items: number; cost: number | null; tokens: number | null; seconds: number }
  total: number
  passed: number
  failed: number
  skipped: number
  tokens: number
  cost: number
  durationMs: number
  createdAt: Date
  startedAt: Date | null
  endedAt: Date | null
}

export interface ItemRow {
  n: number
  key: string
  title: string
  status: 'waiting' | 'passed' | 'failed' | 'skipped'
  score: number | null
  /** JSON as the contract answers it; null while it waits. */
  result: ItemResult | null
  tokens: number
  cost: number
  durationMs: number
}

export interface ItemResult {
  problem: string | null
  checks: {
    kind: string
    ok: boolean
    expected: string
    found: string | null
    score: number | null
    reason: string | null
  }[]
  lines: { from: 'contact' | 'flow' | 'person'; text: string; step: number }[]
  refused: string[]
}

const COLUMNS = `e.id, e.flow_id as "flowId", e.version, e.answers, e.status, e.stopped_by as "stoppedBy", e.limits,
  (select count(*)::int from evaluation_item i where i.evaluation_id = e.id) as total,
  (select count(*)::int from evaluation_item i where i.evaluation_id = e.id and i.status = 'passed') as passed,
  (select count(*)::int from evaluation_item i where i.evaluation_id = e.id and i.status = 'failed') as failed,
  (select count(*)::int from evaluation_item i where i.evaluation_id = e.id and i.status = 'skipped') as skipped,
  e.tokens::float8 as tokens, e.cost, e.duration_ms::float8 as "durationMs",
  e.created_at as "createdAt", e.started_at as "startedAt", e.ended_at as "endedAt"`

/** Over the index `evaluation_by_flow`. */
const LIST = statement<EvaluationRow>(
  'evaluation_list',
  `select ${COLUMNS} from evaluation e where e.flow_id = $1 order by e.created_at desc, e.id desc limit 50`,
)

const READ = statement<EvaluationRow>(
  'evaluation_read',
  `select ${COLUMNS} from evaluation e where e.flow_id = $1 and e.id = $2`,
)

const ITEMS = statement<ItemRow>(
  'evaluation_items',
  `select n, key, title, status, score, result, tokens::float8 as tokens, cost, duration_ms::float8 as "durationMs"
   from evaluation_item where evaluation_id = $1 order by n`,
)

const INSERT = statement<never>(
  'evaluation_insert',
  `insert into evaluation (id, flow_id, version, answers, limits, doc) values ($1, $2, $3, $4, $5, $6)`,
)

const INSERT_ITEMS = statement<never>(
  'evaluation_items_insert',
  `insert into evaluation_item (evaluation_id, n, key, title)
   select $1, n, key, title from unnest($2::int[], $3::text[], $4::text[]) as given(n, key, title)`,
)

/** Those of all flows of the owner that have not ended. */
const COUNT_OPEN = statement<{ count: number }>(
  'evaluation_count_open',
  `select count(*)::int as count from evaluation e join flow f on f.id = e.flow_id
   where f.user_id = $1 and e.status in ('waiting', 'running')`,
)

const DROP_OLD = statement<never>(
  'evaluation_drop_old',
  `delete from evaluation where id in (
     select id from evaluation where flow_id = $1 and status not in ('waiting', 'running')
     order by created_at desc, id desc offset $2)`,
)

const DELETE = statement<{ id: string }>(
  'evaluation_delete',
  'delete from evaluation where flow_id = $1 and id = $2 returning id',
)

const SKIP_REST = `rest as (update evaluation_item i set status = 'skipped' from ended where i.evaluation_id = ended.id and i.status = 'waiting')`

const CANCEL = statement<{ id: string }>(
  'evaluation_cancel',
  `with ended as (
     update evaluation set status = 'cancelled', ended_at = now()
     where flow_id = $1 and id = $2 and status in ('waiting', 'running') returning id
   ), ${SKIP_REST} select id from ended`,
)

/** `doc` is what is played, `attempts` how often the item that is next was begun. */
export interface BegunRow {
  id: string
  userId: string
  answers: EvaluationRow['answers']
  limits: EvaluationRow['limits']
  doc: string
  tokens: number
  cost: number
  durationMs: number
  attempts: number
}

const BEGIN = statement<BegunRow>(
  'evaluation_begin',
  `update evaluation e set status = 'running', started_at = coalesce(e.started_at, now()), attempts = e.attempts + 1
   from flow f where e.id = $1 and f.id = e.flow_id and e.status in ('waiting', 'running')
   returning e.id, f.user_id as "userId", e.answers, e.limits, e.doc, e.tokens::float8 as tokens, e.cost,
     e.duration_ms::float8 as "durationMs", e.attempts`,
)

/** The service stops: this attempt does not count. */
const BREAK_OFF = statement<never>(
  'evaluation_break_off',
  'update evaluation set attempts = greatest(attempts - 1, 0) where id = $1',
)

const NEXT_ITEM = statement<{ n: number }>(
  'evaluation_next_item',
  `select n from evaluation_item where evaluation_id = $1 and status = 'waiting' order by n limit 1`,
)

const IS_WANTED = statement<{ id: string }>(
  'evaluation_wanted',
  `select id from evaluation where id = $1 and status = 'running'`,
)

/** What a conversation came to and took, together; nothing of it where the evaluation was cancelled meanwhile. */
const FINISH_ITEM = statement<{ tokens: number; cost: number; durationMs: number }>(
  'evaluation_finish_item',
  `with item as (
     update evaluation_item i set status = $3, score = $4, result = $5, tokens = $6, cost = $7, duration_ms = $8
     from evaluation e
     where i.evaluation_id = $1 and i.n = $2 and i.status = 'waiting' and e.id = $1 and e.status = 'running'
     returning i.evaluation_id
   )
   update evaluation e set tokens = e.tokens + $6, cost = e.cost + $7, duration_ms = e.duration_ms + $8, attempts = 1
   from item where e.id = item.evaluation_id
   returning e.tokens::float8 as tokens, e.cost, e.duration_ms::float8 as "durationMs"`,
)

const END = statement<{ id: string }>(
  'evaluation_end',
  `with ended as (
     update evaluation set status = $2, stopped_by = $3, ended_at = now(), tokens = tokens + $4, cost = cost + $5
     where id = $1 and status = 'running' returning id
   ), ${SKIP_REST} select id from ended`,
)

export const evaluationStore = {
  list: (db: Executor, flowId: string) => db.query(LIST, [flowId]),
  read: (db: Executor, flowId: string, id: string) => db.queryOne(READ, [flowId, id]),
  readItems: (db: Executor, id: string) => db.query(ITEMS, [id]),
  async insert(
    tx: Executor,
    row: Pick<EvaluationRow, 'id' | 'flowId' | 'version' | 'answers' | 'limits'> & { doc: string },
    items: readonly { key: string; title: string }[],
  ): Promise<void> {
    await tx.query(INSERT, [
      row.id,
      row.flowId,
      row.version,
      row.answers,
      JSON.stringify(row.limits),
      row.doc,
    ])
    const numbers = items.map((_, index) => index + 1)
    await tx.query(INSERT_ITEMS, [
      row.id,
      numbers,
      items.map(({ key }) => key),
      items.map(({ title }) => title),
    ])
  },
  countOpen: async (tx: Executor, userId: string) => (await tx.queryOne(COUNT_OPEN, [userId]))?.count ?? 0,
  dropOld: (tx: Executor, flowId: string, kept: number) => tx.query(DROP_OLD, [flowId, kept]),
  delete: async (db: Executor, flowId: string, id: string) =>
    (await db.queryOne(DELETE, [flowId, id])) !== undefined,
  cancel: async (db: Executor, flowId: string, id: string) =>
    (await db.queryOne(CANCEL, [flowId, id])) !== undefined,
  begin: (db: Executor, id: string) => db.queryOne(BEGIN, [id]),
  breakOff: (db: Executor, id: string) => db.query(BREAK_OFF, [id]),
  nextItem: async (db: Executor, id: string) => (await db.queryOne(NEXT_ITEM, [id]))?.n ?? null,
  isWanted: async (db: Executor, id: string) => (await db.queryOne(IS_WANTED, [id])) !== undefined,
  finishItem: (
    db: Executor,
    id: string,
    item: Pick<ItemRow, 'n' | 'status' | 'score' | 'tokens' | 'cost' | 'durationMs'> & { result: string },
  ) =>
    db.queryOne(FINISH_ITEM, [
      ...[id, item.n, item.status, item.score, item.result],
      ...[item.tokens, item.cost, item.durationMs],
    ]),
  /** `tokens` and `cost` are of a conversation that was broken off. */
  end: (
    db: Executor,
    id: string,
    status: 'done' | 'stopped',
    stoppedBy: EvaluationRow['stoppedBy'],
    { tokens, cost }: { tokens: number; cost: number },
  ) => db.queryOne(END, [id, status, stoppedBy, tokens, cost]),
}
