/** How an item of an evaluation went. */
export const ITEM_STATUSES = ['waiting', 'passed', 'failed', 'skipped'] as const
export type ItemStatus = (typeof ITEM_STATUSES)[number]

interface Item {
  /** What the same conversation has in common in two evaluations. */
  key: string
  status: ItemStatus
  /** Of judges, where there are any. */
  score: number | null
}

/** `better` and `worse`: of those that were played in both; `new` and `gone`: of those in one alone. */
export type ItemChange = 'better' | 'worse' | 'same' | 'new' | 'gone'

export interface ComparedItem<T> {
  key: string
  change: ItemChange
  before: T | null
  after: T | null
}

const isPlayed = ({ status }: Item): boolean => status === 'passed' || status === 'failed'

function judge(before: Item | null, after: Item | null): ItemChange {
  if (!before || !isPlayed(before)) return after && isPlayed(after) ? 'new' : 'same'
  if (!after || !isPlayed(after)) return 'gone'
  if (before.status !== after.status) return after.status === 'passed' ? 'better' : 'worse'
  if (before.score === null || after.score === null || before.score === after.score) return 'same'
  return after.score > before.score ? 'better' : 'worse'
}

const RANK: Readonly<Record<ItemChange, number>> = { worse: 0, better: 1, new: 2, gone: 3, same: 4 }

/** What changed from one evaluation to another, what got worse first. */
export function compareEvaluations<T extends Item>(
  before: readonly T[],
  after: readonly T[],
): ComparedItem<T>[] {
  const old = new Map(before.map((item) => [item.key, item]))
  const fresh = new Map(after.map((item) => [item.key, item]))
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map((key) => {
      const pair = { before: old.get(key) ?? null, after: fresh.get(key) ?? null }
      return { key, change: judge(pair.before, pair.after), ...pair }
    })
    .sort((a, b) => RANK[a.change] - RANK[b.change])
}
