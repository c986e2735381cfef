import type { ContactPatch, Decision, RunState, TimerChange } from '../../core/flow/index.ts'
import { LIVE_STATES, TERMINAL_STATES } from '../../core/flow/index.ts'
import { addJob } from '../../db/jobs.ts'
import type { Executor } from '../../db/transaction.ts'
import { DELETE_RUN, INSERT_RUN, UPDATE_RUN, WRITE_HISTORY } from './decision-sql.ts'
import type { Lane } from './lane-reader.ts'
import type { OpenEventJson } from './lane-sql.ts'

/** The queue's task for a timer that falls due. */
export const TIMER_TASK = 'flow_timer'

/** The lane is no longer as it was read, or its claim has gone: nothing of the decision may be kept. */
export class LaneLost extends Error {
  constructor(what: string) {
    super(
      `${what} changed while its event was being decided; the decision is dropped and the event looked at again`,
    )
    this.name = 'LaneLost'
  }
}

export interface WriteOptions {
  /** The claim the lane was read under; null when this transaction holds the lane's lock. */
  claimant: string | null
  /** More events are open: the claim stays with the run. */
  keepClaim: boolean
  newId: () => string
  newMessageId: () => string
}

/**
 * Writes a decision in the caller's transaction: runs first, each compared with the version it was read at, then
 * history, outbox (with message ids chosen here), timers and the contact. Throws `LaneLost` when anything differs.
 */
export async function writeDecision(
  tx: Executor,
  lane: Lane,
  event: OpenEventJson,
  decision: Decision,
  options: WriteOptions,
): Promise<void> {
  await writeRuns(tx, lane, decision, options)
  const written = await tx.queryOne(WRITE_HISTORY, buildHistory(lane, event, decision, options))
  if (written?.written !== 1) throw new LaneLost(`event ${event.eventId}`)
  for (const timer of settleTimers(decision.timers).armed) {
    if (timer.op !== 'arm') continue
    await addJob(
      tx,
      TIMER_TASK,
      { timerId: timer.timerId },
      { jobKey: timer.timerId, runAt: new Date(timer.dueAt) },
    )
  }
}

/** Ended runs make room for parked ones, and those for the live one: the order the unique indexes ask for. */
function rank(run: RunState): number {
  if (TERMINAL_STATES.includes(run.state)) return 0
  return LIVE_STATES.includes(run.state) ? 2 : 1
}

async function writeRuns(tx: Executor, lane: Lane, decision: Decision, options: WriteOptions): Promise<void> {
  for (const change of decision.runs) {
    if (change.op !== 'delete') continue
    const gone = await tx.queryOne(DELETE_RUN, [change.runId, lane.versions.get(change.runId) ?? 0])
    if (gone === undefined) throw new LaneLost(`run ${change.runId}`)
  }
  const runs = decision.runs.flatMap((change) => (change.op === 'delete' ? [] : change.run))
  for (const run of runs.sort((a, b) => rank(a) - rank(b))) {
    const readAt = lane.versions.get(run.id)
    const row =
      readAt === undefined
        ? await tx.queryOne(INSERT_RUN, buildInsert(lane, run))
        : await tx.queryOne(UPDATE_RUN, buildUpdate(lane, run, readAt, options))
    if (row === undefined) throw new LaneLost(`run ${run.id}`)
  }
}

function buildInsert(lane: Lane, run: RunState): unknown[] {
  return [
    run.id,
    run.flowId,
    lane.clientId,
    lane.contactJid,
    run.versionId,
    run.state,
    run.currentNodeId,
    JSON.stringify(run.context),
    run.version,
    run.timeoutJobId,
    run.lastEventId,
    run.lastEventAt,
    run.error,
    run.errorMessage,
  ]
}

function buildUpdate(lane: Lane, run: RunState, readAt: number, options: WriteOptions): unknown[] {
  // A claim covers the live run only; the others are compared by their version.
  const claimant = lane.state.live?.id === run.id ? options.claimant : null
  return [
    run.id,
    readAt,
    run.versionId,
    run.state,
    run.currentNodeId,
    JSON.stringify(run.context),
    run.version,
    run.timeoutJobId,
    run.lastEventId,
    run.lastEventAt,
    run.error,
    run.errorMessage,
    claimant,
    options.keepClaim && claimant !== null && LIVE_STATES.includes(run.state),
  ]
}

