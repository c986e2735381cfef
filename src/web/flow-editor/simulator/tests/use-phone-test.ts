import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, queries, toFailure } from '../../../app/api.ts'
import { useNotify } from '../../../ui/messages/notify.ts'
import { useDocument, useEditor, useStoreValue } from '../../editor-context.tsx'
import { useEditorText } from '../../editor-text.ts'

const REFRESH_MS = 2_000

export type PhoneRun = Awaited<ReturnType<typeof api.flows.states.list>>['states'][number]

/** The numbers on which the flow that is open may be tested. */
export function useTestPhones() {
  const { flowId } = useEditor()
  const cache = useQueryClient()
  const { failed } = useNotify()
  const finish = {
    onError: failed,
    onSuccess: () => cache.invalidateQueries({ queryKey: queries.flows.testPhones.list.key() }),
  }
  return {
    flowId,
    phones: useQuery(queries.flows.testPhones.list.queryOptions({ input: { id: flowId } })),
    add: useMutation(queries.flows.testPhones.add.mutationOptions(finish)),
    remove: useMutation(queries.flows.testPhones.remove.mutationOptions(finish)),
  }
}

/** The newest test of the flow that is open, and how it goes. */
export function useLastTest() {
  const { flowId } = useEditor()
  const input = { flowId, isTest: true, limit: 1 }
  return useQuery(
    queries.flows.states.list.queryOptions({
      input,
      refetchInterval: REFRESH_MS,
      select: ({ states }) => states[0] ?? null,
    }),
  )
}

const refreshRuns = (cache: ReturnType<typeof useQueryClient>) =>
  cache.invalidateQueries({ queryKey: queries.flows.states.key() })

/** Why a test did not begin, as `data.reason` says it. */
export function reasonOf(error: unknown): string | undefined {
  return (toFailure(error).data as { reason?: string } | null | undefined)?.reason
}

export interface Asked {
  phoneNumber: string
  triggerId?: string
  inputs?: Record<string, unknown>
}

/** Saves what is on the screen and starts a test of it; what can be known here to be in the way is said at once. */
export function useStartTest() {
  const { draft, simulator } = useEditorText()
  const { flowId, saver, problems, view } = useEditor()
  const { clientId } = useDocument()
  const { errors } = useStoreValue(problems)
  const cache = useQueryClient()
  const { done, warn } = useNotify()
  const showProblems = () => view.set({ ...view.get(), side: 'problems', editedNode: null })
  const start = useMutation({
    async mutationFn(asked: Asked) {
      return (await saver.flush()) ? await api.flows.testOnPhone({ id: flowId, ...asked }) : null
    },
    async onSuccess(run, { phoneNumber }) {
      if (!run) return warn(draft.notSavedForTest)
      await refreshRuns(cache)
      done(simulator.phone.started(phoneNumber))
    },
    onError(error) {
      const { code, data } = toFailure(error)
      if (code === 'BAD_REQUEST' && (data as { errors?: unknown[] } | undefined)?.errors) showProblems()
    },
  })
  return {
    start,
    begin(asked: Asked) {
      if (clientId === null) {
        warn(draft.needsClientForTest)
        view.set({ ...view.get(), side: 'settings', editedNode: null })
      } else if (errors.length > 0) {
        warn(draft.hasErrors(errors.length))
        showProblems()
      } else start.mutate(asked)
    },
  }
}

/** Ends a test before its end. */
export function useStopTest() {
  const { simulator } = useEditorText()
  const cache = useQueryClient()
  const { done, failed } = useNotify()
  return useMutation(
    queries.flows.states.cancel.mutationOptions({
      onError: failed,
      async onSuccess() {
        await refreshRuns(cache)
        done(simulator.phone.stopped)
      },
    }),
  )
}

/** Gives the chat with a number back to flows, when a person has it. */
export function useGiveBack(onGiven: () => void) {
  const cache = useQueryClient()
  const { failed } = useNotify()
  return useMutation(
    queries.contacts.update.mutationOptions({
      onError: failed,
      async onSuccess() {
        await refreshRuns(cache)
        onGiven()
      },
    }),
  )
}
