import { useQuery } from '@tanstack/react-query'
import { queries } from '../../../app/api.ts'

const REFRESH_MS = 30_000

/** How many conversations are how far, of one number or of all; asked for again as their states change. */
export function useCounts(clientId?: string, labelId?: string, departmentId?: string) {
  const input = {
    ...(clientId !== undefined && { clientId }),
    ...(labelId !== undefined && { labelId }),
    ...(departmentId !== undefined && { departmentId }),
  }
  return useQuery(
    queries.chat.countConversations.queryOptions({
      input,
      refetchInterval: REFRESH_MS,
      staleTime: REFRESH_MS,
    }),
  ).data
}
