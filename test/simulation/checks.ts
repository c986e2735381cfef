import { applyMergePatch, type RunContext } from '../../src/core/flow/index.ts'
import { EarlyAnswers } from './early-answers.ts'
import { checkHappenings, findActors, HappeningWatch } from './happening-watch.ts'
import { GROUP, type Incoming } from './incoming.ts'
import type { ShownMessage } from './sim-network.ts'
import { checkStopWords } from './stop-words.ts'
import type { CommittedChange, MemoryStorage } from './storage/memory-storage.ts'
import { isLiveState, type Tables } from './storage/rows.ts'
import { checkChanged, TakenBack } from './taken-back.ts'

type Outbox = Tables['outbox']

const ENDED = ['completed', 'failed', 'cancelled', 'expired']
const DONE = ['processed', 'ignored', 'dead']

/** What is about something that is not here, or that changes nothing, is no event. */
const MAY_BE_NONE: readonly Incoming['kind'][] = ['vote', 'edit', 'revoke', 'group', 'call']

const isLive = (run: Tables['flowState']) => isLiveState(run.state)

/** Watches every commit of a schedule for what must never happen. */
export class CommitWatch {
  readonly violations: string[] = []
  /** Every message ever planned, in the order of commits, and the row as it was last seen. */
  readonly planned = new Map<string, Outbox>()
  readonly early: EarlyAnswers
  readonly happenings: HappeningWatch
  readonly takenBack = new TakenBack()
  private readonly storage: MemoryStorage

  constructor(storage: MemoryStorage) {
    this.storage = storage
    this.early = new EarlyAnswers(storage)
    this.happenings = new HappeningWatch(storage)
  }

  onCommit(changes: readonly CommittedChange[]): void {
    for (const change of changes) {
      if (change.table === 'outbox') this.noteOutbox(change)
      if (change.table === 'inboundEvent') this.noteEvent(change, changes)
    }
    this.violations.push(...this.happenings.check(changes), ...this.takenBack.check(changes))
    this.noteOrder(changes)
  }

  /** The database lost these, the last first: nobody may have acted on them. */
  onLost(changes: readonly CommittedChange[]): void {
    for (const change of changes) {
      const { table, key, before } = change
      this.happenings.onLost(change)
      this.takenBack.onLost(change)
      if (table !== 'outbox') continue
      if (before === undefined) this.planned.delete(key)
      else this.planned.set(key, before as Outbox)
    }
  }

  private noteOutbox({ after, before }: CommittedChange): void {
    const row = after as Outbox | null
    const old = before as Outbox | undefined
    if (row) this.planned.set(row.id, row)
    if (row && old && row.messageId !== old.messageId)
      this.violations.push(`outbox row ${row.id} changed its id`)
    if (row && old && (old.status === 'sent' || old.status === 'failed') && row.status !== old.status)
      this.violations.push(`outbox row ${row.id} was settled as ${old.status}, then as ${row.status}`)
  }

  /** Nothing is passed over but what was put off behind a run, and that only while there was one. */
  private noteDecided(event: Tables['inboundEvent'], changes: readonly CommittedChange[]): void {
    const { contactJid, seq, eventId } = event
    const runs = changes.flatMap(({ table, before, after }) => (table === 'flowState' ? [before, after] : []))
    const isBehindRun = [...this.storage.rows('flowState').filter(isLive), ...runs].some(
      (run) => (run as Tables['flowState'] | null)?.contactJid === contactJid,
    )
    const wasPutOff = new Set(
      changes.flatMap(({ before, key }) =>
        before === undefined || ('status' in before && before.status === 'deferred') ? key : [],
      ),
    )
    const mayPass = (row: Tables['inboundEvent']) =>
      isBehindRun && (row.status === 'deferred' || wasPutOff.has(String(row.seq)))
    const passedOver = this.storage
      .rows('inboundEvent')
      .filter((row) => row.source === 'chat' && row.contactJid === contactJid && row.seq < seq)
      .filter((row) => !DONE.includes(row.status) && !mayPass(row))
    for (const row of passedOver)
      this.violations.push(`message ${eventId} of ${contactJid} was decided before ${row.eventId}`)
  }

