import { useInfiniteQuery } from '@tanstack/react-query'
import { queries } from '../../../app/api.ts'
import { useLookAgain } from '../../../live/live.tsx'
import { LOOK_AGAIN_MS } from '../chat-data.ts'
import type { ConversationPlace } from '../contact-changes.ts'
import { useReadOn } from '../entries/use-read-on.ts'
import { type FlowAct, listActs } from './flow-lines.ts'

/** What flows did in a conversation since `from`, in milliseconds, newest first; a thread asks for what its messages span. */
export function useFlowActs({ clientId, jid }: ConversationPlace, from: number): FlowAct[] {
  const pages = useInfiniteQuery({
    ...queries.flows.states.history.infiniteOptions({
      input: (cursor: string | undefined) => ({ clientId, contactJid: jid, ...(cursor && { cursor }) }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
    // Flows write to people, not to groups.
    enabled: !jid.endsWith('@g.us'),
    refetchInterval: useLookAgain(LOOK_AGAIN_MS),
  })
  const runs = pages.data?.pages.flatMap((page) => page.runs) ?? []
  useReadOn(pages, runs.at(-1)?.began.at, from)
  return listActs(runs)
}
