import type { FoundBy } from '../../../core/knowledge.ts'

/** Of reciprocal rank fusion: how little the first places stand above those behind them (Cormack, Clarke and Büttcher, SIGIR 2009). */
const K = 60

export interface Merged {
  id: string
  score: number
  foundBy: FoundBy
}

/** Puts two lists into one, best first: each place in a list counts, scores of different kinds do not. */
export function mergeRanks(words: readonly string[], meaning: readonly string[]): Merged[] {
  const merged = new Map<string, Merged>()
  for (const [at, id] of words.entries()) merged.set(id, { id, score: 1 / (K + at + 1), foundBy: 'words' })
  for (const [at, id] of meaning.entries()) {
    const known = merged.get(id)
    const score = 1 / (K + at + 1)
    merged.set(id, { id, score: score + (known?.score ?? 0), foundBy: known ? 'both' : 'meaning' })
  }
  return [...merged.values()].toSorted((a, b) => b.score - a.score)
}
