import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { toFailure } from './api.ts'
import { sessionQuery } from './session.ts'

const REPEAT_AT_MOST = 2

/** Refusals stay what they are when they are asked again; only what did not get through is worth repeating. */
function isWorthRepeating(count: number, error: unknown): boolean {
  const { code } = toFailure(error)
  return count < REPEAT_AT_MOST && (code === 'OFFLINE' || code === 'SERVICE_UNAVAILABLE')
}

/** Holds what was read from the service. `onSessionEnd` is called when a call finds the person signed out. */
export function createQueryClient(onSessionEnd: () => void): QueryClient {
  const notice = (error: unknown): void => {
    if (toFailure(error).code !== 'UNAUTHORIZED') return
    if (!client.getQueryData(sessionQuery.queryKey)) return
    client.setQueryData(sessionQuery.queryKey, null)
    onSessionEnd()
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
