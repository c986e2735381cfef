import { useInfiniteQuery } from '@tanstack/react-query'
import type { api } from '../../../app/api.ts'
import { useLookAgain } from '../../../live/live.tsx'
import { LOOK_AGAIN_MS } from '../chat-data.ts'
import type { ConversationPlace } from '../contact-changes.ts'
import { entryPages } from '../inbox-queries.ts'
import { useReadOn } from './use-read-on.ts'

export type Entry = Awaited<ReturnType<typeof api.chat.listEntries>>['entries'][number]

/** What was done with a conversation since `from`, in milliseconds, newest first; a thread asks for what its messages span. */
export function useEntries({ clientId, jid }: ConversationPlace, from: number): Entry[] {
  const pages = useInfiniteQuery({
    ...entryPages(clientId, jid),
    refetchInterval: useLookAgain(LOOK_AGAIN_MS),
  })
  const entries = pages.data?.pages.flatMap((page) => page.entries) ?? []
  useReadOn(pages, entries.at(-1)?.at, from)
  return entries
}
