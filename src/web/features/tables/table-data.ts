import { useQuery } from '@tanstack/react-query'
import { api, queries } from '../../app/api.ts'
import { useChange } from '../../app/use-change.ts'

export type FlowTable = Awaited<ReturnType<typeof api.tables.list>>[number]
export type Column = FlowTable['columns'][number]
export type Row = Awaited<ReturnType<typeof api.tables.rows.list>>['rows'][number]
export type Values = Parameters<typeof api.tables.rows.add>[0]['rows'][number]

export const useTables = () => useQuery(queries.tables.list.queryOptions({ input: {} }))

/** Does something to tables or their rows; tells `done` and calls `onDone` when it is done. */
export const useTableChange = (onDone: () => void = () => undefined) =>
  useChange(queries.tables.key(), onDone)

const PAGE = 500

/** All rows of a table, page by page. */
export async function readAllRows(table: string): Promise<Row[]> {
  const found: Row[] = []
  for (;;) {
    const { rows, total } = await api.tables.rows.list({ table, offset: found.length, limit: PAGE })
    found.push(...rows)
    if (rows.length === 0 || found.length >= total) return found
  }
}

/** Adds rows in as many calls as they need; each adds all of its rows or none. */
export async function addAllRows(table: string, rows: readonly Values[]): Promise<void> {
  for (let at = 0; at < rows.length; at += PAGE)
    await api.tables.rows.add({ table, rows: rows.slice(at, at + PAGE) })
}
