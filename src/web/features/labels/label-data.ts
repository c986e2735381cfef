import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type api, queries } from '../../app/api.ts'
import { useNotify } from '../../ui/messages/notify.ts'

export type Label = Awaited<ReturnType<typeof api.labels.list>>[number]
type Standing = Awaited<ReturnType<typeof api.chat.getConversation>>

/** A conversation of a number. */
export interface LabelledPlace {
  clientId: string
  jid: string
}

export const useLabels = () => useQuery(queries.labels.list.queryOptions({ input: {}, staleTime: 60_000 }))

export const useLabelledCounts = (clientId: string | undefined) =>
  useQuery(
    queries.chat.countLabelled.queryOptions({
      input: clientId === undefined ? {} : { clientId },
      staleTime: 30_000,
    }),
  ).data?.labels

/** What tells labels or which conversations have them. */
const readAgainKeys = () => [
  queries.labels.key(),
  queries.chat.getConversation.key(),
  queries.chat.countLabelled.key(),
  queries.chat.countConversations.key(),
  queries.chat.listConversations.key(),
]

/** Does something to labels and has all that shows them read again; `onDone` is called with what it answered. */
export function useLabelAct<Answer>(onDone: (answer: Answer) => void = () => {}) {
  const cache = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: (act: () => Promise<Answer>) => act(),
    onError: notify.failed,
    onSuccess(answer) {
      onDone(answer)
      return Promise.all(readAgainKeys().map((queryKey) => cache.invalidateQueries({ queryKey })))
    },
  })
}

/** The labels of a conversation, and what changes them. */
export function useLabelsOf({ clientId, jid }: LabelledPlace) {
  const cache = useQueryClient()
  const options = queries.chat.getConversation.queryOptions({ input: { clientId, jid } })
  const { data } = useQuery(options)
  // What it answers is how the conversation is from now on.
  const change = useLabelAct<Standing>((standing) => cache.setQueryData(options.queryKey, standing))
  return { labels: data?.labels ?? [], change }
}
