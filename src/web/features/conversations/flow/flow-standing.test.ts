import { expect, test } from 'vitest'
import type { CurrentFlow } from './flow-data.ts'
import { readStanding } from './flow-standing.ts'

const NOW = Date.parse('2026-11-26T12:00:00.000Z')
const EARLIER = '2026-11-26T11:30:00.000Z'
const LATER = '2026-11-26T12:30:00.000Z'

const place = {
  ...{ id: 'r', flowId: 'f', flowName: 'Shops', versionNumber: 2 },
  step: { flowId: 'f', nodeId: 'm', type: 'menu', label: 'Which shop?' },
}
const run: CurrentFlow['run'] = { ...place, state: 'waiting_input', dueAt: null }
const parked: CurrentFlow['lastRun'] = { ...place, state: 'dormant', at: EARLIER, failure: null }
const contact = {
  ...{ blacklist: false, handoffUntil: null, handoffBy: null, run: null, lastRun: null },
} satisfies CurrentFlow

test.each<[string, Partial<CurrentFlow>, string | null]>([
  ['nothing is under way', {}, null],
  ['a run is under way', { run }, 'under_way'],
  [
    'a person has the contact',
    { run, handoffUntil: LATER, handoffBy: { kind: 'person', at: EARLIER, name: 'Ana' } },
    'paused',
  ],
  ['the time of the person is over', { run, handoffUntil: EARLIER }, 'under_way'],
  ['a run was parked', { lastRun: parked }, 'left'],
  ['a run is under way and an earlier one parked', { run, lastRun: parked }, 'under_way'],
  ['a run failed today', { lastRun: { ...parked, state: 'failed' } }, 'failed'],
  [
    'a run failed long ago',
    { lastRun: { ...parked, state: 'failed', at: '2026-11-25T11:59:59.000Z' } },
    null,
  ],
  ['flows do not answer the contact', { run, blacklist: true }, null],
])('%s', (_title, given, kind) => {
  expect(readStanding({ ...contact, ...given }, NOW)?.kind ?? null).toBe(kind)
})

test('a pause says who made it and until when it lasts', () => {
  const by = { kind: 'person' as const, at: EARLIER, name: 'Ana' }
  expect(readStanding({ ...contact, handoffUntil: LATER, handoffBy: by }, NOW)).toEqual({
    ...{ kind: 'paused', by: 'person', at: EARLIER, name: 'Ana', until: LATER, run: null },
  })
})
