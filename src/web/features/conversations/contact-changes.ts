import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, queries } from '../../app/api.ts'
import { useNotify } from '../../ui/messages/notify.ts'

export interface ConversationPlace {
  clientId: string
  jid: string
}

/** What changes a contact; each has it read again. */
export function useContactChanges({ clientId, jid }: ConversationPlace) {
  const client = useQueryClient()
  const notify = useNotify()
  const contactJid = jid
  const change = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: notify.failed,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queries.contacts.key() }),
        client.invalidateQueries({ queryKey: queries.flows.states.key() }),
      ]),
  })
  return {
    isBusy: change.isPending,
    isDone: change.isSuccess,
    flag: (flag: 'blacklist' | 'favourite', value: boolean) =>
      change.mutate(() => api.clients.setContactFlag({ clientId, contactJid, flag, value })),
    setTags: (tags: string[]) => change.mutate(() => api.contacts.update({ clientId, contactJid, tags })),
    setField: (name: string, value: string | number | boolean | null) =>
      change.mutate(() => api.contacts.update({ clientId, contactJid, fields: { [name]: value } })),
    handOff: (handoffSec: number) =>
      change.mutate(() => api.contacts.update({ clientId, contactJid, handoffSec })),
    pause: (id: string) => change.mutate(() => api.flows.states.pause({ id })),
    resume: (id: string) => change.mutate(() => api.flows.states.resume({ id })),
  }
}
