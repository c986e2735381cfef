import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type api, queries } from '../../app/api.ts'
import { useNotify } from '../../ui/messages/notify.ts'
import { useWorkerStatuses } from '../clients/client-data.ts'

export type SandboxContact = Awaited<ReturnType<typeof api.sandbox.contacts>>[number]
export type SandboxGroup = Awaited<ReturnType<typeof api.sandbox.groups>>[number]
export type SandboxMessage = Awaited<ReturnType<typeof api.sandbox.conversation>>[number]

/** Where somebody writes: as a contact to the client, or in a group they are both in. */
export interface Place {
  clientId: string
  phoneNumber: string
  group?: string
}

/** The sandbox tells nobody what happens in it: what a contact's phone shows is looked at this often. */
const LOOK_MS = 1000

/** The clients that live on the sandbox, with what each is doing. */
export function useSandboxClients() {
  const clients = useQuery(queries.clients.list.queryOptions({ input: {} }))
  const statuses = useWorkerStatuses()
  const all = clients.data?.flatMap((client) => {
    const status = statuses.data?.get(client.id)
    return status?.network === 'sandbox' ? [{ client, status }] : []
  })
  return {
    all,
    isPending: clients.isPending || statuses.isPending,
    error: clients.error ?? statuses.error,
    retry: () => void Promise.all([clients.refetch(), statuses.refetch()]),
  }
}

export const useSandboxContacts = (clientId: string) =>
  useQuery(queries.sandbox.contacts.queryOptions({ input: { clientId }, refetchInterval: LOOK_MS }))

export const useSandboxGroups = (clientId: string) =>
  useQuery(queries.sandbox.groups.queryOptions({ input: { clientId }, refetchInterval: LOOK_MS }))

export const useSandboxConversation = (place: Place) =>
  useQuery(queries.sandbox.conversation.queryOptions({ input: place, refetchInterval: LOOK_MS }))

/** What a contact can do; the conversation is read again after each. */
export function useContactActs() {
  const cache = useQueryClient()
  const notify = useNotify()
  const finish = {
    onError: notify.failed,
    onSuccess: () => cache.invalidateQueries({ queryKey: queries.sandbox.key() }),
  }
  return {
    send: useMutation(queries.sandbox.send.mutationOptions(finish)),
    createGroup: useMutation(queries.sandbox.createGroup.mutationOptions(finish)),
    save: useMutation(queries.sandbox.saveContact.mutationOptions(finish)),
    markRead: useMutation(queries.sandbox.markRead.mutationOptions({ onError: notify.failed })),
  }
}
