import { useMutation, useQuery } from '@tanstack/react-query'
import { type api, queries } from '../../app/api.ts'
import { useEndOfChange } from '../../app/end-change.ts'

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
