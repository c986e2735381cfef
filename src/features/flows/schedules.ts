import { type BoundNode, nextCronTime, parseCron, type ScheduleRule } from '../../core/flow/index.ts'
import { addJob, removeJob } from '../../db/jobs/jobs.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

/** When, for whom and how fast: a trigger.schedule as its version says. */
export interface ScheduleSpec {
  cron: string | null
  /** Epoch milliseconds. */
  at: number | null
  timezone: string
  audience: ScheduleRule['audience']
  /** Contacts started in a minute. */
  perMinute: number
}

/** A schedule that is locked until the transaction ends. Times are epoch milliseconds of the database's clock. */
export interface ScheduleRow {
  flowId: string
  nodeId: string
  clientId: string
  spec: ScheduleSpec
  /** The tick that is being delivered, or the next one. */
  tickMs: number
  /** When it begins or goes on. */
  dueMs: number
  /** How far the tick has come; null before its first contact. */
  place: string | null
  /** By username, with its @: how often the network did not say who has it, of those whose turn is next. */
  unanswered: Readonly<Record<string, number>>
  nowMs: number
  /** The client is connected, by a host that holds its lease. */
  isConnected: boolean
}

const MS = (column: string) => `(floor(extract(epoch from ${column}) * 1000))::float8`

const NOW = statement<{ nowMs: number }>('schedule_now', `select ${MS('now()')} as "nowMs"`)

const LOCK = statement<ScheduleRow>(
  'schedule_lock',
  `select s.flow_id as "flowId", s.node_id as "nodeId", s.client_id as "clientId", s.spec, ${MS('s.tick_at')} as "tickMs",
     ${MS('s.due_at')} as "dueMs", s.place, s.unanswered, ${MS('now()')} as "nowMs",
     (c.live_status = 'connected'
       and exists (select from client_lease l where l.client_id = c.id and l.expires_at > now())) as "isConnected"
   from flow_schedule s join client c on c.id = s.client_id
   where s.flow_id = $1 and s.node_id = $2 for update of s`,
)

/** A schedule that stays as it was keeps its place: publishing anew neither repeats nor loses a tick. */
const PUT = statement<{ dueMs: number }>(
  'schedule_put',
  `insert into flow_schedule as s (flow_id, node_id, client_id, spec, tick_at, due_at)
   values ($1, $2, $3, $4, to_timestamp($5 / 1000.0), to_timestamp($5 / 1000.0))
   on conflict (flow_id, node_id) do update set
     client_id = excluded.client_id, spec = excluded.spec, tick_at = excluded.tick_at, due_at = excluded.due_at, place = null,
     unanswered = '{}'
     where s.spec <> excluded.spec or s.client_id <> excluded.client_id
   returning ${MS('due_at')} as "dueMs"`,
)

const ADVANCE = statement<never>(
  'schedule_advance',
  `update flow_schedule set tick_at = to_timestamp($3 / 1000.0), due_at = to_timestamp($4 / 1000.0), place = $5,
     unanswered = '{}'
   where flow_id = $1 and node_id = $2`,
)

/** Not where the tick has gone on meanwhile. */
const NOTE_UNANSWERED = statement<never>(
  'schedule_unanswered',
  `update flow_schedule set unanswered = $3::jsonb where flow_id = $1 and node_id = $2 and place is not distinct from $4`,
)

const REMOVE = statement<{ nodeId: string }>(
  'schedule_remove',
  `delete from flow_schedule where flow_id = $1 and not (node_id = any($2::text[])) returning node_id as "nodeId"`,
)

/** What is past stays only while it is just being delivered. */
const REMOVE_OTHER = statement<never>(
  'schedule_remove_other',
  'delete from flow_schedule where flow_id = $1 and node_id = $2 and spec <> $3::jsonb',
)

const END = statement<never>('schedule_end', 'delete from flow_schedule where flow_id = $1 and node_id = $2')

