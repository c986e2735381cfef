import { useQuery } from '@tanstack/react-query'
import { type api, queries } from '../../app/api.ts'
import { useChange } from '../../app/use-change.ts'

/** People of the workspace who get conversations together. */
export type Department = Awaited<ReturnType<typeof api.departments.list>>[number]

export const useDepartments = () =>
  useQuery(queries.departments.list.queryOptions({ input: {}, staleTime: 60_000 }))

/** Does something to departments; tells `done` and calls `onDone` when it is done. */
export const useDepartmentChange = (onDone: () => void) => useChange(queries.departments.key(), onDone)
