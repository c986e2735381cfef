import { STORED_EVENT_VERSION } from '../../../src/core/conversation/stored-event.ts'
import type { View } from './memory-storage.ts'
import { isLiveState, type Tables } from './rows.ts'
import { readJson, type Statements } from './statement.ts'

const CLAIM_MS = 30_000

type Event = Tables['inboundEvent']
type Run = Tables['flowState']

interface NewEvent {
  clientId: string
  contactJid: string
  eventId: string
  eventType: string
  source: string
  event: Record<string, unknown>
}

/** Inserts an event unless it is there; its number is used up either way, as an identity column does. */
export function insertEvent(view: View, event: NewEvent): Event | null {
  const row: Event = {
    ...event,
    v: STORED_EVENT_VERSION,
    refusal: null,
    seq: view.nextSeq('inboundEvent'),
    receivedAt: view.now,
    processedAt: null,
    status: 'received',
    error: null,
    explanation: null,
    attempts: 0,
  }
  return view.insertNew('inboundEvent', row) ? row : null
}

/** Takes the automation rows of contacts, made at first sight; `skip` leaves out those somebody else holds. */
function lockConversations(view: View, clientId: string, jids: readonly string[], skip: boolean): string[] {
  const sorted = [...new Set(jids)].sort()
  const known = new Set(sorted.filter((jid) => view.get('contactAutomation', jid)))
  const made = sorted.filter((jid) => view.insertNew('contactAutomation', emptyContact(clientId, jid)))
  if (view.storage.mutations.noClaim) return sorted
  const held = [...known].filter((jid) => !(skip && view.isHeldByOther('contactAutomation', jid)))
  for (const jid of held) view.lock('contactAutomation', jid)
  return [...made, ...held]
}

function emptyContact(clientId: string, jid: string): Tables['contactAutomation'] {
  return {
    clientId,
    jid,
    blacklist: false,
    favourite: false,
    handoffUntil: null,
    handoffBy: null,
    tags: [],
    fields: {},
    lastFlowAt: {},
    lastInboundAt: null,
  }
}

const isMine = (run: Run, claimant: unknown, nowMs: number): boolean =>
  run.claimedUntil === null || run.claimedUntil < nowMs || run.claimedBy === claimant

function openEvents(view: View, clientId: unknown, jid: unknown): Event[] {
  return view
    .find(
      'inboundEvent',
      (row) => row.clientId === clientId && row.contactJid === jid && row.status === 'received',
    )
    .sort((a, b) => a.seq - b.seq)
}

const floorMs = (ms: number | null): number | null => (ms === null ? null : Math.floor(ms))

function toRunJson(view: View, run: Run) {
  const timer = run.timeoutJobId === null ? undefined : view.get('timer', run.timeoutJobId)
  const { flowVersionId: versionId, claimedUntil, clientId: _clientId, ...columns } = run
  // Only those are read that have not ended.
  const { error: _error, errorMessage: _message, errorCode: _code, errorParams: _params, ...rest } = columns
  return {
    ...rest,
    versionId,
    timerKind: timer?.kind ?? null,
    timerDueAt: floorMs(timer?.dueAt ?? null),
    isClaimed: claimedUntil !== null && claimedUntil > view.clock,
  }
}

function readConversation(view: View, clientId: string, jid: string): object {
  const { client } = view.storage
  const contact = view.get('contact', jid)
  const known = view.get('contactAutomation', jid) ?? emptyContact(clientId, jid)
  const runs = view.find('flowState', (row) => row.contactJid === jid)
  const active = [
    ...runs.filter((run) => isLiveState(run.state)),
    ...runs.filter((run) => run.state === 'dormant'),
  ]
  const flows = view.find('flow', (row) => row.clientId === clientId && row.isActive)
  const open = openEvents(view, clientId, jid).slice(0, 2)
  return {
    contactJid: jid,
    nowMs: Math.ceil(view.clock),
    clientName: 'Shop',
    clientPhone: '+1',
    humanHandoffDurationSec: client.humanHandoffDurationSec,
    mainMenuFlowId: client.mainMenuFlowId,
    contactPhone: contact?.phone ?? null,
    contactUsername: contact?.username ?? null,
    contactName: contact?.name ?? contact?.notify ?? null,
    blacklist: known.blacklist,
    favourite: known.favourite,
    handoffUntil: floorMs(known.handoffUntil),
    handoffBy: known.handoffBy,
    tags: known.tags,
    fields: known.fields,
    lastFlowAt: known.lastFlowAt,
    lastInboundAt: floorMs(known.lastInboundAt),
    runs: active.length === 0 ? null : active.map((run) => toRunJson(view, run)),
    activeVersionIds:
      flows.length === 0
        ? null
        : flows.sort((a, b) => (a.id < b.id ? -1 : 1)).map((flow) => flow.publishedVersionId),
    open:
      open.length === 0
        ? null
        : open.map(({ seq, eventId, eventType, v, event, receivedAt }) => ({
            ...{ seq, eventId, eventType, v, event },
            receivedAt: Math.floor(receivedAt),
          })),
  }
}

