import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, queries } from '../../app/api.ts'
import { useNotify } from '../../ui/messages/notify.ts'

export type ContactField = Awaited<ReturnType<typeof api.contacts.fields.list>>[number]
export type NotedContact = Awaited<ReturnType<typeof api.contacts.list>>['contacts'][number]
export type ContactFilter = Omit<Parameters<typeof api.contacts.list>[0], 'clientId' | 'cursor' | 'limit'>

/** The fields that the person has defined for contacts. */
export const useContactFields = () => useQuery(queries.contacts.fields.list.queryOptions({ input: {} }))

/** Does something to the fields; tells `done` and calls `onDone` when it is done. */
export function useFieldChange(onDone: () => void) {
  const cache = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: ({ act }: { act: () => Promise<unknown>; done: string }) => act(),
    onError: notify.failed,
    async onSuccess(_answer, { done }) {
      await cache.invalidateQueries({ queryKey: queries.contacts.key() })
      notify.done(done)
      onDone()
    },
  })
}

const PAGE = 500

/** All contacts that a filter finds, page by page. */
export async function readAllContacts(clientId: string, filter: ContactFilter): Promise<NotedContact[]> {
  const found: NotedContact[] = []
  let cursor: string | undefined
  do {
    const page = await api.contacts.list({ clientId, ...filter, limit: PAGE, ...(cursor && { cursor }) })
    found.push(...page.contacts)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return found
}
