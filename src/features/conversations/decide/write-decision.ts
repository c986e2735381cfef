import type { Decision, RunState } from '../../../core/flow/index.ts'
import { LIVE_STATES, TERMINAL_STATES } from '../../../core/flow/index.ts'
import { addJob } from '../../../db/jobs/jobs.ts'
import { toJsonText } from '../../../db/json-text.ts'
import type { Executor } from '../../../db/transaction.ts'
import { writeEffects, writeRefusals } from '../effects/effect-rows.ts'
import type { HandOver, SendClaim } from '../records/hand-over.ts'
import type { StoredWords } from '../records/stored-words.ts'
import type { Conversation } from './conversation-reader.ts'
import { buildRows, type Decided, settleTimers } from './decision-rows.ts'
import { DELETE_RUN, WRITE_AND_CLAIM, WRITE_DECISIONS, WRITE_RUNS } from './decision-sql.ts'
import { markTests } from './draft-runs.ts'
import { writeMarks } from './run-marks.ts'
import type { SendRow } from './send-rows.ts'

/** The queue's task for a timer that falls due. */
export const TIMER_TASK = 'flow_timer'

/** A conversation is no longer as it was read, or its claim has gone: nothing of the decision may be kept. */
export class ConversationLost extends Error {
  constructor(what: string) {
    super(
      `${what} changed while its event was being decided; the decision is dropped and the event looked at again`,
    )
    this.name = 'ConversationLost'
  }
}

export interface WriteOptions {
  /** The claim the conversations were read under; null when this transaction holds their locks. */
  claimant: string | null
  /** More events are open: the claim stays with the run. */
  keepClaim: boolean
  newId: () => string
  newMessageId: () => string
  words: StoredWords
  /** Takes what may leave at once; without it, all of it waits in the outbox. */
  handOver?: HandOver | undefined
}

/** What was written beside the decisions themselves. */
export interface Written {
  /** Events that were put off are open again. */
  hasReopened: boolean
  /** Sends wait in the outbox. */
  hasSends: boolean
}

/**
 * Writes decisions of different conversations of one client in the caller's transaction: runs, history, outbox,
 * timers, contacts. Ids of messages are chosen here. Each run is compared with the version it was read at: when
 * anything differs, this throws `ConversationLost`, and the caller rolls back and keeps nothing of any decision.
 */
export async function writeDecisions(
  tx: Executor,
  decided: readonly Decided[],
  options: WriteOptions,
): Promise<Written> {
  const runs: RunRow[] = []
  for (const item of decided) {
    runs.push(...(await writeEarlierRuns(tx, item, options)), ...buildClaimedRun(item, options))
  }
  const rows = buildRows(decided, options)
  const claims = await prepareSends(decided, rows.sends, options.handOver)
  const values = [
    toJsonText(runs),
    [...new Set([...runs.map((run) => run.id), ...rows.eventRows.map((row) => row.runId)])],
    toJsonText(rows.events),
    toJsonText(rows.eventRows),
    toJsonText(rows.transitions),
    toJsonText(rows.sends),
    rows.cleared,
    toJsonText(rows.timers),
    toJsonText(rows.contacts),
    rows.events.map((event) => event.seq),
    decided[0]?.conversation.clientId,
    decided.map((item) => item.conversation.contactJid),
  ]
  const written = await (claims.length === 0
    ? tx.queryOne(WRITE_DECISIONS, values)
    : tx.queryOne(WRITE_AND_CLAIM, [...values, ...toColumns(claims)]))
  if (written?.events !== decided.length) throw new ConversationLost('an event')
  if (written.runs !== runs.length) throw new ConversationLost('a run')
  await markTests(tx, decided)
  await writeMarks(tx, decided)
  for (const { decision } of decided) await queueTimers(tx, decision)
  await writeEffects(tx, decided, options.newId)
  await writeRefusals(tx, decided)
  const claimed = written.claimed ?? []
  options.handOver?.noteStored(claimed)
  const isOpenAgain = rows.events.some(({ status, moved }) => status === 'deferred' && moved)
  return { hasReopened: isOpenAgain || written.reopened > 0, hasSends: rows.sends.length > claimed.length }
}

