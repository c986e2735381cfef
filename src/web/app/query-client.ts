import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { toFailure } from './api.ts'
import { sessionEndedQuery, sessionQuery } from './session.ts'

const REPEAT_AT_MOST = 2

/** Refusals stay what they are when they are asked again; only what did not get through is worth repeating. */
function isWorthRepeating(count: number, error: unknown): boolean {
  const { code } = toFailure(error)
  return count < REPEAT_AT_MOST && (code === 'OFFLINE' || code === 'SERVICE_UNAVAILABLE')
}

/** Holds what was read from the service, and whether a call found the person signed out. */
export function createQueryClient(): QueryClient {
  const notice = (error: unknown): void => {
    if (toFailure(error).code !== 'UNAUTHORIZED') return
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
