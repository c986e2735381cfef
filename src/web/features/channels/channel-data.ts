import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type api, queries } from '../../app/api.ts'
import { useChange } from '../../app/use-change.ts'

export type Channel = Awaited<ReturnType<typeof api.channels.get>>
export type Post = Awaited<ReturnType<typeof api.channels.listPosts>>['posts'][number]

/** Each look asks the network, so what was read stays until something changes. */
const STALE_MS = 60_000
const PAGE = 20

/** What is said of one channel in one call. */
export interface InChannel {
  clientId: string
  channelJid: string
}

export const isAdmin = ({ role }: Channel): boolean => role === 'owner' || role === 'admin'

export const useChannels = (clientId: string) =>
  useQuery(queries.channels.list.queryOptions({ input: { clientId }, staleTime: STALE_MS, retry: false }))

export const useChannel = (input: InChannel) =>
  useQuery(queries.channels.get.queryOptions({ input, staleTime: STALE_MS, retry: false }))

/** Posts, newest first, a page at a time. */
export const usePosts = (input: InChannel) =>
  useInfiniteQuery(
    queries.channels.listPosts.infiniteOptions({
      input: (before: number | null) => ({ ...input, limit: PAGE, ...(before === null ? {} : { before }) }),
      initialPageParam: null as number | null,
      getNextPageParam: ({ nextBefore }) => nextBefore,
      staleTime: STALE_MS,
      retry: false,
    }),
  )

/** Views and reactions are told for some minutes; asked for again before that ends. Where it is refused, they are just not told. */
export const useWatch = (input: InChannel) =>
  useQuery({
    ...queries.channels.watch.queryOptions({ input, retry: false }),
    refetchInterval: ({ state: { data } }) =>
      data ? Math.max(30_000, Date.parse(data.until) - Date.now() - 10_000) : false,
  })

/** Does something to channels; tells `done` and calls `onDone` when it is done. */
export const useChannelChange = (onDone: () => void = () => {}) => useChange(queries.channels.key(), onDone)