function buildHistory(
  lane: Lane,
  event: OpenEventJson,
  decision: Decision,
  options: WriteOptions,
): unknown[] {
  const { status, error, payloadSummary } = decision.event
  const eventRows = buildEventRows(lane, decision, options.newId)
  const eventRowOf = new Map(eventRows.map((row) => [row.runId, row.id]))
  const transitions = decision.transitions.map((item, ord) => ({
    id: options.newId(),
    eventRowId: eventRowOf.get(item.runId),
    fromNodeId: item.fromNodeId,
    toNodeId: item.toNodeId,
    nodeType: item.nodeType,
    outcome: item.outcome,
    edgeId: item.edgeId,
    actions: JSON.stringify(item.actions),
    contextPatch: JSON.stringify(item.contextPatch),
    ord,
  }))
  const sends = decision.sends.map((send) => ({
    id: send.id,
    runId: send.runId,
    nodeId: send.nodeId,
    messageId: options.newMessageId(),
    content: send.content,
    ord: send.seq,
  }))
  const { armed, cleared } = settleTimers(decision.timers)
  return [
    event.seq,
    status,
    error,
    payloadSummary,
    JSON.stringify(eventRows),
    JSON.stringify(transitions),
    JSON.stringify(sends),
    cleared,
    JSON.stringify(armed.map(toTimerRow)),
    ...buildContact(decision.contact),
  ]
}

/** One row for each run the event touched, so that every run tells its own story in full. */
function buildEventRows(lane: Lane, decision: Decision, newId: () => string) {
  const deleted = new Set(decision.runs.flatMap((change) => (change.op === 'delete' ? change.runId : [])))
  const touched = new Set<string>()
  for (const transition of decision.transitions) touched.add(transition.runId)
  for (const change of decision.runs) touched.add(change.op === 'delete' ? change.runId : change.run.id)
  if (decision.event.runId !== null) touched.add(decision.event.runId)
  return [...touched]
    .filter((runId) => !deleted.has(runId))
    .map((runId, ord) => ({
      id: newId(),
      runId,
      ord,
      isNew:
        decision.runs.some((change) => change.op !== 'delete' && change.run.id === runId) &&
        !lane.versions.has(runId),
    }))
}

/** What is left of an event's timer changes: for each timer its last word. */
function settleTimers(changes: readonly TimerChange[]) {
  const last = new Map(changes.map((change) => [change.timerId, change]))
  const all = [...last.values()]
  return {
    armed: all.filter((change) => change.op !== 'clear'),
    cleared: all.filter((change) => change.op === 'clear').map((change) => change.timerId),
  }
}

function toTimerRow(change: Exclude<TimerChange, { op: 'clear' }>) {
  const { timerId: id, runId, kind } = change
  if (change.op === 'arm') return { id, runId, kind, dueAt: change.dueAt, awaitsSendId: null }
  return { id, runId, kind, dueAt: null, awaitsSendId: change.sendId }
}

/** Parameters $10 to $14: the patch as zero or one row, and which of its fields count. */
function buildContact(patch: ContactPatch): unknown[] {
  const isEmpty = Object.keys(patch).length === 0
  const fields = Object.entries(patch.fields ?? {})
  const removedFields = fields.filter(([, value]) => value === null).map(([name]) => name)
  const row = {
    blacklist: patch.blacklist,
    favourite: patch.favourite,
    handoffUntil: patch.handoffUntil,
    fields: Object.fromEntries(fields),
    removedFields,
    lastFlowAt: Object.fromEntries(
      Object.entries(patch.lastFlowAt ?? {}).map(([id, at]) => [id, new Date(at).toISOString()]),
    ),
    lastInboundAt: patch.lastInboundAt,
  }
  return [
    JSON.stringify(isEmpty ? [] : [row]),
    patch.blacklist !== undefined,
    patch.favourite !== undefined,
    patch.handoffUntil !== undefined,
    removedFields,
  ]
}
