import { describe, expect, test } from 'vitest'
import { EVENT_TYPES, type EventType, type FlowEvent, sourceOf } from '../../conversation/flow-event.ts'
import { MESSAGE_TYPES } from '../../conversation/message.ts'
import {
  type ConversationState,
  createSnapshot,
  type EventSummary,
  FALLBACK_BEHAVIORS,
  findNodeType,
  LIVE_STATES,
  parseDefinition,
  processEvent,
  RETRIGGER_BEHAVIORS,
  RUN_STATES,
  type RunState,
  TERMINAL_STATES,
} from '../index.ts'

const definition = parseDefinition({
  nodes: [
    { id: 't', type: 'trigger.keyword', data: { values: ['go'] } },
    { id: 'q', type: 'ask', data: { prompt: 'Name?', saveAs: 'name', timeoutSec: 60 } },
    { id: 's', type: 'send.text', data: { text: 'Hi {{ name }}' } },
  ],
  edges: [
    { id: 'e1', source: 't', target: 'q' },
    { id: 'e2', source: 'q', sourceHandle: 'reply', target: 's' },
  ],
  variables: [{ name: 'name', pii: true }],
})
if (!definition.ok) throw new Error(definition.message)
const snapshot = createSnapshot({ flowId: 'F', versionId: 'F1' }, definition.definition)

function conversation(
  change: Partial<ConversationState> = {},
  contact: Partial<ConversationState['contact']> = {},
): ConversationState {
  return {
    client: {
      id: 'c',
      name: null,
      phone: null,
      humanHandoffDurationSec: 1_800,
      mainMenuFlowId: null,
      defaultCountry: null,
      connected: true,
    },
    contact: {
      jid: 'u',
      phone: null,
      name: null,
      tags: [],
      fields: {},
      blacklist: false,
      favourite: false,
      handoffUntil: null,
      lastFlowAt: {},
      lastInboundAt: null,
      ...contact,
    },
    live: null,
    dormant: [],
    pastFlowIds: [],
    flows: [snapshot],
    versions: (id) => (id === 'F1' ? snapshot : undefined),
    fate: null,
    ...change,
  }
}

function counter() {
  let next = 0
  return () => `id${++next}`
}

function text(words: string, receivedAt = 1_000): FlowEvent {
  return {
    type: 'message_received',
    eventId: `m-${words}`,
    receivedAt,
    message: { id: words, type: 'text', text: words },
  }
}

function decide(state: ConversationState, event: FlowEvent, now = event.receivedAt) {
  return processEvent(state, event, { now, newId: counter() })
}

function startedRun(): RunState {
  const change = decide(conversation(), text('go')).runs[0]
  if (change?.op !== 'create') throw new Error('no run was created')
  return change.run
}

