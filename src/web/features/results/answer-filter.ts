import type { api } from '../../app/api.ts'
import { startOfDay } from '../../ui/days/calendar-days.ts'
import type { RunState } from '../runs/run-data.ts'

type AnswersInput = Parameters<typeof api.flows.results.answers>[0]
export type AnswerPage = Awaited<ReturnType<typeof api.flows.results.answers>>
export type AnswerColumn = AnswerPage['columns'][number]
export type AnswerRow = AnswerPage['rows'][number]
export type ColumnOp = NonNullable<NonNullable<AnswersInput['where']>[number]['op']>

export const UNARY: ReadonlySet<ColumnOp> = new Set(['is_set', 'is_empty'])

/** What a person chose of the conversations; dates are days of their calendar, the last one included. */
export interface AnswerFilter {
  fromDay?: string
  toDay?: string
  clientId?: string
  state?: RunState
  result?: 'success' | 'failure'
  version?: number
  tests?: boolean
  column?: string
  op?: ColumnOp
  value?: string
}

export interface Sorting {
  sort: string
  descending: boolean
}

/** The choice as the operation takes it. A comparison that lacks its value does not count yet. */
export function toInput(id: string, filter: AnswerFilter): AnswersInput {
  const { fromDay, toDay, clientId, state, result, version, tests, column, op = 'eq', value = '' } = filter
  const isCompared = column !== undefined && (UNARY.has(op) || value.trim() !== '')
  return {
    id,
    ...(fromDay && { from: startOfDay(fromDay) }),
    ...(toDay && { to: startOfDay(toDay, 1) }),
    ...(clientId && { clientId }),
    ...(state && { states: [state] }),
    ...(result && { result }),
    ...(version && { versions: [version] }),
    ...(tests && { tests }),
    ...(isCompared && { where: [{ column, op, ...(UNARY.has(op) ? {} : { value: value.trim() }) }] }),
  }
}

/** Columns of all pages that were loaded, each once. */
export function mergeColumns(pages: readonly AnswerPage[]): AnswerColumn[] {
  const found = new Map(pages.flatMap(({ columns }) => columns).map((column) => [column.id, column]))
  const columns = [...found.values()]
  return [
    ...columns.filter(({ kind }) => kind === 'question'),
    ...columns.filter(({ kind }) => kind === 'variable'),
  ]
}
