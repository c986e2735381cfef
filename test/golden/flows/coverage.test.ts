import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  FALLBACK_BEHAVIORS,
  LIVE_STATES,
  NODE_TYPES,
  RETRIGGER_BEHAVIORS,
  readCases,
} from '../../../src/core/flow/index.ts'
import { playCase } from '../../../src/core/flow/simulate/run-case.ts'

const folder = new URL('.', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
const found = names.flatMap((name) => readCases(readFileSync(new URL(name, folder), 'utf8'), name))
const cases = found.flatMap(({ result }) => (result.ok ? [result.value] : []))
const byId = new Map(cases.map((flowCase) => [flowCase.id, flowCase]))
const worlds = cases.map((flowCase) => playCase(flowCase).simulation)

/** What a node may come to (docs/flows.md, palette). A return is recorded at the last node of the sub-flow. */
const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  'trigger.keyword': ['triggered'],
  'trigger.any_message': ['triggered'],
  'trigger.main_menu': ['triggered'],
  'trigger.api': ['triggered'],
  'trigger.schedule': ['triggered'],
  'trigger.webhook': ['triggered'],
  'trigger.group': ['triggered'],
  'trigger.call': ['triggered'],
  'send.text': ['next', 'failed'],
  'send.media': ['next', 'failed'],
  'send.location': ['next', 'failed'],
  'send.contact': ['next', 'failed'],
  'send.poll': ['next', 'failed'],
  ask: ['reply', 'invalid', 'timeout', 'dormant', 'continued', 'interrupted', 'handoff', 'cancelled'],
  menu: ['option', 'invalid', 'timeout'],
  'menu.list': ['option', 'else', 'continued', 'invalid', 'timeout'],
  condition: ['case', 'else'],
  set: ['next', 'error', 'failed'],
  each: ['next', 'done'],
  http: ['ok', 'error'],
  email: ['ok', 'error'],
  'wait.webhook': ['ok', 'timeout'],
  delay: ['next'],
  business_hours: ['open', 'closed'],
  split: ['arm'],
  goto: ['jump'],
  subflow: ['call', 'done', 'failed'],
  switch_flow: ['switched', 'failed'],
  handoff: ['handoff', 'resumed', 'dormant'],
  'contact.tag': ['next'],
  'contact.flag': ['next', 'cancelled'],
  code: ['ok', 'error'],
  ai: ['ok', 'route', 'error', 'call', 'tool', 'continued', 'drafted', 'declined', 'timeout'],
  'webhook.emit': ['next'],
  table: ['ok', 'else', 'taken', 'short', 'error'],
  goal: ['next'],
  'group.members': ['ok', 'error'],
  'group.send': ['ok', 'error'],
  'group.invite': ['ok', 'error'],
  'channel.post': ['ok', 'error'],
  'status.post': ['ok', 'error'],
  'chat.action': ['next'],
  'chat.label': ['next'],
  end: ['completed', 'failed', 'return'],
  note: [],
}

const cells = Object.entries(OUTCOMES).flatMap(([type, outcomes]) =>
  outcomes.map((outcome) => [type, outcome] as const),
)

describe('each outcome of each node', () => {
  test('stands in the table for every type of the palette', () => {
    expect(Object.keys(OUTCOMES).sort()).toEqual(NODE_TYPES.map((nodeType) => nodeType.type).sort())
  })

  test.each(cells)('%s comes to "%s" in a case', (type, outcome) => {
    const seen = worlds.flatMap((world) => world.transitions).filter((move) => move.nodeType === type)
    expect(seen.map((move) => move.outcome)).toContain(outcome)
  })
})

/** By message and by request, in each state a run can be in: waiting for an answer is the plain live one. */
const STATES = ['live', 'dormant', 'terminal'] as const
const WAITING = ['waiting_timer', 'waiting_effect', 'waiting_approval', 'handed_off'] as const
const retriggers = RETRIGGER_BEHAVIORS.flatMap((behavior) => [
  ...STATES.flatMap((state) => [
    [behavior, `R-${behavior}-${state}`] as const,
    [behavior, `RA-${behavior}-${state}`] as const,
  ]),
  ...WAITING.map((state) => [behavior, `RL-${behavior}-${state}`] as const),
])

describe('each retriggerBehavior in each state of a run', () => {
  test('the live states are those of the grid, but the one that lasts no longer than a step', () => {
    expect([...WAITING, 'waiting_input', 'running'].sort()).toEqual([...LIVE_STATES].sort())
  })

  test.each(retriggers)('%s has the case %s', (behavior, id) => {
    const flows = Object.values(byId.get(id)?.flows ?? {})
    expect(flows.map((flow) => flow.retriggerBehavior)).toContain(behavior)
  })
})

describe('each fallbackBehavior', () => {
  test.each(FALLBACK_BEHAVIORS)('%s has its case', (behavior) => {
    const flows = Object.values(byId.get(`F-${behavior}`)?.flows ?? {})
    expect(flows.map((flow) => flow.fallbackBehavior)).toContain(behavior)
  })
})

