import type { View } from './memory-storage.ts'

/** What a statement of that name does, in memory. `values` are the statement's $1, $2 and so on. */
export type Statements = Readonly<Record<string, (view: View, values: readonly unknown[]) => object[]>>

/** JSON text as the database reads it. */
export function readJson<T>(value: unknown): T {
  return JSON.parse(value as string) as T
}

/** The column lists of `unnest($n::text[], …)` as rows. */
export function unnest(...columns: unknown[]): unknown[][] {
  const [first] = columns as unknown[][]
  return (first ?? []).map((_, at) => (columns as unknown[][]).map((column) => column[at] ?? null))
}

/** Integers from a function are text in PostgreSQL's identity of jsonb; keys that are undefined do not exist. */
export function toJsonb(value: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value)) as Record<string, unknown>
}
