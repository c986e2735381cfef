import { useQuery } from '@tanstack/react-query'
import { isGroup } from '../../../core/addresses.ts'
import { queries } from '../../app/api.ts'

/**
 * How a chat is called. A group whose name the network never told is asked for with all groups of its number: once, as it is kept
 * then. `known` undefined: it is still being read.
 */
export function useGroupName(clientId: string, jid: string, known: string | null | undefined): string | null {
  const { data } = useQuery({
    ...queries.groups.list.queryOptions({ input: { clientId } }),
    enabled: known === null && isGroup(jid),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return known ?? (data?.groups.find((group) => group.jid === jid)?.subject || null)
}