  /**
   * What is stored together stands in the order in which it came. A change of a message that came before it waits for it, and
   * stands behind it.
   */
  private noteOrder(changes: readonly CommittedChange[]): void {
    const released = changes.flatMap(({ table, before, after }) =>
      table === 'journal' && !after ? [before as Tables['journal']] : [],
    )
    const latest = new Map<string, { seq: number; eventId: string }>()
    const places = new Map<string, number>()
    for (const { table, before, after } of changes) {
      if (table !== 'inboundEvent' || before !== undefined || !after) continue
      const { eventId, contactJid } = after as Tables['inboundEvent']
      const entry = released.find(({ stanza }) => isToldBy(JSON.parse(stanza) as Incoming, eventId))
      if (!entry) continue
      const earlier = latest.get(contactJid)
      const { aboutId } = JSON.parse(entry.stanza) as Incoming
      places.set(eventId, entry.seq)
      const about = aboutId === null ? 0 : (places.get(aboutId) ?? this.takenBack.placeOf(aboutId, changes))
      if (entry.seq < about) continue
      if (earlier && entry.seq < earlier.seq)
        this.violations.push(
          `${eventId} of ${contactJid} came before ${earlier.eventId} and stands behind it`,
        )
      else latest.set(contactJid, { seq: entry.seq, eventId })
    }
  }

  /** What came earlier from the same contact is no longer in the journal. */
  private noteStored(
    { eventId, contactJid }: Tables['inboundEvent'],
    changes: readonly CommittedChange[],
  ): void {
    const isOf = ({ stanza }: Tables['journal']) => isToldBy(JSON.parse(stanza) as Incoming, eventId)
    const released = changes.find(
      ({ table, before, after }) => table === 'journal' && !after && isOf(before as Tables['journal']),
    )
    const { seq } = (released?.before ?? { seq: 0 }) as Pick<Tables['journal'], 'seq'>
    for (const row of this.storage.rows('journal'))
      if (row.seq < seq && chatsOf(JSON.parse(row.stanza) as Incoming).includes(contactJid))
        this.violations.push(`message ${eventId} of ${contactJid} was stored before ${row.id}`)
  }

  private noteEvent({ after, before }: CommittedChange, changes: readonly CommittedChange[]): void {
    const event = after as Tables['inboundEvent'] | null
    const old = before as Tables['inboundEvent'] | undefined
    if (!event) return
    if (!old && event.source === 'chat') this.noteStored(event, changes)
    if (old && DONE.includes(old.status) && event.status !== old.status)
      this.violations.push(`event ${event.eventId} was ${old.status}, then ${event.status}`)
    if (old && old.contactJid !== event.contactJid)
      this.violations.push(`event ${event.eventId} changed its conversation`)
    if (event.source === 'chat' && DONE.includes(event.status) && old?.status !== event.status) {
      this.noteDecided(event, changes)
      if (event.eventType === 'message_received')
        this.violations.push(
          ...this.early.check(event, changes, this.planned),
          ...checkStopWords(this.storage, event, changes),
        )
    }
    if (event.source !== 'timer' || event.status !== 'processed' || old?.status === 'processed') return
    const { timerId, runId } = event.event
    const run = changes.find((change) => change.table === 'flowState' && change.key === runId)?.before
    const armed = (run as Tables['flowState'] | undefined)?.timeoutJobId
    if (armed !== timerId)
      this.violations.push(`timer ${String(timerId)} fired for a run that did not wait for it`)
  }
}

/** The conversations that are told of it. */
const chatsOf = ({ kind, chat }: Incoming): string[] => (kind === 'group' ? [chat, GROUP] : [chat])

/** Whether an event for flows follows from that; one of a call that the service ended itself follows from none. */
function isToldBy({ id, kind, text, aboutId }: Incoming, eventId: string): boolean {
  if (kind === 'group') return eventId.startsWith(`group:${id}:`)
  const isRinging = text === 'offered'
  return kind === 'call'
    ? eventId.startsWith(`call:${aboutId}:`) && eventId.endsWith('ringing') === isRinging
    : id === eventId
}

