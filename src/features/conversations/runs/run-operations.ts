import type { Handlers, OwnerId } from '../../../contract/handlers.ts'
import { toActor } from '../../../core/conversation/conversation-entry.ts'
import type { ConversationEvent } from '../../../core/conversation/flow-event.ts'
import { missing, refusal } from '../../../core/errors.ts'
import { type RunStateName, TERMINAL_STATES } from '../../../core/flow/index.ts'
import type { Database } from '../../../db/client.ts'
import { findContactId } from '../../contacts/index.ts'
import type { PhoneTests } from '../../flows/index.ts'
import { runOnce } from '../../idempotency/index.ts'
import { type RequestOutcome, refuseRequest } from './requests.ts'
import {
  type PairRow,
  parseRunCursor,
  type RunRow,
  runStore,
  type SentRow,
  toRunCursor,
} from './run-pages.ts'
import { buildStart, type StartDeps, sourceOf } from './starts.ts'

type StateHandlers = Handlers['flows']['states']
type FlowState = Awaited<ReturnType<StateHandlers['get']>>
type Sent = Awaited<ReturnType<StateHandlers['sends']>>[number]
type Pair = Awaited<ReturnType<StateHandlers['events']>>[number]

export interface RunHandlerDeps extends StartDeps {
  /** Hands a request to its conversation and answers what it came to. */
  request(event: ConversationEvent): Promise<RequestOutcome>
  newId(): string
  /** The draft that a run tests. */
  readTestedDraft: PhoneTests['readTestedDraft']
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

export function toFlowState(row: RunRow): FlowState {
  const { createdAtUs: _place, isTest: _isTest, contactName: _contactName, ...rest } = row
  return {
    ...rest,
    // Only states of the engine are ever stored.
    state: row.state as FlowState['state'],
    claimedUntil: iso(row.claimedUntil),
    lastEventAt: iso(row.lastEventAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function toPair(row: PairRow): Pair {
  return {
    event: {
      id: row.eventRowId,
      flowStateId: row.flowStateId,
      eventId: row.eventId,
      eventType: row.eventType,
      source: row.source,
      mode: row.mode,
      payloadSummary: row.payloadSummary,
      receivedAt: row.receivedAt.toISOString(),
      processedAt: iso(row.processedAt),
      status: row.status,
      error: row.error,
      createdAt: row.createdAt.toISOString(),
    },
    transition: toTransition(row),
  }
}

type Story = Awaited<ReturnType<StateHandlers['story']>>

function toStoryPair(row: PairRow): Story['steps'][number] {
  const { event, transition } = toPair(row)
  return { event: { ...event, summary: row.summary && { ...row.summary } }, transition }
}

function toStorySend(row: SentRow): Story['sends'][number] {
  const { errorCode: code, errorParams: params } = row
  return { ...toSend(row), failure: code === null ? null : { code, params: { ...params } } }
}

function toTransition(row: PairRow): Pair['transition'] {
  if (row.transitionId === null) return null
  return {
    id: row.transitionId,
    flowStateEventId: row.eventRowId,
    fromNodeId: row.fromNodeId,
    toNodeId: row.toNodeId,
    nodeType: row.nodeType ?? '',
    outcome: row.outcome ?? '',
    edgeId: row.edgeId,
    actions: row.actions ?? '[]',
    contextPatch: row.contextPatch ?? '{}',
    createdAt: (row.transitionCreatedAt ?? row.createdAt).toISOString(),
  }
}

/** A message in the outbox is waiting. One that left it is as far as its stored message. */
function toSend({
  outboxStatus,
  messageStatus,
  createdAt,
  errorCode: _,
  errorParams: __,
  ...row
}: SentRow): Sent {
  const known = messageStatus as Sent['status'] | null
  const status =
    outboxStatus === 'failed' ? 'ERROR' : (known ?? (outboxStatus === 'sent' ? 'SERVER_ACK' : 'PENDING'))
  return { ...row, status, createdAt: createdAt.toISOString() }
}

function hasEnded(row: RunRow): boolean {
  return TERMINAL_STATES.includes(row.state as RunStateName)
}

async function readRun(db: Database, id: string, userId: OwnerId): Promise<RunRow> {
  const row = await runStore.read(db, id, userId)
  if (row === undefined) throw missing('flow state')
  return row
}

/** The run as it is after a request, or why nothing happened. Without `runId` it is the newest that was touched. */
async function perform(
  { db, request }: RunHandlerDeps,
  event: ConversationEvent,
  userId: OwnerId,
  runId?: string,
) {
  const outcome = await request(event)
  if (outcome.status !== 'processed' || outcome.runId === null) throw refuseRequest(outcome)
  return toFlowState(await readRun(db, runId ?? outcome.runId, userId))
}

/** A request about a run is an event of its contact, in order behind those that are there already. */
function createRunRequests(
  deps: RunHandlerDeps,
): Pick<StateHandlers, 'start' | 'pause' | 'resume' | 'cancel'> {
  const { db, newId, request } = deps
  return {
    /** The same key and body get the first answer; a call that never was answered asks for the same event again. */
    async start(input, { owner, principal, idempotencyKey: key }) {
      const call = { userId: principal.userId, key, operation: 'flows.states.start', body: input }
      return runOnce({ db, newMessageId: newId }, call, async (id) => ({
        response: await perform(
          deps,
          await buildStart(deps, input, `start:${id}`, { owner, principal }),
          owner,
        ),
        final: true,
      }))
    },
    async pause({ id }, { owner, principal }) {
      const { clientId, contactJid } = await readRun(db, id, owner)
      const eventId = `pause:${newId()}`
      const event = { type: 'human_message' as const, eventId, text: '', by: toActor(principal) }
      await request({ clientId, contactJid, source: sourceOf(principal), event })
      const after = await readRun(db, id, owner)
      if (after.state === 'handed_off') return toFlowState(after)
      throw refusal('CONFLICT', 'NOT_PAUSED', { state: after.state })
    },
    /** Repeated like `start`: a step that was jumped to is not taken twice. */
    async resume(input, { owner, principal, idempotencyKey: key }) {
      const { id, nodeId, text, replace } = input
      const { clientId, contactJid } = await readRun(db, id, owner)
      const wanted = {
        ...{ type: 'api_resume' as const, runId: id, by: toActor(principal) },
        ...(nodeId === undefined ? {} : { nodeId }),
        ...(text === undefined ? {} : { text }),
        ...(replace ? { replaces: true } : {}),
      }
      const call = { userId: principal.userId, key, operation: 'flows.states.resume', body: input }
      return runOnce({ db, newMessageId: newId }, call, async (callId) => {
        const event = { ...wanted, eventId: `resume:${callId}` }
        const asked = { clientId, contactJid, source: sourceOf(principal), event }
        return { response: await perform(deps, asked, owner, id), final: true }
      })
    },
    async cancel({ id }, { owner, principal }) {
      const before = await readRun(db, id, owner)
      if (hasEnded(before)) {
        throw refusal('CONFLICT', 'RUN_ENDED', { state: before.state })
      }
      const { clientId, contactJid } = before
      const event = { type: 'cancel_requested' as const, eventId: `cancel:${newId()}`, runId: id }
      await request({ clientId, contactJid, source: sourceOf(principal), event })
      return toFlowState(await readRun(db, id, owner))
    },
  }
}

function createRunReads({
  db,
  readTestedDraft,
}: RunHandlerDeps): Pick<StateHandlers, 'get' | 'testedDraft' | 'events' | 'sends' | 'story' | 'list'> {
  return {
    get: async ({ id }, { owner }) => toFlowState(await readRun(db, id, owner)),
    testedDraft: async ({ id }, { owner }) => ({
      flow: await readTestedDraft((await readRun(db, id, owner)).id),
    }),
    async events({ id }, { owner }) {
      await readRun(db, id, owner)
      return (await runStore.readPairs(db, id)).map(toPair)
    },
    async sends({ id }, { owner }) {
      await readRun(db, id, owner)
      return (await runStore.readSends(db, id)).map(toSend)
    },
    async story({ id }, { owner }) {
      await readRun(db, id, owner)
      const [failure, pairs, sends] = await Promise.all([
        runStore.readFailure(db, id),
        runStore.readPairs(db, id),
        runStore.readSends(db, id),
      ])
      return { failure, steps: pairs.map(toStoryPair), sends: sends.map(toStorySend) }
    },
    async list({ cursor, limit, contactJid, clientId, ...filter }, { owner }) {
      const isKnownClient = clientId !== undefined && contactJid !== undefined
      const jid = isKnownClient ? await findContactId(db, clientId, contactJid) : contactJid
      const rows = await runStore.list(db, owner, {
        ...filter,
        clientId,
        contactJid: jid,
        after: parseRunCursor(cursor),
        limit: limit + 1,
      })
      const states = rows.slice(0, limit)
      return {
        states: states.map((row) => ({
          ...toFlowState(row),
          isTest: row.isTest,
          contactName: row.contactName,
        })),
        nextCursor: toRunCursor(rows.length > limit ? states.at(-1) : undefined),
      }
    },
  }
}

export const createRunHandlers = (
  deps: RunHandlerDeps,
  more: Pick<StateHandlers, 'preview' | 'steps' | 'history' | 'current'>,
): StateHandlers => ({
  ...createRunRequests(deps),
  ...createRunReads(deps),
  ...more,
})
