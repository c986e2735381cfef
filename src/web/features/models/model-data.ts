import { useMutation, useQuery } from '@tanstack/react-query'
import { type api, queries } from '../../app/api.ts'
import { useEndOfChange } from '../../app/end-change.ts'

export type Model = Awaited<ReturnType<typeof api.models.list>>[number]
export type ModelInput = Parameters<typeof api.models.set>[0]

const REFRESH_MS = 10_000

/** The person's models, looked at again and again: what is used of them grows. */
export const useModels = () =>
  useQuery(queries.models.list.queryOptions({ input: {}, refetchInterval: REFRESH_MS }))

/** Sets a model up or changes it; shows `done` and calls `onDone` when it is stored. */
export const useSetModel = (done: (name: string) => string, onDone: () => void) =>
  useMutation(queries.models.set.mutationOptions(useEndOfChange('models', done, onDone)))
