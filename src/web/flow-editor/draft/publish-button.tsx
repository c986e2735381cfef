import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, queries, toFailure } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useNotify } from '../../ui/notify.ts'
import { useCell, useDocument, useEditor } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { playTests } from '../model/flow-tests.ts'

/** Publishes what is on the screen: saved first, and refused here already while there are errors. */
export function PublishButton() {
  const { draft } = useEditorText()
  const { flowId, store, keeper, problems, view, tests } = useEditor()
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
    async mutationFn() {
      if (!(await keeper.flush())) return null
      return await api.flows.publish({ id: flowId })
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
    } else {
      const failed = playTests(tests.get(), store.document.definition).filter(({ ok }) => !ok).length
      setFailedTests(failed)
      if (failed === 0) publish.mutate()
    }
  }
  const openTests = () => {
    setFailedTests(0)
    view.set({ ...view.get(), side: 'simulator', editedNode: null })
  }
  const publishAnyway = () => {
    setFailedTests(0)
    publish.mutate()
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
