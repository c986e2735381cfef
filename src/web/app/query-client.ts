import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { toFailure } from './api.ts'
import { sessionEndedQuery, sessionQuery, workspaceLeftQuery } from './session.ts'
import { WORKSPACE_LEFT } from './shown-workspace.ts'

const REPEAT_AT_MOST = 2

/** Refusals stay what they are when they are asked again; only what did not get through is worth repeating. */
function isWorthRepeating(count: number, error: unknown): boolean {
  const { code } = toFailure(error)
  return count < REPEAT_AT_MOST && (code === 'OFFLINE' || code === 'SERVICE_UNAVAILABLE')
}

const isLeft = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'reason' in data && data.reason === WORKSPACE_LEFT

/** Holds what was read from the service, and whether a call found the person signed out. */
export function createQueryClient(): QueryClient {
  const notice = (error: unknown): void => {
    const { code, data } = toFailure(error)
    if (code === 'CONFLICT' && isLeft(data)) client.setQueryData(workspaceLeftQuery.queryKey, true)
    if (code !== 'UNAUTHORIZED') return
    if (client.getQueryData(sessionQuery.queryKey)) client.setQueryData(sessionEndedQuery.queryKey, true)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: notice }),
    mutationCache: new MutationCache({ onError: notice }),
    defaultOptions: {
      queries: { retry: isWorthRepeating, staleTime: 2000 },
      mutations: { retry: false },
    },
  })
  return client
}
