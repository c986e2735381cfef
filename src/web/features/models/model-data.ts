import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type api, queries } from '../../app/api.ts'
import { useNotify } from '../../ui/messages/notify.ts'

export type Model = Awaited<ReturnType<typeof api.models.list>>[number]
export type ModelInput = Parameters<typeof api.models.set>[0]

const REFRESH_MS = 10_000

/** The person's models, looked at again and again: what is used of them grows. */
export const useModels = () =>
  useQuery(queries.models.list.queryOptions({ input: {}, refetchInterval: REFRESH_MS }))

/** Sets a model up or changes it; tells `done` and calls `onDone` when it is stored. */
export function useSetModel(done: (name: string) => string, onDone: () => void) {
  const cache = useQueryClient()
  const notify = useNotify()
  return useMutation(
    queries.models.set.mutationOptions({
      onError: notify.failed,
      async onSuccess({ name }) {
        await cache.invalidateQueries({ queryKey: queries.models.key() })
        notify.done(done(name))
        onDone()
      },
    }),
  )
}
