import { useQuery } from '@tanstack/react-query'
import { type api, queries } from '../../app/api.ts'
import { useChange } from '../../app/use-change.ts'
import { useReadable } from '../../i18n/addresses.ts'
import { toHandle } from '../contacts/called.ts'

export type GroupSummary = Awaited<ReturnType<typeof api.groups.list>>['groups'][number]
export type Group = Awaited<ReturnType<typeof api.groups.get>>
export type GroupMember = Group['members'][number]
export type MemberResult = Awaited<ReturnType<typeof api.groups.addMembers>>['results'][number]

/** Each look asks the network, so what was read stays until something changes. */
const STALE_MS = 60_000

export const useGroups = (clientId: string) =>
  useQuery(queries.groups.list.queryOptions({ input: { clientId }, staleTime: STALE_MS, retry: false }))

export const useGroup = (clientId: string, groupJid: string) =>
  useQuery(
    queries.groups.get.queryOptions({ input: { clientId, groupJid }, staleTime: STALE_MS, retry: false }),
  )

/** Only for admins; others are refused. */
export const useInvite = (clientId: string, groupJid: string) =>
  useQuery(
    queries.groups.getInvite.queryOptions({
      input: { clientId, groupJid },
      staleTime: STALE_MS,
      retry: false,
    }),
  )

export const useRequests = (clientId: string, groupJid: string) =>
  useQuery(
    queries.groups.listRequests.queryOptions({
      ...{ input: { clientId, groupJid }, staleTime: STALE_MS, retry: false },
    }),
  )

/** Does something to groups; tells `done` and calls `onDone` when it is done. */
export const useGroupChange = (onDone: () => void = () => {}) => useChange(queries.groups.key(), onDone)

type NamedMember = Pick<GroupMember, 'jid' | 'lid' | 'phoneNumber' | 'username'>

/** What people of the number's address book, or they themselves, call them, by address. */
export function useNames(clientId: string): (person: NamedMember) => string {
  const readable = useReadable()
  const contacts = useQuery(
    queries.chat.fetchContacts.queryOptions({ input: { clientId }, staleTime: STALE_MS }),
  )
  // A group may name by another address than the one under which a contact is kept.
  const named = (contacts.data?.contacts ?? []).flatMap((contact) =>
    [contact.id, contact.lid].flatMap((address) => (address === null ? [] : [[address, contact] as const])),
  )
  const known = new Map(named)
  return ({ jid, lid, phoneNumber, username }) => {
    const contact = known.get(jid) ?? (lid === null ? undefined : known.get(lid))
    const handle = toHandle(username ?? contact?.username ?? null)
    return contact?.name ?? contact?.notify ?? handle ?? phoneNumber ?? readable(jid)
  }
}

/** The numbers in a text, one a line. */
export const readNumbers = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
