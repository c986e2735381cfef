import {
  type ContactPatch,
  changesConversation,
  type Decision,
  type TimerChange,
} from '../../../core/flow/index.ts'
import type { StoredWords } from '../records/stored-words.ts'
import type { Conversation, OpenEvent } from './conversation-reader.ts'
import { buildSendRows } from './send-rows.ts'

/** An event of a conversation, and what the engine made of it. */
export interface Decided {
  conversation: Conversation
  event: OpenEvent
  decision: Decision
}

interface RowOptions {
  newId: () => string
  newMessageId: () => string
  words: StoredWords
}

/** The rows of decisions, each with the `seq` of the event it belongs to. */
export function buildRows(decided: readonly Decided[], options: RowOptions) {
  const all = decided.map((item) => buildRowsOf(item, options))
  return {
    events: all.map((rows) => rows.event),
    eventRows: all.flatMap((rows) => rows.eventRows),
    transitions: all.flatMap((rows) => rows.transitions),
    sends: all.flatMap((rows) => rows.sends),
    cleared: all.flatMap((rows) => rows.cleared),
    timers: all.flatMap((rows) => rows.timers),
    contacts: all.flatMap((rows) => rows.contacts),
  }
}

function buildRowsOf(item: Decided, { words, ...ids }: RowOptions) {
  const { decision, event } = item
  const { seq } = event
  const { status, error, summary, explanation } = decision.event
  const eventRows = buildEventRows(item, ids.newId)
  const eventRowOf = new Map(eventRows.map((row) => [row.runId, row.id]))
  const { armed, cleared } = settleTimers(decision.timers)
  return {
    event: {
      ...{ seq, status, error, summary, explanation, line: words.summary(summary) },
      moved: changesConversation(decision),
    },
    eventRows,
    transitions: decision.transitions.map((move, ord) => ({
      id: ids.newId(),
      seq,
      eventRowId: eventRowOf.get(move.runId),
      fromNodeId: move.fromNodeId,
      toNodeId: move.toNodeId,
      nodeType: move.nodeType,
      outcome: move.outcome,
      edgeId: move.edgeId,
      actions: JSON.stringify(move.actions),
      contextPatch: JSON.stringify(move.contextPatch),
      ord,
    })),
    sends: decision.sends.flatMap((send) => buildSendRows(send, ids).map((row) => ({ ...row, seq }))),
    cleared,
    timers: armed.map((change) => ({ ...toTimerRow(change), seq })),
    contacts: Object.keys(decision.contact).length === 0 ? [] : [{ ...toContactRow(decision.contact), seq }],
  }
}

/**
 * One row for each run that the event changed or that was notified of it, so that the history of each run is complete
 * by itself.
 */
function buildEventRows({ conversation, event, decision }: Decided, newId: () => string) {
  const deleted = new Set(decision.runs.flatMap((change) => (change.op === 'delete' ? change.runId : [])))
  const changed = new Set(decision.runs.flatMap((change) => (change.op === 'delete' ? [] : change.run.id)))
  const touched = new Set([...decision.transitions.map((move) => move.runId), ...changed])
  for (const runId of decision.notifiedRunIds) touched.add(runId)
  if (decision.event.runId !== null) touched.add(decision.event.runId)
  return [...touched]
    .filter((runId) => !deleted.has(runId))
    .map((runId, ord) => ({
      id: newId(),
      seq: event.seq,
      runId,
      ord,
      isNew: changed.has(runId) && !conversation.versions.has(runId),
    }))
}

/** The last change of each timer: earlier ones of the same event do not count. */
export function settleTimers(changes: readonly TimerChange[]) {
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

function toContactRow(patch: ContactPatch) {
  const fields = Object.entries(patch.fields ?? {})
  return {
    blacklist: patch.blacklist,
    favourite: patch.favourite,
    setsHandoff: patch.handoffUntil !== undefined,
    handoffUntil: patch.handoffUntil,
    handoffBy: patch.handoffBy,
    addedTags: patch.tags?.add,
    removedTags: patch.tags?.remove,
    fields: Object.fromEntries(fields),
    removedFields: fields.filter(([, value]) => value === null).map(([name]) => name),
    lastFlowAt: Object.fromEntries(
      Object.entries(patch.lastFlowAt ?? {}).map(([id, at]) => [id, new Date(at).toISOString()]),
    ),
    lastInboundAt: patch.lastInboundAt,
  }
}
