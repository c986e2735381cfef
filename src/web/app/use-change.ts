import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify } from '../ui/messages/notify.ts'

/** Does something to what is read under `queryKey` and the others; tells `done` and calls `onDone` when it is done. */
export function useChange(queryKey: QueryKey, onDone: () => void, also: readonly QueryKey[] = []) {
  const cache = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: ({ act }: { act: () => Promise<unknown>; done: string }) => act(),
    onError: notify.failed,
    async onSuccess(_answer, { done }) {
      await Promise.all([queryKey, ...also].map((key) => cache.invalidateQueries({ queryKey: key })))
      notify.done(done)
      onDone()
    },
  })
}