describe('one event', () => {
  test('a keyword creates a run, its transition, its send and a timer that waits for the acknowledgement', () => {
    const decision = decide(conversation(), text('GO!'))
    expect(decision.event).toEqual({
      status: 'processed',
      error: null,
      runId: 'id1',
      summary: { code: 'MESSAGE', params: { type: 'text', text: 'GO!' } },
      explanation: null,
    })
    expect(decision.runs).toMatchObject([
      {
        op: 'create',
        run: { id: 'id1', state: 'waiting_input', currentNodeId: 'q', version: 1, timeoutJobId: 'id3' },
      },
    ])
    expect(decision.transitions).toMatchObject([
      {
        runId: 'id1',
        fromNodeId: 't',
        toNodeId: 'q',
        nodeType: 'trigger.keyword',
        outcome: 'triggered',
        edgeId: 'e1',
      },
    ])
    expect(decision.transitions[0]?.actions).toEqual([
      { k: 'send', outboxId: 'id2', type: 'text' },
      { k: 'arm', jobId: 'id3', at: null },
    ])
    expect(decision.sends).toMatchObject([
      { id: 'id2', runId: 'id1', nodeId: 'q', seq: 0, purpose: 'prompt' },
    ])
    expect(decision.timers).toEqual([
      { op: 'await_ack', timerId: 'id3', runId: 'id1', kind: 'timeout', afterMs: 60_000, sendId: 'id2' },
    ])
    expect(decision.contact).toEqual({ lastInboundAt: 1_000, lastFlowAt: { F: 1_000 } })
  })

  test('the acknowledgement of the prompt arms the timer, a second one does not', () => {
    const live = startedRun()
    const ack: FlowEvent = {
      type: 'send_acked',
      eventId: 'a',
      receivedAt: 9_000,
      sendId: 'id2',
      runId: 'id1',
      ackedAt: 9_000,
    }
    const first = decide(conversation({ live }), ack)
    expect(first.timers).toEqual([
      { op: 'arm', timerId: 'id3', runId: 'id1', kind: 'timeout', dueAt: 69_000 },
    ])
    const change = first.runs[0]
    expect(change).toMatchObject({ op: 'update', run: { version: 2, timerDueAt: 69_000 } })
    if (change?.op === 'update') expect(decide(conversation({ live: change.run }), ack).runs).toEqual([])
  })

  test('an acknowledgement leaves the timer of an answer that is being collected alone', () => {
    const withoutTypeAhead = createSnapshot(
      { flowId: 'F', versionId: 'F1' },
      { ...snapshot.definition, settings: { ...snapshot.definition.settings, inputDebounceMs: 3_000 } },
    )
    const of = (live: RunState) =>
      conversation({ live, flows: [withoutTypeAhead], versions: () => withoutTypeAhead })
    const { wait } = startedRun().context
    // The question was seen; the words that asked again are not acknowledged.
    const asked = { sendId: 'id0', seenFrom: 1_000 }
    const live = { ...startedRun(), context: { ...startedRun().context, wait: wait && { ...wait, asked } } }
    const collected = decide(of(live), text('Ana'), 2_000).runs[0]
    if (collected?.op !== 'update') throw new Error('the run was not changed')
    expect(collected.run).toMatchObject({ timerKind: 'delay_elapsed', timerDueAt: 5_000 })
    const ack = { type: 'send_acked', eventId: 'a', sendId: 'id2', runId: 'id1' } as const
    const decision = decide(of(collected.run), { ...ack, receivedAt: 9_000, ackedAt: 9_000 })
    expect(decision.timers).toEqual([])
    expect(decision.runs).toMatchObject([
      {
        run: {
          timerDueAt: 5_000,
          timeoutJobId: collected.run.timeoutJobId,
          context: { wait: { timerFrom: 9_000 } },
        },
      },
    ])
  })

  test("a timer whose id is not the run's only one is stale", () => {
    const live = startedRun()
    const fire = (timerId: string): FlowEvent => ({
      type: 'timeout',
      eventId: 'x',
      receivedAt: 99_000,
      timerId,
      runId: 'id1',
    })
    expect(decide(conversation({ live }), fire('id99')).event).toMatchObject({
      status: 'ignored',
      error: 'stale_timer',
    })
    expect(decide(conversation({ live }), fire('id3')).runs).toMatchObject([{ run: { state: 'dormant' } }])
    expect(decide(conversation(), fire('id3')).event).toMatchObject({
      status: 'ignored',
      error: 'stale_timer',
    })
  })

  test('while the client is away a timeout is deferred, and the reconnect gives a minute of grace', () => {
    const live = { ...startedRun(), timerDueAt: 50_000 }
    const away = conversation({ live, client: { ...conversation().client, connected: false } })
    const fire: FlowEvent = {
      type: 'timeout',
      eventId: 'x',
      receivedAt: 50_000,
      timerId: 'id3',
      runId: 'id1',
    }
    expect(decide(away, fire).event).toMatchObject({ status: 'deferred', runId: 'id1' })
    const back = decide(conversation({ live }), {
      type: 'client_reconnected',
      eventId: 'r',
      receivedAt: 80_000,
    })
    expect(back.timers.filter((timer) => timer.op === 'arm')).toMatchObject([
      { kind: 'timeout', dueAt: 140_000 },
    ])
    const early = decide(conversation({ live }), {
      type: 'client_reconnected',
      eventId: 'r',
      receivedAt: 40_000,
    })
    expect(early.timers).toEqual([])
  })

  test('an answer to a variable marked pii is masked in the summary', () => {
    const { event } = decide(conversation({ live: startedRun() }), text('Ana', 2_000))
    expect(event).toMatchObject({ status: 'deferred', summary: { params: { text: '•••' } } })
  })

  test('what a contact does to a message is told to the runs that took it, and moves none', () => {
    const live = startedRun()
    const summary: EventSummary = { code: 'MESSAGE', params: { type: 'image', text: 'Our shop' } }
    const usedBy = [
      { runId: live.id, summary },
      { runId: 'ended', summary },
    ]
    const base = { eventId: 'e', receivedAt: 3_000, messageId: 'shop' }
    const fate = { usedBy, isPutOff: false }
    const texts = { before: 'Our shop', after: 'x'.repeat(100) }
    const edited = decide(conversation({ live, fate }), { ...base, type: 'message_edited', ...texts })
    expect(edited).toMatchObject({ runs: [], transitions: [], sends: [], timers: [], contact: {} })
    expect(edited.notifiedRunIds).toEqual([live.id, 'ended'])
    expect(edited.event).toEqual({
      ...{ status: 'processed', error: null, runId: null, explanation: null },
      summary: { code: 'EDITED', params: { before: 'Our shop', after: `${'x'.repeat(80)}…` } },
    })
    const revoked = decide(conversation({ live, fate }), { ...base, type: 'message_revoked' })
    expect(revoked.event.summary).toEqual({ code: 'DELETED', params: { message: summary } })
    const putOff = { usedBy: [], isPutOff: true }
    const waiting = decide(conversation({ live, fate: putOff }), { ...base, type: 'message_revoked' })
    expect(waiting.event).toMatchObject({ status: 'deferred', runId: null })
  })

  test('blacklisting deletes live and dormant runs and names them', () => {
    const live = startedRun()
    const parked: RunState = { ...live, id: 'old', flowId: 'G', state: 'dormant' }
    const flag: FlowEvent = {
      type: 'flag_changed',
      eventId: 'f',
      receivedAt: 1,
      flag: 'blacklist',
      value: true,
    }
    const decision = decide(conversation({ live, dormant: [parked] }), flag)
    expect(decision.cancelledRunIds).toEqual(['id1', 'old'])
    expect(decision.runs).toEqual([
      { op: 'delete', runId: 'id1' },
      { op: 'delete', runId: 'old' },
    ])
    expect(decision.contact).toEqual({ blacklist: true })
  })

  test('a run whose version is gone ends with whatever comes next, and what comes is decided without it', () => {
    const live = startedRun()
    const isKnown = (id: string) => (id === 'F1' ? snapshot : undefined)
    const orphan = { ...live, id: 'old', context: { ...live.context, flowVersionId: 'gone' } }
    const timerId = live.timeoutJobId ?? ''
    const timer = { type: 'timeout', eventId: 'x', receivedAt: 2_000, runId: 'old', timerId } as const
    for (const [event, outcome] of [
      [text('x', 2_000), 'ignored'],
      [timer, 'ignored'],
      [text('go', 2_000), 'processed'],
    ] as const) {
      const decision = decide(conversation({ live: orphan, versions: isKnown }), event)
      expect(decision.event.status).toBe(outcome)
      expect(decision.runs[0]).toMatchObject({
        op: 'update',
        run: { id: 'old', state: 'cancelled', version: 2, timeoutJobId: null, context: { wait: null } },
      })
      expect(decision.timers[0]).toEqual({ op: 'clear', timerId, runId: 'old' })
      expect(decision.transitions[0]).toMatchObject({
        ...{ runId: 'old', fromNodeId: 'q', toNodeId: null, outcome: 'cancelled' },
        contextPatch: { wait: null },
      })
      expect(decision.runs).toHaveLength(outcome === 'processed' ? 2 : 1)
    }
  })

  test('the same conversation, event and ids give the same decision, and the conversation is left as it was', () => {
    const state = conversation({ live: startedRun() })
    const copy = structuredClone({ ...state, flows: [], versions: null })
    const first = decide(state, text('Ana', 2_000))
    expect(decide(state, text('Ana', 2_000))).toEqual(first)
    expect(structuredClone({ ...state, flows: [], versions: null })).toEqual(copy)
  })
})