function readFate(view: View, clientId: unknown, jid: unknown, messageId: unknown): object {
  const usedBy = view
    .find('flowState', (run) => run.clientId === clientId && run.contactJid === jid)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap(({ id: runId }) => {
      const events = view.find(
        'flowStateEvent',
        (row) =>
          row.flowStateId === runId &&
          row.eventId === messageId &&
          row.eventType === 'message_received' &&
          row.status === 'processed',
      )
      const [first] = events.sort((a, b) => (a.payloadSummary < b.payloadSummary ? -1 : 1))
      return first === undefined ? [] : [{ runId, summary: first.summary }]
    })
  const isPutOff = (row: Event) =>
    row.clientId === clientId && row.eventId === messageId && row.status === 'deferred'
  return { usedBy, isPutOff: view.find('inboundEvent', isPutOff).length > 0 }
}

export const conversationStatements: Statements = {
  inbound_insert(view, [records, clientId, jids, mayStep]) {
    const stored = readJson<(NewEvent & { ord: number })[]>(records)
      .sort((a, b) => a.ord - b.ord)
      .flatMap(
        ({ ord: _ord, ...event }) => insertEvent(view, { ...event, clientId: clientId as string }) ?? [],
      )
    const locked = mayStep
      ? new Set(lockConversations(view, clientId as string, jids as string[], true))
      : new Set()
    return stored.map(({ seq, contactJid }) => ({ seq, contactJid, isLocked: locked.has(contactJid) }))
  },
  conversation_try_lock: (view, [clientId, jids]) =>
    lockConversations(view, clientId as string, jids as string[], true).map((contactJid) => ({ contactJid })),
  conversation_lock: (view, [clientId, jids]) =>
    lockConversations(view, clientId as string, jids as string[], false).map((contactJid) => ({
      contactJid,
    })),
  conversation_claim(view, [, jid, claimant]) {
    const runs = view.find('flowState', (run) => run.contactJid === jid && isLiveState(run.state))
    return runs
      .filter((run) => view.storage.mutations.noClaim || isMine(run, claimant, view.clock))
      .map((run) => {
        const claimedUntil = view.clock + CLAIM_MS
        view.update('flowState', run, { claimedBy: claimant as string, claimedUntil })
        return { id: run.id }
      })
  },
  conversation_renew(view, [ids, claimant]) {
    const runs = view.find(
      'flowState',
      (run) => (ids as string[]).includes(run.id) && run.claimedBy === claimant,
    )
    return runs.map((run) => {
      view.update('flowState', run, { claimedUntil: view.clock + CLAIM_MS })
      return { id: run.id }
    })
  },
  conversation_release(view, [ids, claimant]) {
    for (const run of view.find('flowState', (row) => (ids as string[]).includes(row.id)))
      if (run.claimedBy === claimant) view.update('flowState', run, { claimedBy: null, claimedUntil: null })
    return []
  },
  conversation_void_claims(view, [clientId, claimant]) {
    const isForeign = (run: Run) =>
      run.clientId === clientId &&
      isLiveState(run.state) &&
      run.claimedBy !== null &&
      run.claimedBy !== claimant
    for (const run of view.find('flowState', isForeign))
      view.update('flowState', run, { claimedBy: null, claimedUntil: null })
    return []
  },
  conversations_reoffer_timers(view, [clientId]) {
    const hasNotification = (jid: string) =>
      view.find(
        'inboundEvent',
        (row) =>
          row.contactJid === jid &&
          ['received', 'deferred'].includes(row.status) &&
          row.eventType === 'client_reconnected',
      ).length > 0
    const isDue = (row: Event) =>
      row.clientId === clientId &&
      row.status === 'deferred' &&
      row.source === 'timer' &&
      row.processedAt !== null &&
      row.processedAt < view.now - 120_000
    for (const row of view.find('inboundEvent', isDue))
      if (!hasNotification(row.contactJid)) view.update('inboundEvent', row, { status: 'received' })
    return []
  },
  conversation_peek: (view, [clientId, jid]) =>
    openEvents(view, clientId, jid)
      .slice(0, 1)
      .map(({ seq }) => ({ seq })),
  conversations_open(view, [clientId]) {
    const open = view.find('inboundEvent', (row) => row.clientId === clientId && row.status === 'received')
    return [...new Set(open.sort((a, b) => a.seq - b.seq).map((row) => row.contactJid))].map(
      (contactJid) => ({
        contactJid,
      }),
    )
  },
  conversation_read_fate: (view, [clientId, jid, messageId]) => [readFate(view, clientId, jid, messageId)],
  conversation_read: (view, [clientId, jid]) => [readConversation(view, clientId as string, jid as string)],
  conversations_read: (view, [clientId, jids]) =>
    (jids as string[]).map((jid) => readConversation(view, clientId as string, jid)),
}
