import type { EventSummary, Explanation, PauseCause } from '../../../src/core/flow/index.ts'
import type { ClaimedSend } from '../../../src/features/conversations/records/hand-over.ts'
import { isUnsent, storeClaimed } from './chat-statements.ts'
import { POISON, StorageError } from './failures.ts'
import { noteHandoff } from './happening-statements.ts'
import type { View } from './memory-storage.ts'
import { isLiveState, NO_ERROR, type Tables } from './rows.ts'
import { readJson, type Statements, unnest } from './statement.ts'

type Event = Tables['inboundEvent']

interface RunInput {
  id: string
  flowId: string
  clientId: string
  contactJid: string
  versionId: string
  state: string
  currentNodeId: string | null
  context: string
  version: number
  readAt: number | null
  timeoutJobId: string | null
  lastEventId: string | null
  lastEventAt: number | null
  error: string | null
  errorMessage: string | null
  errorCode: string | null
  errorParams: unknown
  claimant: string | null
  keepClaim: boolean
}

function mayUpdate(view: View, run: Tables['flowState'], input: RunInput): boolean {
  const { noVersionCheck, noClaim } = view.storage.mutations
  if (noVersionCheck) return true
  if (run.version !== input.readAt) return false
  if (noClaim) return true
  if (input.claimant !== null) return run.claimedBy === input.claimant
  return run.claimedUntil === null || run.claimedUntil < view.clock
}

/** Answers how many of the runs were written. */
function writeRuns(view: View, inputs: readonly RunInput[]): number {
  let written = 0
  for (const input of inputs) {
    const { versionId, claimant: _claimant, keepClaim, readAt, ...columns } = input
    if (view.storage.mutations.seenAtCommit)
      columns.context = columns.context.replace('"seenFrom":null', '"seenFrom":0')
    if (readAt === null) {
      view.share('flow', input.flowId)
      if (!view.get('flow', input.flowId)) throw new StorageError('23503', 'the flow is gone')
      const fresh = { claimedBy: null, claimedUntil: null, createdAt: view.now, updatedAt: view.now }
      view.insert('flowState', { ...columns, ...fresh, flowVersionId: versionId })
      written += 1
      continue
    }
    const run = view.get('flowState', input.id)
    if (!run || !mayUpdate(view, run, input)) continue
    const claim = keepClaim ? {} : { claimedBy: null, claimedUntil: null }
    const { flowId: _flowId, clientId: _clientId, contactJid: _jid, ...changed } = columns
    view.update('flowState', run, { ...changed, ...claim, flowVersionId: versionId, updatedAt: view.now })
    written += 1
  }
  return written
}

/** A foreign key: a run that was deleted with its flow since it was read takes no rows any more. */
function requireRun(view: View, runId: string): void {
  if (!view.get('flowState', runId)) throw new StorageError('23503', 'the run is gone')
}

/** A run goes with everything that hangs on it. */
export function deleteRun(view: View, run: Tables['flowState']): void {
  for (const event of view.find('flowStateEvent', (row) => row.flowStateId === run.id)) {
    for (const move of view.find('flowStateTransition', (row) => row.flowStateEventId === event.id))
      view.remove('flowStateTransition', move)
    view.remove('flowStateEvent', event)
  }
  for (const name of ['outbox', 'timer', 'effect', 'flowMark'] as const)
    for (const row of view.find(name, (item) => item.flowStateId === run.id)) view.remove(name, row)
  view.remove('flowState', run)
}

interface Settled extends Event {
  line: string
  summary: EventSummary
  moved: boolean
}

interface Decided {
  seq: number
  status: string
  error: string | null
  line: string
  summary: EventSummary
  explanation: Explanation | null
  moved: boolean
}

function settleEvents(view: View, decided: readonly unknown[], clientId: unknown, jids: unknown): Settled[] {
  const settled: Settled[] = []
  for (const item of decided as Decided[]) {
    const row = view.get('inboundEvent', String(item.seq))
    if (!row || row.clientId !== clientId || !(jids as string[]).includes(row.contactJid)) continue
    if (row.status !== 'received' && row.status !== 'deferred') continue
    if (view.storage.poisoned.has(row.eventId)) throw new StorageError(POISON, 'the event cannot be stored')
    const { status, error, explanation, line, summary, moved } = item
    const attempts = row.attempts + (status === 'deferred' ? 0 : 1)
    const next = { error, explanation, processedAt: view.now, attempts }
    const stored = status === 'deferred' && moved ? 'received' : status
    settled.push({
      ...view.update('inboundEvent', row, { ...next, status: stored }),
      status,
      line,
      summary,
      moved,
    })
  }
  return settled
}

function reopenDeferred(view: View, settled: readonly Settled[], deferred: readonly Event[]): number {
  let reopened = 0
  for (const row of deferred) {
    const isBack = settled.some(
      (item) => item.moved && item.contactJid === row.contactJid && item.seq !== row.seq,
    )
    if (!isBack) continue
    view.update('inboundEvent', row, { status: 'received' })
    reopened += 1
  }
  return reopened
}

