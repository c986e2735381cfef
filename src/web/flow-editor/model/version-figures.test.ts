import { expect, test } from 'vitest'
import { documentOf } from '../../../../test/support/flow-document.ts'
import { buildFigures, dropLevel } from './version-figures.ts'

const FLOW = documentOf(
  [
    ['t', 'trigger.keyword'],
    ['q', 'ask'],
    ['s', 'send.text'],
    ['n', 'note'],
  ],
  ['t>q', 'q:reply>s', 'q:timeout>s'],
)
const count = (id: string, runs: number, times = runs) => ({ id, runs, times })

const STATISTICS = {
  runs: 10,
  edges: [count('e0', 10), count('e1', 4), count('gone', 3)],
  entered: [count('q', 10, 12), count('s', 4)],
  left: [count('t', 10), count('q', 5)],
  timedOut: [count('q', 2, 3)],
  failed: [],
  resting: [
    { id: 'q', state: 'dormant', runs: 2 },
    { id: 'q', state: 'expired', runs: 1 },
    { id: 'q', state: 'waiting_input', runs: 2 },
    { id: 's', state: 'completed', runs: 4 },
  ],
  stays: [{ id: 'q', times: 9, medianMs: 4_000 }],
} as const

const NOBODY = { waiting: 0, lost: 0, timedOut: 0, failed: 0, medianMs: null }

test.each([
  [0, 0, 'none'],
  [0, 50, 'none'],
  [5, 50, 'low'],
  [6, 50, 'some'],
  [15, 50, 'high'],
] as const)('of %i who left of %i, the drop-off is %s', (lost, runs, level) => {
  expect(dropLevel({ lost, runs })).toBe(level)
})

test('each node tells how many were there, wait there and were lost there; the worst comes first', () => {
  expect(buildFigures(FLOW, STATISTICS).nodes).toEqual([
    {
      ...NOBODY,
      nodeId: 'q',
      runs: 10,
      share: 1,
      visits: 12,
      waiting: 2,
      lost: 3,
      timedOut: 3,
      medianMs: 4_000,
    },
    { ...NOBODY, nodeId: 't', runs: 10, share: 1, visits: 10 },
    { ...NOBODY, nodeId: 's', runs: 4, share: 0.4, visits: 4 },
  ])
})

test('each edge tells the share of those who came to its node, and nothing of edges the version does not have', () => {
  expect([...buildFigures(FLOW, STATISTICS).edges]).toEqual([
    ['e0', { runs: 10, share: 1 }],
    ['e1', { runs: 4, share: 0.4 }],
    ['e2', { runs: 0, share: 0 }],
  ])
})
