import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type api, queries } from '../../app/api.ts'
import { useChange } from '../../app/use-change.ts'
import { useNotify } from '../../ui/messages/notify.ts'
import type { InChannel } from './post-cache.ts'

export type Channel = Awaited<ReturnType<typeof api.channels.get>>

/** Each look asks the network, so what was read stays until something changes. */
const STALE_MS = 60_000
const PAGE = 20

export type { InChannel, Post } from './post-cache.ts'

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

/** Does something to a channel, after which it and the list are read again; tells `done` and calls `onDone` when it is done. */
export const useChannelChange = (onDone: () => void = () => {}) =>
  useChange(queries.channels.list.key(), onDone, [queries.channels.get.key()])

interface PostChange {
  act: () => Promise<unknown>
  /** Brings it into the posts that were read. */
  mend: (cache: QueryClient) => Promise<void> | void
  done: string
}

/** Does something to a post, after which nothing else is read again. */
export function usePostChange({ clientId, channelJid }: InChannel, onDone: () => void = () => {}) {
  const cache = useQueryClient()
  const notify = useNotify()
  const input = { clientId, channelJid }
  return useMutation({
    mutationFn: ({ act }: PostChange) => act(),
    onError: notify.failed,
    async onSuccess(_answer, { mend, done }) {
      try {
        await mend(cache)
      } catch {
        // It is done; only what became of it could not be read.
        void cache.invalidateQueries({ queryKey: queries.channels.listPosts.key({ input }) })
      }
      notify.done(done)
      onDone()
    },
  })
}
