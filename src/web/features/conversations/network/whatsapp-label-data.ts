import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type api, queries } from '../../../app/api.ts'
import { useNotify } from '../../../ui/messages/notify.ts'
import type { ConversationPlace } from '../contact-changes.ts'

export type WhatsappLabel = Awaited<ReturnType<typeof api.whatsappLabels.list>>['labels'][number]

/** What people put on chats; the phone's own filters, such as that of unread chats, are none. */
const OF_PEOPLE: ReadonlySet<WhatsappLabel['kind']> = new Set([null, 'none', 'predefined', 'custom'])

const MOST_PLACES = 200

/** The labels of an account that people use. */
export function useWhatsappLabels(clientId: string) {
  const list = useQuery(queries.whatsappLabels.list.queryOptions({ input: { clientId } }))
  return { list, labels: list.data?.labels.filter(({ kind }) => OF_PEOPLE.has(kind)) ?? [] }
}

/** Which of them a chat has, and how many of its messages have each. */
export function useLabelsOfChat({ clientId, jid }: ConversationPlace) {
  const input = { clientId, jid, limit: MOST_PLACES }
  const list = useQuery(queries.whatsappLabels.listPlaces.queryOptions({ input }))
  const places = list.data?.places ?? []
  return {
    list,
    has: (labelId: string) => places.some((one) => one.labelId === labelId && one.messageId === null),
    messages: (labelId: string) =>
      places.filter((one) => one.labelId === labelId && one.messageId !== null).length,
  }
}

/** Does something to labels at the phone, and has all that tells of them read again. */
export function useWhatsappLabelAct(onDone: () => void = () => {}) {
  const cache = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: notify.failed,
    onSuccess() {
      onDone()
      return cache.invalidateQueries({ queryKey: queries.whatsappLabels.key() })
    },
  })
}
