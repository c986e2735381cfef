import type { api } from '../../app/api.ts'

export type SplitTest = Awaited<ReturnType<typeof api.flows.results.tests>>[number]

/** What can be said of a test by now, as a sentence tells it. */
export type Verdict =
  | { kind: 'over'; arm: string }
  | { kind: 'noGoal' }
  | { kind: 'nobody' }
  | { kind: 'even' }
  | { kind: 'ahead'; arm: string; certainty: number; needed: number }
  | { kind: 'settled'; arm: string; certainty: number }

/** Certain enough to end a test by. */
const SETTLED_FROM = 0.95

/** Being ahead is no result before the people are there that the difference takes. */
export function judge({ winner, goal, arms, leader, peopleNeeded }: SplitTest): Verdict {
  if (winner !== null) return { kind: 'over', arm: winner }
  if (goal === null) return { kind: 'noGoal' }
  if (arms.every(({ people }) => people === 0)) return { kind: 'nobody' }
  const best = arms.find(({ id }) => id === leader)
  if (!best || peopleNeeded === null) return { kind: 'even' }
  const certainty = best.probability
  if (peopleNeeded === 0 && certainty >= SETTLED_FROM) return { kind: 'settled', arm: best.id, certainty }
  return { kind: 'ahead', arm: best.id, certainty, needed: peopleNeeded }
}