function textOf(row: Outbox): string {
  const { content } = row
  return String(content.text ?? content.question ?? content.type)
}

/** A contact sees each planned message once and in order, or the run says why not. */
function checkShown(
  storage: MemoryStorage,
  planned: ReadonlyMap<string, Outbox>,
  shown: readonly ShownMessage[],
): string[] {
  const problems: string[] = []
  const byMessage = new Map([...planned.values()].map((row) => [row.messageId, row]))
  const seen: Outbox[] = []
  for (const { id, chat } of shown) {
    const row = byMessage.get(id)
    if (!row) {
      problems.push(`${chat} was shown message ${id}, which nothing planned`)
      continue
    }
    seen.push(row)
    if (row.contactJid !== chat)
      problems.push(`"${textOf(row)}" was for ${row.contactJid} and went to ${chat}`)
  }
  for (const row of planned.values())
    if (row.status === 'sent' && !seen.includes(row))
      problems.push(`"${textOf(row)}" counts as sent, and ${row.contactJid} never saw it`)
  return [...problems, ...checkShownOrder(storage, seen)]
}

/** Runs in different conversations write to the group in no order between them. */
function checkShownOrder(storage: MemoryStorage, seen: readonly Outbox[]): string[] {
  const problems: string[] = []
  const actors = findActors(storage)
  const lastSeq = new Map<string, number>()
  for (const row of seen) {
    const { contactJid: chat, seq, status, flowStateId, messageId } = row
    const line = chat === GROUP ? `${chat} of ${flowStateId ?? actors.get(messageId)}` : chat
    const last = lastSeq.get(line) ?? 0
    if (status === 'failed') continue
    if (seq < last) problems.push(`${chat} was shown "${textOf(row)}" after a later message`)
    lastSeq.set(line, Math.max(seq, last))
  }
  return problems
}

function checkOutbox(storage: MemoryStorage): string[] {
  return storage.rows('outbox').flatMap((row) => {
    if (row.status === 'sent' || (row.status === 'failed' && row.error)) return []
    return [`"${textOf(row)}" to ${row.contactJid} ended as ${row.status} without a reason`]
  })
}

/** What the contacts did is stored once and decided; what we sent never counts as a person writing. */
function checkInbound(storage: MemoryStorage, takenBack: TakenBack, incoming: readonly Incoming[]): string[] {
  const problems: string[] = []
  const events = new Map(storage.rows('inboundEvent').map((row) => [row.eventId, row]))
  for (const { id, kind } of incoming) {
    const event = events.get(id)
    if (kind === 'echo') {
      if (event) problems.push(`the echo of our message ${id} counts as written by a person`)
    } else if (!event && !MAY_BE_NONE.includes(kind) && !takenBack.has(id))
      problems.push(`message ${id} was lost`)
  }
  for (const { eventId, status, error } of events.values())
    if (
      status !== 'processed' &&
      status !== 'ignored' &&
      !(status === 'dead' && storage.poisoned.has(eventId))
    )
      problems.push(`event ${eventId} ended as ${status}: ${String(error)}`)
  return problems
}

/**
 * Moves of a run join one to the next, and their patches make its variables. A message that could not be sent may lead
 * out of its node by `failed` when the run is elsewhere already.
 */
function checkChains(storage: MemoryStorage): string[] {
  const problems: string[] = []
  const events = new Map(storage.rows('flowStateEvent').map((row) => [row.id, row]))
  // An event that was put off is told again when it is taken up.
  const processed = new Set<string>()
  for (const { flowStateId, eventId, status } of events.values()) {
    if (status !== 'processed') continue
    const key = `${flowStateId} ${eventId}`
    if (processed.has(key))
      problems.push(`event ${eventId} was processed more than once by run ${flowStateId}`)
    processed.add(key)
  }
  const moves = new Map<string, Tables['flowStateTransition'][]>()
  for (const move of storage.rows('flowStateTransition').sort((a, b) => a.seq - b.seq)) {
    const runId = events.get(move.flowStateEventId)?.flowStateId ?? ''
    const known = moves.get(runId)
    if (known) known.push(move)
    else moves.set(runId, [move])
  }
  for (const run of storage.rows('flowState')) problems.push(...checkChain(run, moves.get(run.id) ?? []))
  return problems
}

