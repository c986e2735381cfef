import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type api, queries } from '../../app/api.ts'
import { useNotify } from '../../ui/messages/notify.ts'

export type Secret = Awaited<ReturnType<typeof api.secrets.list>>[number]

const REFRESH_MS = 10_000

/** The person's secrets, looked at again and again: others may publish flows that use them. */
export const useSecrets = () =>
  useQuery(queries.secrets.list.queryOptions({ input: {}, refetchInterval: REFRESH_MS }))

/** Stores a secret, a new value or other hosts; tells `done` and calls `onDone` when it is stored. */
export function useSetSecret(done: (name: string) => string, onDone: () => void) {
  const cache = useQueryClient()
  const notify = useNotify()
  return useMutation(
    queries.secrets.set.mutationOptions({
      // The value must not stay behind in memory.
      gcTime: 0,
      onError: notify.failed,
      async onSuccess({ name }) {
        await cache.invalidateQueries({ queryKey: queries.secrets.key() })
        notify.done(done(name))
        onDone()
      },
    }),
  )
}
