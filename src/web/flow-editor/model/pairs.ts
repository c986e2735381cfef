export type Pair = readonly [name: string, value: unknown]

/** What rows come to as a record: rows without a name are not in it, and of one name twice the last counts. */
export const toRecord = (rows: readonly Pair[]): Record<string, unknown> =>
  Object.fromEntries(rows.filter(([name]) => name !== ''))

const toPairs = (value: unknown): Pair[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

/**
 * The rows to show for a record: those that were typed for as long as they say what the record says, for a row that has no
 * name yet, or the name of another, would be lost else; and those of the record when it was changed in another way, by
 * undo for example.
 */
export function followRecord(rows: readonly Pair[], value: unknown): readonly Pair[] {
  const pairs = toPairs(value)
  return JSON.stringify(Object.entries(toRecord(rows))) === JSON.stringify(pairs) ? rows : pairs
}
