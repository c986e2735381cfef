import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, queries } from '../../../app/api.ts'
import { useNotify } from '../../../ui/messages/notify.ts'
import type { ConversationPlace } from '../contact-changes.ts'

export type WhatsappLabel = Awaited<ReturnType<typeof api.whatsappLabels.list>>['labels'][number]

/** What people put on chats; the phone's own filters, such as that of unread chats, are none. */
const OF_PEOPLE: ReadonlySet<WhatsappLabel['kind']> = new Set([null, 'none', 'predefined', 'custom'])

/** As many as one answer has. */
const PAGE = 200

/** The labels of an account that people use. */
export function useWhatsappLabels(clientId: string) {
  const list = useQuery(queries.whatsappLabels.list.queryOptions({ input: { clientId } }))
  return { list, labels: list.data?.labels.filter(({ kind }) => OF_PEOPLE.has(kind)) ?? [] }
}

type Place = Awaited<ReturnType<typeof api.whatsappLabels.listPlaces>>['places'][number]

/** All that has labels in a chat: few things have, and what is shown of each has to be whole. */
async function readPlaces({ clientId, jid }: ConversationPlace): Promise<Place[]> {
  const places: Place[] = []
  let cursor: string | undefined
  do {
    const page = await api.whatsappLabels.listPlaces({
      clientId,
      jid,
      limit: PAGE,
      ...(cursor && { cursor }),
    })
    places.push(...page.places)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return places
}

const placesOf = (place: ConversationPlace) => ({
  queryKey: [...queries.whatsappLabels.listPlaces.key({ input: place }), 'whole'],
  queryFn: () => readPlaces(place),
})

/** Which of them a chat has, and how many of its messages have each. */
export function useLabelsOfChat({ clientId, jid }: ConversationPlace) {
  const list = useQuery(placesOf({ clientId, jid }))
  const places = list.data ?? []
  return {
    list,
    has: (labelId: string) => places.some((one) => one.labelId === labelId && one.messageId === null),
    messages: (labelId: string) =>
      places.filter((one) => one.labelId === labelId && one.messageId !== null).length,
  }
}

/** The labels that a message has. */
export function useLabelsOfMessage({ clientId, jid }: ConversationPlace, messageId: string): WhatsappLabel[] {
  const { data: ids = [] } = useQuery({
    ...placesOf({ clientId, jid }),
    select: (places) => places.filter((one) => one.messageId === messageId).map(({ labelId }) => labelId),
  })
  const list = queries.whatsappLabels.list.queryOptions({ input: { clientId } })
  const { data } = useQuery({ ...list, enabled: ids.length > 0 })
  return data?.labels.filter(({ id }) => ids.includes(id)) ?? []
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
