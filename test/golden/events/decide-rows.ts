import { describeContent } from '../../../src/core/conversation/content.ts'
import type { FlowEvent } from '../../../src/core/conversation/flow-event.ts'
import {
  type ConversationState,
  createSnapshot,
  type Decision,
  type EventSummary,
  LIVE_STATES,
  parseDefinition,
  processEvent,
  type RunState,
} from '../../../src/core/flow/index.ts'
import { describeSummary } from '../../../src/words/english.ts'

type ShortNode = [id: string, type: string, data: Record<string, unknown>]

const ANSWER =
  '{{ vars.x | json }} / {{ message | json }} / {{ last | json }} / {{ node.h.status }} {{ node.h.body | json }}'

/** One flow for each way to wait; every message that begins no other begins the first. */
const FLOWS: Readonly<Record<string, readonly ShortNode[]>> = {
  ask: [
    ['t', 'trigger.any_message', {}],
    ['w', 'ask', { prompt: 'Name?', saveAs: 'x', timeoutSec: 60 }],
  ],
  remind: [
    ['t', 'trigger.keyword', { values: ['remind'] }],
    [
      'w',
      'ask',
      { prompt: 'Name?', saveAs: 'x', timeoutSec: 60, reminders: [{ afterSec: 30, text: 'Still there?' }] },
    ],
  ],
  park: [
    ['t', 'trigger.keyword', { values: ['park'] }],
    ['w', 'ask', { prompt: 'Name?', saveAs: 'x', timeoutSec: 60 }],
  ],
  delay: [
    ['t', 'trigger.keyword', { values: ['delay'] }],
    ['w', 'delay', { mode: 'for', seconds: 60, onMessage: 'skip' }],
  ],
  http: [
    ['t', 'trigger.keyword', { values: ['http'] }],
    ['h', 'http', { url: 'https://example.org/' }],
  ],
  code: [
    ['t', 'trigger.keyword', { values: ['code'] }],
    ['w', 'code', { source: 'return 1', saveAs: 'x' }],
  ],
  menu: [
    ['t', 'trigger.keyword', { values: ['menu'] }],
    [
      'w',
      'menu',
      {
        ...{ prompt: 'Lunch?', render: 'poll', saveAs: 'x' },
        options: [
          { id: 'p', label: 'Pizza' },
          { id: 's', label: 'Soup' },
        ],
      },
    ],
  ],
  handoff: [
    ['t', 'trigger.keyword', { values: ['handoff'] }],
    ['w', 'handoff', { durationSec: 600 }],
  ],
  api: [['t', 'trigger.api', {}]],
  schedule: [['t', 'trigger.schedule', { cron: '0 9 * * *', audience: { tags: ['a'] } }]],
}

/** The handles by which a wait of these flows goes on to what is said. */
const HANDLES = ['out', 'reply', 'timeout', 'ok', 'failed', 'error', 'opt:p', 'opt:s', 'done', 'resumed']

const SNAPSHOTS = Object.entries(FLOWS).map(([flowId, nodes]) => {
  const waiting = nodes[1]?.[0]
  const handles = flowId === 'park' ? ['reply'] : HANDLES
  const toAnswer = handles.map((handle) => [waiting ?? 't', handle, 's'] as const)
  const edges =
    waiting === undefined ? [['t', 'out', 's'] as const] : [['t', 'out', waiting] as const, ...toAnswer]
  const parsed = parseDefinition({
    nodes: [...nodes, ['s', 'send.text', { text: ANSWER }] as const].map(([id, type, data]) => ({
      id,
      type,
      data,
    })),
    edges: edges.map(([source, sourceHandle, target], n) => ({ id: `e${n}`, source, sourceHandle, target })),
  })
  if (!parsed.ok) throw new Error(`${flowId}: ${parsed.message}`)
  return createSnapshot({ flowId, versionId: `${flowId}-1` }, parsed.definition)
})

const JID = '447700900001@s.whatsapp.net'
const HOUR_MS = 3_600_000

function toConversation(runs: readonly RunState[], fate: ConversationState['fate']): ConversationState {
  return {
    client: {
      ...{ id: 'c', name: 'Shop', phone: '+447700900000', humanHandoffDurationSec: 1_800 },
      ...{ mainMenuFlowId: null, defaultCountry: 'GB', connected: true },
    },
    contact: {
      ...{ jid: JID, phone: '+447700900001', name: 'Ana', tags: [], fields: {}, blacklist: false },
      ...{ favourite: false, handoffUntil: null, lastFlowAt: {}, lastInboundAt: null },
    },
    live: runs.find((run) => LIVE_STATES.includes(run.state)) ?? null,
    dormant: runs.filter((run) => run.state === 'dormant'),
    pastFlowIds: [],
    flows: SNAPSHOTS,
    versions: (id) => SNAPSHOTS.find(({ versionId }) => versionId === id),
    fate,
  }
}

function createIds() {
  let last = 0
  return () => {
    last += 1
    return `id${last}`
  }
}

const decide = (
  runs: readonly RunState[],
  event: FlowEvent,
  newId: () => string,
  fate: ConversationState['fate'] = null,
) => processEvent(toConversation(runs, fate), event, { now: event.receivedAt, newId })

