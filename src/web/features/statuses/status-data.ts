import { type QueryKey, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type api, queries } from '../../app/api.ts'
import { useSendErrorSentence } from '../../i18n/service-sentence.ts'
import { useNotify } from '../../ui/messages/notify.ts'

export type OwnStatus = Awaited<ReturnType<typeof api.status.list>>['statuses'][number]
export type ReceivedStatus = Awaited<ReturnType<typeof api.status.listReceived>>['statuses'][number]

type Answer = Pick<Awaited<ReturnType<typeof api.status.post>>, 'type' | 'error'>

const PAGE = 20
const MOST_RECEIVED = 200
/** Whom it would go to is asked of the network. */
const STALE_MS = 60_000

/** The number's own, newest first, a page at a time. */
export const useOwnStatuses = (clientId: string) =>
  useInfiniteQuery(
    queries.status.list.infiniteOptions({
      input: (cursor: string | null) => ({ clientId, limit: PAGE, ...(cursor === null ? {} : { cursor }) }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
  )

export const useViewers = (clientId: string, id: string) =>
  useQuery(queries.status.listViewers.queryOptions({ input: { clientId, id } }))

export const useAudience = (clientId: string) =>
  useQuery(
    queries.status.previewAudience.queryOptions({ input: { clientId }, staleTime: STALE_MS, retry: false }),
  )

export const useReceived = (clientId: string, withMuted: boolean) =>
  useQuery(queries.status.listReceived.queryOptions({ input: { clientId, withMuted, limit: MOST_RECEIVED } }))

interface Act {
  act: () => Promise<Answer>
  done: string
  /** What is said where the network did not take it; its own reason stands below. */
  failed: string
}

/** Does something to statuses whose answer says whether the network took it. */
export function useStatusAct(queryKey: QueryKey) {
  const cache = useQueryClient()
  const notify = useNotify()
  const toSentence = useSendErrorSentence()
  return useMutation({
    mutationFn: ({ act }: Act) => act(),
    onError: notify.failed,
    async onSuccess({ type, error }, { done, failed }) {
      await cache.invalidateQueries({ queryKey })
      if (type === 'success') notify.done(done)
      else notify.warn(failed, error === undefined ? null : toSentence({ error }))
    },
  })
}

/** Those of each person, who posted last first; of one person oldest first, as they are looked at. */
export function groupByPerson(statuses: readonly ReceivedStatus[]): ReceivedStatus[][] {
  return [...Map.groupBy(statuses, ({ jid }) => jid).values()].map((theirs) => theirs.toReversed())
}
