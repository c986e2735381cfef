import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, queries } from '../../../app/api.ts'
import { useNotify } from '../../../ui/messages/notify.ts'
import { toUpdate } from '../../draft-port.ts'
import { useEditor } from '../../editor-context.tsx'
import { moveKeptTests } from './kept-tests.ts'

/** The saved tests of the flow that is open. */
export function useFlowTests() {
  const { flowId } = useEditor()
  return useQuery({
    ...queries.flows.testCases.list.queryOptions({ input: { id: flowId } }),
    async queryFn() {
      await moveKeptTests(flowId)
      return api.flows.testCases.list({ id: flowId })
    },
  })
}

/** What can be done with the tests of the flow that is open. */
export function useTestActions() {
  const { flowId, store } = useEditor()
  const cache = useQueryClient()
  const notify = useNotify()
  const finish = {
    onError: notify.failed,
    onSuccess: () => cache.invalidateQueries({ queryKey: queries.flows.testCases.list.key() }),
  }
  return {
    flowId,
    save: useMutation(queries.flows.testCases.save.mutationOptions(finish)),
    remove: useMutation(queries.flows.testCases.delete.mutationOptions(finish)),
    /** Plays all of them against what is on the screen, saved or not. */
    play: useMutation({
      mutationFn() {
        const { id, ...flow } = toUpdate(flowId, store.document)
        return api.flows.testCases.run({ id, flow: { version: 1, ...flow } })
      },
      onError: notify.failed,
    }),
  }
}
