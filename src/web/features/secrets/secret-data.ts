import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type api, queries } from '../../app/api.ts'
import { useEndOfChange } from '../../app/end-change.ts'
import { useNotify } from '../../ui/messages/notify.ts'
import { useSecretsText } from './secrets-text.ts'

export type Secret = Awaited<ReturnType<typeof api.secrets.list>>[number]

const REFRESH_MS = 10_000

/** The person's secrets, looked at again and again: others may publish flows that use them. */
export const useSecrets = () =>
  useQuery(queries.secrets.list.queryOptions({ input: {}, refetchInterval: REFRESH_MS }))

/** Stores a secret, a new value or other hosts; shows `done` and calls `onDone` when it is stored. */
export function useSetSecret(done: (name: string) => string, onDone: () => void) {
  const end = useEndOfChange('secrets', done, onDone)
  // The value must not stay behind in memory.
  return useMutation(queries.secrets.set.mutationOptions({ gcTime: 0, ...end }))
}

/** Stores how a secret gets its tokens; otherwise as `useSetSecret`. */
export function useSetConnection(done: (name: string) => string, onDone: () => void) {
  const end = useEndOfChange('secrets', done, onDone)
  return useMutation(queries.secrets.connections.set.mutationOptions({ gcTime: 0, ...end }))
}

/** Gets a new token now, and says what came of it. */
export function useCheckConnection() {
  const cache = useQueryClient()
  const notify = useNotify()
  const { connection: text } = useSecretsText()
  return useMutation(
    queries.secrets.connections.check.mutationOptions({
      onError: notify.failed,
      async onSuccess({ name, connection }) {
        await cache.invalidateQueries({ queryKey: queries.secrets.key() })
        if (connection?.state === 'connected') notify.done(text.works(name))
        else notify.warn(text.fails(name, connection?.error ?? null))
      },
    }),
  )
}
