import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, queries } from '../../../app/api.ts'
import { useNotify } from '../../../ui/messages/notify.ts'
import type { ConversationPlace } from '../contact-changes.ts'
import type { Mentionable } from './mentions.ts'

/** What this page did with notes stands in the thread at once, whatever the stream of news does. */
export function useNoteChanges({ clientId, jid }: ConversationPlace) {
  const client = useQueryClient()
  const notify = useNotify()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: notify.failed,
    onSuccess: () => client.invalidateQueries({ queryKey: queries.chat.listEntries.key() }),
  })
  /** Whether it was done; if not, the person was told why. */
  const change = (act: () => Promise<unknown>): Promise<boolean> =>
    mutateAsync(act).then(
      () => true,
      () => false,
    )
  return {
    isBusy: isPending,
    write: (text: string, mentions: string[]) =>
      change(() => api.chat.createNote({ clientId, target: jid, text, mentions })),
    edit: (id: string, text: string, mentions: string[]) =>
      change(() => api.chat.updateNote({ clientId, id, text, mentions })),
    remove: (id: string) => change(() => api.chat.deleteNote({ clientId, id })),
  }
}

/** A note that names the person of this page counts as seen once it is on the screen of a page that is looked at. */
export function useSeen({ clientId, jid }: ConversationPlace, isUnseen: boolean): void {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: () => api.chat.seeMentions({ clientId, jid }),
    onSuccess: () =>
      Promise.all(
        [queries.chat.listEntries, queries.chat.countConversations, queries.chat.listConversations].map(
          (one) => client.invalidateQueries({ queryKey: one.key() }),
        ),
      ),
  })
  useEffect(() => {
    if (!isUnseen) return
    const see = () => {
      if (document.visibilityState === 'hidden') return
      document.removeEventListener('visibilitychange', see)
      mutate()
    }
    document.addEventListener('visibilitychange', see)
    see()
    return () => document.removeEventListener('visibilitychange', see)
  }, [isUnseen, mutate])
}

const NOBODY: readonly Mentionable[] = []

/** Members of the workspace who see the number. */
export function useMembers(clientId: string): readonly Mentionable[] {
  const { data } = useQuery(queries.workspaces.members.list.queryOptions({ input: {}, staleTime: 30_000 }))
  return data?.filter(({ clientIds }) => clientIds === null || clientIds.includes(clientId)) ?? NOBODY
}
