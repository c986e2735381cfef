import { expect, test } from 'vitest'
import { type HistoryRun, listActs, readBeginning } from './flow-lines.ts'

const step = (type: string) => ({ nodeId: 'n', type, label: null })
const run = (id: string, from: string, to: string | null, more: Partial<HistoryRun> = {}): HistoryRun => ({
  ...{ flowStateId: id, flowId: 'f', flowName: 'Shops', isTest: false, step: null, failure: null },
  state: to === null ? 'waiting_input' : 'completed',
  began: { at: `2026-11-26T${from}.000Z`, eventType: 'message_received', source: 'chat', step: null },
  endedAt: to === null ? null : `2026-11-26T${to}.000Z`,
  ...more,
})
const told = (runs: HistoryRun[]) => listActs(runs).map(({ id }) => id)

test('runs are told by beginning and end, newest first, and one that was over at once by its beginning alone', () => {
  const runs = [
    run('c', '12:10:00', null),
    run('b', '12:05:00', '12:05:02'),
    run('a', '12:00:00', '12:04:00'),
  ]
  expect(told(runs)).toEqual(['c began', 'b began', 'a ended', 'a began'])
})

test('what went wrong is told however soon it did', () => {
  expect(told([run('a', '12:00:00', '12:00:01', { state: 'failed' })])).toEqual(['a ended', 'a began'])
})

test('what made way stands before what began in its place', () => {
  const runs = [run('b', '12:00:05', null), run('a', '12:00:00', '12:00:05', { state: 'cancelled' })]
  expect(told(runs)).toEqual(['b began', 'a ended', 'a began'])
})

test.each<[string | null, string, ReturnType<typeof readBeginning>]>([
  ['message_received', 'trigger.keyword', 'contact'],
  ['message_received', 'trigger.api', 'flow'],
  ['manual_start', 'menu', 'person'],
  ['api_start', 'trigger.api', 'api'],
  ['api_start', 'trigger.webhook', 'call'],
  ['schedule_start', 'trigger.schedule', 'schedule'],
  ['group_changed', 'trigger.group', 'group'],
  ['phone_call', 'trigger.call', 'phone'],
  ['effect_result', 'trigger.api', 'flow'],
  [null, 'menu', 'other'],
])('what began by %s at a %s is of: %s', (eventType, type, beginning) => {
  const began = { at: '2026-11-26T12:00:00.000Z', eventType, source: null, step: step(type) }
  expect(readBeginning(run('a', '12:00:00', null, { began }))).toBe(beginning)
})
