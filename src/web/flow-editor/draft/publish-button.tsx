import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, queries, toFailure } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useNotify } from '../../ui/notify.ts'
import { useCell, useDocument, useEditor } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'

/** Of how many saved tests the service says that the flow falls short of them. */
function countFailedTests(error: unknown): number {
  const { errors = [] } = (toFailure(error).data ?? {}) as { errors?: { code: string }[] }
  return errors.filter(({ code }) => code === 'TEST_CASE_FAILED').length
}

/** Publishes what is on the screen: saved first, and refused here already while there are errors. */
export function PublishButton() {
  const { draft } = useEditorText()
  const { flowId, keeper, problems, view } = useEditor()
  const [failedTests, setFailedTests] = useState(0)
  const { errors } = useCell(problems)
  const { name, clientId } = useDocument()
  const cache = useQueryClient()
  const notify = useNotify()
  const showProblems = () => view.set({ ...view.get(), side: 'problems', editedNode: null })
  const flow = useQuery(queries.flows.get.queryOptions({ input: { id: flowId } }))
  const finish = async (updatedAt: string) => {
    keeper.rebase(updatedAt)
    await cache.invalidateQueries({ queryKey: queries.flows.key() })
  }
  const publish = useMutation({
    async mutationFn({ ignoreTestCases = false }: { ignoreTestCases?: boolean }) {
      if (!(await keeper.flush())) return null
      return await api.flows.publish({ id: flowId, ignoreTestCases })
    },
    async onSuccess(published) {
      if (!published) {
        notify.warn(draft.notSavedYet)
        return
      }
      await finish(published.updatedAt)
      notify.done(draft.published(name))
    },
    onError(error) {
      const failed = countFailedTests(error)
      setFailedTests(failed)
      if (failed > 0) return
      if (toFailure(error).code === 'BAD_REQUEST') showProblems()
      notify.failed(error)
    },
  })
  const begin = () => {
    if (clientId === null) {
      notify.warn(draft.needsClient)
      view.set({ ...view.get(), side: 'settings', editedNode: null })
    } else if (errors.length > 0) {
      notify.warn(draft.hasErrors(errors.length))
      showProblems()
    } else publish.mutate({})
  }
  const openTests = () => {
    setFailedTests(0)
    view.set({ ...view.get(), side: 'simulator', editedNode: null })
  }
  const publishAnyway = () => {
    setFailedTests(0)
    publish.mutate({ ignoreTestCases: true })
  }
  return (
    <>
      <Button className="h-9 px-3" busy={publish.isPending} onClick={begin}>
        {flow.data?.isActive ? draft.publishAgain : draft.publish}
      </Button>
      <Dialog
        open={failedTests > 0}
        onOpenChange={() => setFailedTests(0)}
        title={draft.testsFailTitle}
        description={`${draft.failedTests(failedTests)} ${draft.testsFailBody}`}
      >
        <DialogActions>
          <Button variant="secondary" onClick={publishAnyway}>
            {draft.publishAnyway}
          </Button>
          <Button onClick={openTests}>{draft.openTests}</Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