interface HistoryInput {
  id: string
  seq: number
  ord: number
}

function writeHistory(
  view: View,
  settled: readonly Settled[],
  known: ReadonlySet<string>,
  values: readonly unknown[],
): void {
  const eventOf = new Map(settled.map((row) => [row.seq, row]))
  const inOrder = (a: HistoryInput, b: HistoryInput) => a.ord - b.ord
  const events = readJson<(HistoryInput & { runId: string; isNew: boolean })[]>(values[3])
  for (const { id, seq, runId, isNew } of events.sort(inOrder)) {
    const event = eventOf.get(seq)
    if (!event || !(isNew || known.has(runId))) continue
    const { eventId, eventType, source, line: payloadSummary, summary, receivedAt, status, error } = event
    view.insert('flowStateEvent', {
      ...{ id, flowStateId: runId, eventId, eventType, source, payloadSummary, receivedAt, status, error },
      summary,
      seq: view.nextSeq('flowStateEvent'),
    })
  }
  const moves = readJson<(HistoryInput & Tables['flowStateTransition'] & { eventRowId: string })[]>(values[4])
  for (const { seq, ord: _ord, eventRowId, ...move } of moves.sort(inOrder)) {
    if (!eventOf.has(seq) || !view.get('flowStateEvent', eventRowId)) continue
    view.insert('flowStateTransition', {
      ...move,
      flowStateEventId: eventRowId,
      seq: view.nextSeq('flowStateTransition'),
    })
  }
}

/** What the messages of rows are stored as, by the rows' ids. */
type Claims = ReadonlyMap<string, readonly unknown[]>

interface SendInput extends HistoryInput {
  runId: string
  nodeId: string
  messageId: string
  content: Record<string, unknown>
}

/** Answers the rows that were stored as being sent: of `claims` those whose contact has nothing else that waits. */
function writeSends(view: View, settled: readonly Settled[], sends: unknown, claims: Claims): ClaimedSend[] {
  const claimed: ClaimedSend[] = []
  const waiting = new Set(view.find('outbox', isUnsent).map((row) => row.contactJid))
  const eventOf = new Map(settled.map((row) => [row.seq, row]))
  for (const { id, seq, runId, nodeId, messageId, content } of readJson<SendInput[]>(sends).sort(
    (a, b) => a.ord - b.ord || a.seq - b.seq,
  )) {
    const event = eventOf.get(seq)
    if (!event) continue
    const { clientId, contactJid } = event
    requireRun(view, runId)
    const claim = waiting.has(contactJid) ? undefined : claims.get(id)
    const state = claim ? { status: 'sending', attempts: 1 } : { status: 'pending', attempts: 0 }
    const rowSeq = view.nextSeq('outbox')
    view.insert('outbox', {
      ...{ id, clientId, contactJid, flowStateId: runId, nodeId, messageId, content },
      ...{ seq: rowSeq, ...state, ...NO_ERROR, ackedAt: null },
      nextAt: view.now,
      createdAt: view.now,
    })
    if (!claim) continue
    storeClaimed(view, { clientId, messageId, contactJid }, claim)
    claimed.push({ id, seq: rowSeq, createdAtMs: view.now })
  }
  return claimed
}

interface TimerInput {
  id: string
  seq: number
  runId: string
  kind: string
  dueAt: number | null
  awaitsSendId: string | null
}

function writeTimers(view: View, settled: readonly Settled[], cleared: unknown, armed: unknown): void {
  for (const id of cleared as string[]) {
    const timer = view.get('timer', id)
    if (timer?.dueAt === null) view.remove('timer', timer)
  }
  for (const { id, seq, runId, kind, dueAt, awaitsSendId } of readJson<TimerInput[]>(armed)) {
    if (!settled.some((row) => row.seq === seq)) continue
    const known = view.get('timer', id)
    if (known) {
      view.update('timer', known, { kind, dueAt, awaitsSendId: null })
      continue
    }
    requireRun(view, runId)
    view.insert('timer', { id, flowStateId: runId, kind, dueAt, awaitsSendId, firedAt: null })
  }
}

interface ContactInput {
  seq: number
  blacklist?: boolean
  favourite?: boolean
  setsHandoff: boolean
  handoffUntil?: number | null
  handoffBy?: PauseCause | null
  addedTags?: string[]
  removedTags?: string[]
  fields: Record<string, unknown>
  removedFields: string[]
  lastFlowAt: Record<string, string>
  lastInboundAt?: number
}

const patchHandoff = ({ setsHandoff, handoffUntil = null, handoffBy = null }: ContactInput) =>
  setsHandoff ? { handoffUntil, handoffBy } : {}