/** Status and reason of every kind of event that cases show. */
const EVENTS: readonly (readonly [type: string, status: string, reason: string | null])[] = [
  ['message_received', 'processed', null],
  ['message_received', 'duplicate', null],
  ...[
    'no_match',
    'not_waiting',
    'before_prompt',
    'handoff',
    'blacklisted',
    'stale_message',
    'once',
    'retrigger_ignored',
    'cooldown',
    'group',
  ].map((reason) => ['message_received', 'ignored', reason] as const),
  ['timeout', 'processed', null],
  ['timeout', 'ignored', 'stale_timer'],
  ['delay_elapsed', 'ignored', 'stale_timer'],
  ['handoff_ended', 'ignored', 'stale_timer'],
  ['reminder_due', 'processed', null],
  ['ttl_expired', 'processed', null],
  ['poll_vote_received', 'processed', null],
  ['poll_vote_received', 'ignored', 'not_waiting'],
  ['human_message', 'processed', null],
  ['effect_result', 'processed', null],
  ['effect_result', 'ignored', 'stale_effect'],
  ['effect_failed', 'processed', null],
  ['approval_decided', 'processed', null],
  ['approval_decided', 'ignored', 'not_waiting'],
  ['send_failed', 'processed', null],
  ['send_failed', 'ignored', 'not_waiting'],
  ['api_start', 'ignored', 'handoff'],
  ['api_start', 'ignored', 'once'],
  ['api_resume', 'processed', null],
  ['cancel_requested', 'processed', null],
  ['schedule_start', 'processed', null],
  ['schedule_start', 'ignored', 'blacklisted'],
  ['phone_call', 'processed', null],
  ['phone_call', 'ignored', 'no_match'],
  ['group_changed', 'processed', null],
  ['group_changed', 'ignored', 'no_match'],
  ['group_changed', 'ignored', 'retrigger_ignored'],
  ['group_changed', 'ignored', 'blacklisted'],
  ['group_changed', 'ignored', 'cooldown'],
  ['group_changed', 'ignored', 'handoff'],
  ['client_reconnected', 'processed', null],
  ['flow_unpublished', 'processed', null],
]

describe('each reason for which an event changes nothing', () => {
  test.each(EVENTS)('%s is %s (%s) in a case', (type, status, reason) => {
    const seen = worlds.flatMap((world) => world.events).filter(({ event }) => event.type === type)
    expect(seen.map((event) => [event.status, event.error])).toContainEqual([status, reason])
  })
})

/** The list at the end of docs/flows.md, and the rules of handoff, main menu and brakes. */
const ASKED_FOR: Readonly<Record<string, readonly string[]>> = {
  'poll vote changed after use': ['PV-changed'],
  'LID and phone number of one contact': ['X-alias'],
  'backlog after a reconnect': ['X-backlog', 'A-backlog', 'MM-stale'],
  'group scope': ['X-group', 'K-group'],
  'worker offline when a timeout falls due': ['X-offline', 'A-offline', 'C-while-down'],
  'business hours over daylight-saving changes': ['BH-spring', 'BH-autumn', 'DB-gap'],
  'sub-flow unpublished while it is called': ['SF-unpublished'],
  'two triggers of equal rank': ['X-tie', 'K-tie'],
  '64 KB of context': ['S-64k', 'HT-64k'],
  'secrets in texts': ['WA-secret', 'HS-refused'],
  'rename of a variable': ['WA-rename'],
  'template bomb': ['X-bomb', 'S-bomb'],
  'look-ahead refused by RE2': ['WA-re2'],
  'handoff by node, own phone and request': ['H-resumed', 'T6', 'H-api'],
  'handoff that sticks, is extended, ends': [
    'H-extend',
    'H-longer',
    'H-dormant',
    'H-no-run',
    'H-off',
    'H-during',
  ],
  'main menu by keyword, catch-all and fallback': [
    'MM-keyword',
    'MM-catchall',
    'F-main_menu',
    'F-main_menu-set',
  ],
  'main menu that is gone or left again': ['MM-unset', 'MM-unpublished', 'MM-back', 'MM-back-parked'],
  'brakes on steps, sends, events and timeouts': ['T7', 'L-sends', 'L-guard', 'L-setting', 'A-five'],
  'blacklist and favourite': ['B-blacklist', 'B-favourite', 'CF-optout', 'CF-off', 'CF-favourite'],
  'versions of live and parked runs': ['T9', 'W-moves', 'W-anew', 'W-unpublish'],
  'timers that begin with the acknowledgement': ['A-ack'],
  'before-prompt rule and type-ahead': ['A-before', 'A-typeahead'],
}

describe('what the documents ask for', () => {
  test.each(Object.entries(ASKED_FOR))('%s', (_what, ids) => {
    expect(ids.filter((id) => !byId.has(id))).toEqual([])
  })
})
