import { expect, test } from 'vitest'
import { judge, type SplitTest } from './split-verdict.ts'

const arm = (id: string, people: number, probability: number) => ({
  ...{ id, people, probability, weight: 50, runs: people, reached: 1, rate: 0.1, low: 0, high: 0.2 },
})
const TEST: SplitTest = {
  nodeId: 's',
  label: 'Greeting',
  winner: null,
  goal: 'Order',
  isPartial: false,
  arms: [arm('a', 50, 0.04), arm('b', 50, 0.96)],
  leader: 'b',
  peopleNeeded: 1_200,
}

test.each([
  [{}, { kind: 'ahead', arm: 'b', certainty: 0.96, needed: 1_200 }],
  [{ peopleNeeded: 0 }, { kind: 'settled', arm: 'b', certainty: 0.96 }],
  [
    { peopleNeeded: 0, arms: [arm('a', 50, 0.1), arm('b', 50, 0.9)] },
    { kind: 'ahead', arm: 'b', certainty: 0.9, needed: 0 },
  ],
  [{ leader: null, peopleNeeded: null }, { kind: 'even' }],
  [{ arms: [arm('a', 0, 0.5), arm('b', 0, 0.5)] }, { kind: 'nobody' }],
  [{ goal: null }, { kind: 'noGoal' }],
  [{ winner: 'a' }, { kind: 'over', arm: 'a' }],
] as const)('a test with %j is judged %j', (change, verdict) => {
  expect(judge({ ...TEST, ...change } as SplitTest)).toEqual(verdict)
})