/** Over the index `flow_schedule_due`. */
const OVERDUE = statement<{ flowId: string; nodeId: string }>(
  'schedule_overdue',
  `select flow_id as "flowId", node_id as "nodeId" from flow_schedule where due_at < now() - interval '10 minutes' limit 1000`,
)

const jobKeyOf = (flowId: string, nodeId: string) => `schedule:${flowId}:${nodeId}`

/** Lets the queue come back to a schedule; a job of it that waits is replaced. */
export async function wakeScheduleAt(
  tx: Executor,
  { flowId, nodeId }: { flowId: string; nodeId: string },
  atMs: number,
): Promise<void> {
  const options = { jobKey: jobKeyOf(flowId, nodeId), runAt: new Date(atMs) }
  await addJob(tx, 'flow_schedule', { flowId, nodeId }, options)
}

/** The clock by which schedules are due. */
export async function readScheduleClock(db: Executor): Promise<number> {
  return (await db.queryOne(NOW))?.nowMs ?? 0
}

/** The first tick after a moment; null when there is none. */
export function nextTick({ cron, at, timezone }: ScheduleSpec, afterMs: number): number | null {
  if (cron === null) return at !== null && at > afterMs ? at : null
  const parsed = parseCron(cron)
  return parsed.ok ? nextCronTime(parsed.value, timezone, afterMs) : null
}

/** In the transaction of a publish: what the version schedules is due from now on, and nothing else of the flow. */
export async function putSchedules(
  tx: Executor,
  flow: { id: string; clientId: string },
  triggers: readonly BoundNode[],
): Promise<void> {
  const specs = triggers.flatMap(({ id, trigger }) =>
    trigger?.kind === 'schedule' ? [{ nodeId: id, spec: toSpec(trigger) }] : [],
  )
  await removeOthers(
    tx,
    flow.id,
    specs.map(({ nodeId }) => nodeId),
  )
  if (specs.length === 0) return
  const nowMs = await readScheduleClock(tx)
  for (const { nodeId, spec } of specs) {
    const tick = nextTick(spec, nowMs)
    if (tick === null) {
      await tx.query(REMOVE_OTHER, [flow.id, nodeId, JSON.stringify(spec)])
      continue
    }
    const put = await tx.queryOne(PUT, [flow.id, nodeId, flow.clientId, JSON.stringify(spec), tick])
    if (put) await wakeScheduleAt(tx, { flowId: flow.id, nodeId }, put.dueMs)
  }
}

function toSpec({ cron, at, timezone, audience, perMinute }: ScheduleSpec): ScheduleSpec {
  return { cron, at, timezone, audience, perMinute }
}

async function removeOthers(tx: Executor, flowId: string, kept: readonly string[]): Promise<void> {
  for (const { nodeId } of await tx.query(REMOVE, [flowId, kept])) {
    await removeJob(tx, jobKeyOf(flowId, nodeId))
  }
}

export const scheduleStore = {
  lock: (tx: Executor, flowId: string, nodeId: string) => tx.queryOne(LOCK, [flowId, nodeId]),
  /** In the transaction of an unpublish. */
  removeAll: (tx: Executor, flowId: string) => removeOthers(tx, flowId, []),
  /** A tick goes on later, or the next one is awaited; its job is added with it. */
  async advance(tx: Executor, row: ScheduleRow, to: { tickMs: number; dueMs: number; place: string | null }) {
    await tx.query(ADVANCE, [row.flowId, row.nodeId, to.tickMs, to.dueMs, to.place])
    await wakeScheduleAt(tx, row, to.dueMs)
  },
  noteUnanswered: (tx: Executor, row: ScheduleRow, counts: ScheduleRow['unanswered']) =>
    tx.query(NOTE_UNANSWERED, [row.flowId, row.nodeId, JSON.stringify(counts), row.place]),
  /** The last tick was delivered. The job that says so ends by itself. */
  async end(tx: Executor, { flowId, nodeId }: ScheduleRow): Promise<void> {
    await tx.query(END, [flowId, nodeId])
  },
  listOverdue: (db: Executor) => db.query(OVERDUE),
}
