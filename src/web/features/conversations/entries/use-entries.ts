import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { api } from '../../../app/api.ts'
import { useLookAgain } from '../../../live/live.tsx'
import { LOOK_AGAIN_MS } from '../chat-data.ts'
import type { ConversationPlace } from '../contact-changes.ts'
import { entryPages } from '../inbox-queries.ts'

export type Entry = Awaited<ReturnType<typeof api.chat.listEntries>>['entries'][number]

/** What was done with a conversation since `from`, in milliseconds, newest first; a thread asks for what its messages span. */
export function useEntries({ clientId, jid }: ConversationPlace, from: number): Entry[] {
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...entryPages(clientId, jid),
    refetchInterval: useLookAgain(LOOK_AGAIN_MS),
  })
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const oldest = entries.at(-1)
  const isShort = hasNextPage && !isFetching && oldest !== undefined && Date.parse(oldest.at) >= from
  useEffect(() => {
    if (isShort) void fetchNextPage()
  }, [isShort, fetchNextPage])
  return entries
}