function checkChain(run: Tables['flowState'], moves: readonly Tables['flowStateTransition'][]): string[] {
  let place = moves[0]?.fromNodeId ?? null
  let context: Record<string, unknown> = {}
  for (const move of moves) {
    const isFailedSend = move.outcome === 'failed' && move.nodeType.startsWith('send.')
    if (move.fromNodeId !== place && !isFailedSend)
      return [`run ${run.id} left ${move.fromNodeId} while it was at ${place}`]
    place = move.toNodeId
    context = applyMergePatch(context, JSON.parse(move.contextPatch) as Record<string, unknown>)
  }
  const end = ENDED.includes(run.state) ? null : run.currentNodeId
  if (place !== end) return [`run ${run.id} is at ${end}, and its moves end at ${place}`]
  const { vars, visits } = JSON.parse(run.context) as { vars: unknown; visits: unknown }
  const isSame =
    JSON.stringify(sorted(context.vars)) === JSON.stringify(sorted(vars)) &&
    JSON.stringify(sorted(context.visits ?? {})) === JSON.stringify(sorted(visits))
  return isSame ? [] : [`the patches of run ${run.id} do not make its variables`]
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
}

/** A run that waits for a time will be woken: its timer is there, and armed or waiting for a message still to be sent. */
function checkTimers(storage: MemoryStorage): string[] {
  const jobs = new Set(storage.rows('job').map((job) => job.key))
  const timers = new Map(storage.rows('timer').map((timer) => [timer.id, timer]))
  const outbox = new Map(storage.rows('outbox').map((row) => [row.id, row]))
  const checkTimer = ({ id, timeoutJobId }: Tables['flowState']): string[] => {
    const timer = timers.get(timeoutJobId ?? '')
    if (!timer) return [`run ${id} waits for a timer that does not exist`]
    if (timer.awaitsSendId !== null) {
      const status = outbox.get(timer.awaitsSendId)?.status
      return status === 'failed' ? [] : [`run ${id} waits for a message to be sent, which is ${status}`]
    }
    if (timer.firedAt !== null) return [`run ${id} still waits for a timer that has fired`]
    return jobs.has(timer.id) ? [] : [`run ${id} waits for a timer that nobody fires`]
  }
  return storage
    .rows('flowState')
    .filter(({ state, timeoutJobId }) => !ENDED.includes(state) && timeoutJobId !== null)
    .flatMap(checkTimer)
}

/** A text waits for a person exactly as long as its run does, with a time at which it is over. */
function checkApprovals(storage: MemoryStorage): string[] {
  return storage.rows('flowState').flatMap(({ id, state, context, timeoutJobId }) => {
    const { approval } = JSON.parse(context) as RunContext
    const waits = state === 'waiting_approval'
    if (waits !== (approval !== undefined))
      return [`run ${id} is ${state} with ${approval?.id ?? 'no'} approval`]
    return waits && timeoutJobId === null ? [`run ${id} waits for an approval for ever`] : []
  })
}

/** All that must hold when a schedule has come to rest. */
export function checkAtRest(
  storage: MemoryStorage,
  watch: CommitWatch,
  world: { shown: readonly ShownMessage[]; incoming: readonly Incoming[] },
): string[] {
  return [
    ...watch.violations,
    ...checkInbound(storage, watch.takenBack, world.incoming),
    ...checkHappenings(storage, world.incoming),
    ...checkChanged(storage, world.incoming),
    ...checkOutbox(storage),
    ...checkShown(storage, watch.planned, world.shown),
    ...checkChains(storage),
    ...checkTimers(storage),
    ...checkApprovals(storage),
  ]
}