/** Makes the first message of each contact ready, where it may leave at once. The next ones go after it. */
async function prepareSends(
  decided: readonly Decided[],
  sends: readonly (SendRow & { seq: number })[],
  handOver: HandOver | undefined,
): Promise<SendClaim[]> {
  if (!handOver) return []
  const claims: SendClaim[] = []
  for (const { conversation, event } of decided) {
    const first = sends.find((send) => send.seq === event.seq)
    const claim = first && (await handOver.prepare(conversation.contactJid, first))
    if (claim) claims.push(claim)
  }
  return claims
}

/** The parameters of `WRITE_AND_CLAIM` beyond those of `WRITE_DECISIONS`. */
function toColumns(claims: readonly SendClaim[]): unknown[] {
  return [
    claims.map((claim) => claim.rowId),
    claims.map((claim) => claim.atSec),
    claims.map((claim) => claim.type),
    claims.map((claim) => claim.text),
    claims.map((claim) => claim.quotedId),
    claims.map(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
  ]
}

async function queueTimers(tx: Executor, decision: Decision): Promise<void> {
  for (const timer of settleTimers(decision.timers).armed) {
    if (timer.op !== 'arm') continue
    const { timerId, dueAt } = timer
    await addJob(tx, TIMER_TASK, { timerId }, { jobKey: timerId, runAt: new Date(dueAt) })
  }
}

/** Ended runs first, then parked ones, the live one last: the order that the unique indexes need. */
function rank(run: RunState): number {
  if (TERMINAL_STATES.includes(run.state)) return 0
  return LIVE_STATES.includes(run.state) ? 2 : 1
}

/** Removes runs and writes the changed ones, all but the last: that one is left to the statement of the decision. */
async function writeEarlierRuns(tx: Executor, item: Decided, options: WriteOptions): Promise<RunRow[]> {
  const { conversation, decision } = item
  for (const change of decision.runs) {
    if (change.op !== 'delete') continue
    const gone = await tx.queryOne(DELETE_RUN, [change.runId, conversation.versions.get(change.runId) ?? 0])
    if (gone === undefined) throw new ConversationLost(`run ${change.runId}`)
  }
  const runs = decision.runs
    .flatMap((change) => (change.op === 'delete' ? [] : change.run))
    .sort((a, b) => rank(a) - rank(b))
    .map((run) => toRunRow(conversation, run, options))
  for (const run of runs.slice(0, -1)) {
    const written = await tx.queryOne(WRITE_RUNS, [toJsonText([run]), [run.id]])
    if (written?.runs !== 1) throw new ConversationLost(`run ${run.id}`)
  }
  return runs.slice(-1)
}

/**
 * The live run of a claimed conversation when the decision does not touch it. It is written unchanged so that the
 * claim is checked: without the claim, the run may have moved on to a wait that this event answers.
 */
function buildClaimedRun({ conversation, decision }: Decided, options: WriteOptions): RunRow[] {
  const { live } = conversation.state
  if (options.claimant === null || !live) return []
  const isChanged = decision.runs.some(
    (change) => (change.op === 'delete' ? change.runId : change.run.id) === live.id,
  )
  return isChanged ? [] : [toRunRow(conversation, live, options)]
}

type RunRow = ReturnType<typeof toRunRow>

function toRunRow(conversation: Conversation, run: RunState, options: WriteOptions) {
  // A claim covers the live run only; the others are compared by their version.
  const claimant = conversation.state.live?.id === run.id ? options.claimant : null
  return {
    id: run.id,
    flowId: run.flowId,
    clientId: conversation.clientId,
    contactJid: conversation.contactJid,
    versionId: run.versionId,
    state: run.state,
    currentNodeId: run.currentNodeId,
    context: JSON.stringify(run.context),
    version: run.version,
    readAt: conversation.versions.get(run.id) ?? null,
    timeoutJobId: run.timeoutJobId,
    lastEventId: run.lastEventId,
    lastEventAt: run.lastEventAt,
    error: run.error,
    errorMessage: run.failure && options.words.runFailure(run.failure),
    errorCode: run.failure?.code ?? null,
    errorParams: run.failure?.params ?? null,
    claimant,
    keepClaim: options.keepClaim && claimant !== null && LIVE_STATES.includes(run.state),
  }
}