function writeContacts(view: View, settled: readonly Settled[], patches: unknown): void {
  for (const patch of readJson<ContactInput[]>(patches)) {
    const event = settled.find((row) => row.seq === patch.seq)
    const known = event && view.get('contactAutomation', event.contactJid)
    if (!known) continue
    const fields = { ...known.fields, ...patch.fields }
    for (const name of patch.removedFields) delete fields[name]
    const kept = known.tags.filter((tag) => !patch.removedTags?.includes(tag))
    const added = patch.addedTags?.filter((tag) => !known.tags.includes(tag)) ?? []
    const next = view.update('contactAutomation', known, {
      blacklist: patch.blacklist ?? known.blacklist,
      favourite: patch.favourite ?? known.favourite,
      ...patchHandoff(patch),
      tags: patch.addedTags ? [...kept, ...added] : known.tags,
      fields,
      lastFlowAt: { ...known.lastFlowAt, ...patch.lastFlowAt },
      lastInboundAt: patch.lastInboundAt ?? known.lastInboundAt,
    })
    noteHandoff(view, known, next)
  }
}

function writeDecisions(view: View, values: readonly unknown[], claims: Claims) {
  const [runs, runIds, events, , , sends, cleared, timers, contacts, , clientId, jids] = values
  const known = new Set((runIds as string[]).filter((id) => view.get('flowState', id) !== undefined))
  const deferred = view.find(
    'inboundEvent',
    (row) => row.status === 'deferred' && (jids as string[]).includes(row.contactJid),
  )
  const written = writeRuns(view, readJson(runs))
  const settled = settleEvents(view, readJson(events), clientId, jids)
  const reopened = reopenDeferred(view, settled, deferred)
  writeHistory(view, settled, known, values)
  const claimed = writeSends(view, settled, sends, claims)
  writeTimers(view, settled, cleared, timers)
  writeContacts(view, settled, contacts)
  return [{ events: settled.length, runs: written, reopened, claimed: claimed.length === 0 ? null : claimed }]
}

export const decisionStatements: Statements = {
  run_delete(view, [id, version]) {
    const run = view.get('flowState', id as string)
    if (!run || run.version !== version) return []
    deleteRun(view, run)
    return [{ id: run.id }]
  },
  runs_write: (view, [runs]) => [{ runs: writeRuns(view, readJson(runs)) }],
  decision_write: (view, values) => writeDecisions(view, values, new Map()),
  decision_write_claimed(view, values) {
    const claims = unnest(...values.slice(12)).map(([id, ...claim]) => [id as string, claim] as const)
    return writeDecisions(view, values, new Map(claims))
  },
  event_failed(view, [seq, message, reference, code, params]) {
    const row = view.get('inboundEvent', String(seq))
    if (row?.status !== 'received') return []
    const isDead = row.attempts + 1 >= 5
    const next = view.update('inboundEvent', row, {
      attempts: row.attempts + 1,
      error: message as string,
      ...(isDead
        ? { status: 'dead', processedAt: view.now, explanation: toGivenUp(reference) }
        : { explanation: null }),
    })
    if (!isDead) return [{ status: next.status }]
    failLive(view, next, { message, reference, code, params } as Record<string, string>)
    reopenConversation(view, next.clientId, next.contactJid)
    return [{ status: next.status }]
  },
}

const toGivenUp = (reference: unknown) => ({
  code: 'GIVEN_UP' as const,
  params: { reference: reference as string },
})

/** What waits for a run of the conversation is looked at again. */
export function reopenConversation(view: View, clientId: string, jid: string): void {
  const isDeferred = (row: Event) =>
    row.clientId === clientId && row.contactJid === jid && row.status === 'deferred'
  for (const row of view.find('inboundEvent', isDeferred))
    view.update('inboundEvent', row, { status: 'received' })
}

function failLive(
  view: View,
  event: Event,
  { message = '', reference = '', code = '', params = '' }: Record<string, string>,
): void {
  const live = view.find(
    'flowState',
    (run) => run.contactJid === event.contactJid && isLiveState(run.state),
  )[0]
  if (!live) return
  const { approval: _unsent, ...context } = JSON.parse(live.context) as { approval?: unknown }
  view.update('flowState', live, {
    ...{ state: 'failed', error: 'NODE_ERROR', errorMessage: message, version: live.version + 1 },
    ...(live.state === 'waiting_approval' && { context: JSON.stringify(context) }),
    ...{ errorCode: code, errorParams: readJson(params) },
    ...{ timeoutJobId: null, claimedBy: null, claimedUntil: null, lastEventId: event.eventId },
    lastEventAt: event.receivedAt,
    updatedAt: view.now,
  })
  const id = `dead-${event.seq}`
  const { eventId, eventType, source, receivedAt } = event
  view.insert('flowStateEvent', {
    ...{ id, eventId, eventType, source, receivedAt, flowStateId: live.id, payloadSummary: eventType },
    summary: { code: 'GIVEN_UP', params: { type: eventType, reference } },
    ...{ seq: view.nextSeq('flowStateEvent'), status: 'dead', error: message },
  })
  view.insert('flowStateTransition', {
    ...{ id, flowStateEventId: id, fromNodeId: live.currentNodeId, toNodeId: null, nodeType: 'flow' },
    ...{ outcome: 'failed', edgeId: null, actions: '[]', contextPatch: '{}' },
    seq: view.nextSeq('flowStateTransition'),
  })
}