const runsOf = ({ runs }: Decision): RunState[] =>
  runs.flatMap((change) => (change.op === 'delete' ? [] : change.run))

/** How a run came to rest: the words that begin its flow, and what happened to its question since. */
interface Rest {
  words: string
  since?: 'not seen' | 'given up'
}

/** A run that rests since an hour. */
function rest({ words, since }: Rest, atMs: number, newId: () => string): RunState[] {
  const step = (runs: readonly RunState[], event: FlowEvent) => {
    const changed = runsOf(decide(runs, event, newId))
    return changed.length > 0 ? changed : [...runs]
  }
  const message = { id: 'begin', type: 'text' as const, text: words, sentAt: atMs }
  const base = { eventId: 'begin', receivedAt: atMs }
  const begun = step([], { ...base, type: 'message_received', message })
  const [run] = begun
  const sendId = run?.context.wait?.asked?.sendId
  if (!run || since === 'not seen' || sendId === undefined) return begun
  const runId = run.id
  const asked = step(begun, { ...base, type: 'send_acked', sendId, runId, ackedAt: atMs, seenFrom: atMs })
  const timerId = asked[0]?.timeoutJobId ?? ''
  return since === 'given up'
    ? step(asked, { ...base, type: 'timeout', timerId, runId, receivedAt: atMs + 60_000 })
    : asked
}

/** What the contact may be in the middle of, by the words that brought it there. */
const STATES: Readonly<Record<string, Rest | null>> = {
  'no run': null,
  'asked, not seen': { words: 'hello', since: 'not seen' },
  asked: { words: 'hello' },
  'asked, to be reminded': { words: 'remind' },
  parked: { words: 'park', since: 'given up' },
  'a menu': { words: 'menu' },
  'a delay': { words: 'delay' },
  'a call': { words: 'http' },
  'a script': { words: 'code' },
  'handed off': { words: 'handoff' },
}

interface Ids {
  runId?: unknown
  sendId?: unknown
  timerId?: unknown
  effectId?: unknown
  flowId?: unknown
}

/** The same JSON about this run: the ids that stand in it are those of a run that is gone. */
function about(json: string, named: Ids, [run]: readonly RunState[], flowId: string): string {
  const { context } = run ?? {}
  const own: Ids = {
    runId: run?.id ?? 'none',
    sendId: context?.wait?.asked?.sendId ?? context?.poll?.sendId ?? 'none',
    timerId: run?.timeoutJobId ?? 'none',
    effectId: context?.effect?.id ?? 'none',
    flowId,
  }
  return (Object.keys(own) as (keyof Ids)[]).reduce((text, key) => {
    const name = named[key]
    return typeof name === 'string' ? text.replaceAll(JSON.stringify(name), JSON.stringify(own[key])) : text
  }, json)
}

/** What a decision is: of the event, the runs, the messages, the timers, the contact. */
function describe({ event, runs, transitions, sends, timers, effects, contact, refusal }: Decision): string {
  const changes = runs.map((change) =>
    change.op === 'delete' ? 'delete' : `${change.op} ${change.run.flowId} ${change.run.state}`,
  )
  // Kept since: the decisions of before say nothing of it.
  const { handoffBy: _by, ...known } = contact
  return [
    `${event.status} ${event.error ?? ''}`.trim(),
    describeSummary(event.summary),
    ...changes,
    ...transitions.map(({ outcome }) => outcome),
    ...sends.map(({ content }) => `> ${describeContent(content)}`),
    ...timers.map(({ op, timerId }) => `${op} ${timerId}`),
    ...effects.map(({ kind }) => `effect ${kind}`),
    ...(Object.keys(known).length === 0 ? [] : [JSON.stringify(known)]),
    ...(refusal === null ? [] : [refusal.code]),
  ].join(' | ')
}

/** A row of `inbound_event` as a build stored it. */
export interface RecordedRow {
  eventId: string
  eventType: string
  source: string
  receivedAt: number
  stored: Record<string, unknown>
}

const BEFORE: EventSummary = { code: 'MESSAGE', params: { type: 'text', text: 'before' } }

/** What the engine makes of an event of a row: each decision with what the contact may be in the middle of then. */
export function decideRow(row: RecordedRow, read: (row: RecordedRow) => FlowEvent): Record<string, string> {
  const { poll } = row.stored as { poll?: { sendId?: unknown } }
  const named: Ids = { ...row.stored, ...(typeof poll?.sendId === 'string' ? { sendId: poll.sendId } : {}) }
  const flowId = row.eventType === 'schedule_start' ? 'schedule' : 'api'
  const fate = { usedBy: [{ runId: 'id1', summary: BEFORE }], isPutOff: false }
  const decided: Record<string, string> = {}
  for (const [name, state] of Object.entries(STATES)) {
    const newId = createIds()
    const runs = state ? rest(state, row.receivedAt - HOUR_MS, newId) : []
    const json = about(JSON.stringify(row.stored), named, runs, flowId)
    const stored = JSON.parse(json) as Record<string, unknown>
    const decision = describe(decide(runs, read({ ...row, stored }), newId, fate))
    decided[decision] = decision in decided ? `${decided[decision]}, ${name}` : name
  }
  return decided
}
