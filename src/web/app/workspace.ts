import { useQuery } from '@tanstack/react-query'
import { hasRight, type Right } from '../../contract/scopes.ts'
import { queries } from './api.ts'

/** Where the person may work, and where they do; it changes by what others do, so it is asked for again now and then. */
export const workspacesQuery = queries.workspaces.list.queryOptions({ input: {}, staleTime: 30_000 })

/** The workspace this page works in; undefined until it is known. */
export function useWorkspace() {
  const { data } = useQuery(workspacesQuery)
  return data?.find(({ isActive }) => isActive)
}

/** Whether the person may do what needs this right; until that is known, what the service would say is left to it. */
export function useMay(): (right: Right) => boolean {
  const role = useWorkspace()?.role
  return (right) => role === undefined || hasRight(role, right)
}
