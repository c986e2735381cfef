import { useQuery } from '@tanstack/react-query'
import { api, queries } from '../../app/api.ts'
import { useChange } from '../../app/use-change.ts'

export type ContactField = Awaited<ReturnType<typeof api.contacts.fields.list>>[number]
export type NotedContact = Awaited<ReturnType<typeof api.contacts.list>>['contacts'][number]
export type ContactFilter = Omit<Parameters<typeof api.contacts.list>[0], 'clientId' | 'cursor' | 'limit'>

/** The fields that the person has defined for contacts. */
export const useContactFields = () => useQuery(queries.contacts.fields.list.queryOptions({ input: {} }))

/** Does something to the fields; tells `done` and calls `onDone` when it is done. */
export const useFieldChange = (onDone: () => void) => useChange(queries.contacts.key(), onDone)

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