describe('the vocabulary', () => {
  test.each(EVENT_TYPES)('an event of type %s is decided or refused by name', (type: EventType) => {
    const event = {
      type,
      eventId: 'x',
      receivedAt: 1,
      message: { id: 'x', type: 'text', text: 'nothing' },
      ...{ text: '', messageId: 'x', before: '', after: '', emoji: '' },
      flowId: 'none',
      runId: 'none',
      nodeId: 'none',
      ...{ effectId: 'none', approvalId: 'none' },
      ...{ decision: { as: 'approved' }, by: { id: 'x', name: 'Maria' } },
      ...{
        group: '1@g.us',
        change: 'joined',
        place: 'person',
        person: { jid: 'x', phone: null, name: null },
      },
      ...{ callId: 'c', state: 'missed', isVideo: false },
      result: {},
      error: { code: 'TIMEOUT', message: 'no answer' },
    } as unknown as FlowEvent
    const { event: decided } = decide(conversation(), event)
    expect(['processed', 'ignored']).toContain(decided.status)
    expect(decided.status === 'ignored').toBe(decided.error !== null)
    expect(sourceOf(type)).toMatch(/^(chat|human|dashboard|api|scheduler|timer|effect|flow|system)$/)
  })

  test('live and terminal states are disjoint, dormant is neither', () => {
    const sorted = [...LIVE_STATES, 'dormant', ...TERMINAL_STATES].sort()
    expect(sorted).toEqual([...RUN_STATES].sort())
  })

  test("the interface's known values are among the behaviours", () => {
    expect(RETRIGGER_BEHAVIORS).toContain('continue_if_dormant')
    expect(FALLBACK_BEHAVIORS).toContain('none')
    expect(MESSAGE_TYPES).toContain('text')
    expect(findNodeType('ask')?.group).toBe('input')
    expect(findNodeType('teleport')).toBeUndefined()
  })
})
