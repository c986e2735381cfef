import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { api, queries, toFailure } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { useNotify } from '../../ui/notify.ts'
import { useCell, useDocument, useEditor } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { useAsked } from '../use-asked.ts'
import { NoteDialog } from './note-dialog.tsx'

/** Of how many saved tests the service says that the flow falls short of them. */
function countFailedTests(error: unknown): number {
  const { errors = [] } = (toFailure(error).data ?? {}) as { errors?: { code: string }[] }
  return errors.filter(({ code }) => code === 'TEST_CASE_FAILED').length
}

interface PublishOptions {
  ignoreTestCases?: boolean
  note?: string
}

/** Publishing, and of how many saved tests the flow fell short the last time. */
function usePublish(onRefused: () => void) {
  const { draft } = useEditorText()
  const { flowId, keeper } = useEditor()
  const { name } = useDocument()
  const cache = useQueryClient()
  const notify = useNotify()
  /** What was to be published when its tests failed. */
  const [failed, setFailed] = useState<{ tests: number; options: PublishOptions } | null>(null)
  const publish = useMutation({
    async mutationFn({ note, ...options }: PublishOptions) {
      if (!(await keeper.flush())) return null
      return await api.flows.publish({ id: flowId, ...options, ...(note && { note }) })
    },
    async onSuccess(published) {
      if (!published) {
        notify.warn(draft.notSavedYet)
        return
      }
      keeper.rebase(published.updatedAt)
      await cache.invalidateQueries({ queryKey: queries.flows.key() })
      notify.done(draft.published(name))
    },
    onError(error, options) {
      const tests = countFailedTests(error)
      setFailed(tests > 0 ? { tests, options } : null)
      if (tests > 0) return
      if (toFailure(error).code === 'BAD_REQUEST') onRefused()
      notify.failed(error)
    },
  })
  return { publish, failed, forget: () => setFailed(null) }
}

/** Publishes what is on the screen: saved first, and refused here already while there are errors. */
export function PublishButton() {
  const { draft } = useEditorText()
  const { flowId, problems, view } = useEditor()
  const { errors } = useCell(problems)
  const { clientId } = useDocument()
  const notify = useNotify()
  const [isNoting, setNoting] = useState(false)
  const showProblems = () => view.set({ ...view.get(), side: 'problems', editedNode: null })
  const { publish, failed, forget } = usePublish(showProblems)
  const flow = useQuery(queries.flows.get.queryOptions({ input: { id: flowId } }))
  /** Goes on when nothing is in the way that can be known here. */
  const begin = (goOn: () => void) => {
    if (clientId === null) {
      notify.warn(draft.needsClient)
      view.set({ ...view.get(), side: 'settings', editedNode: null })
    } else if (errors.length > 0) {
      notify.warn(draft.hasErrors(errors.length))
      showProblems()
    } else goOn()
  }
  const publishNow = () => begin(() => publish.mutate({}))
  const publishWithNote = () => begin(() => setNoting(true))
  useAsked('publish', publishNow)
  useAsked('publish_with_note', publishWithNote)
  const openTests = () => {
    forget()
    view.set({ ...view.get(), side: 'simulator', editedNode: null })
  }
  const publishAnyway = () => {
    forget()
    publish.mutate({ ...failed?.options, ignoreTestCases: true })
  }
  return (
    <>
      <div className="flex shrink-0">
        <Button className="h-9 rounded-e-none px-2.5 sm:px-3" busy={publish.isPending} onClick={publishNow}>
          {flow.data?.isActive ? draft.publishAgain : draft.publish}
          {errors.length > 0 && (
            <span
              aria-hidden
              title={draft.hasErrors(errors.length)}
              className="grid h-5 min-w-5 place-items-center rounded-full bg-surface px-1 text-xs text-bad tabular-nums"
            >
              {errors.length}
            </span>
          )}
        </Button>
        <Menu
          trigger={
            <Button
              size="icon"
              className="h-9 w-7 rounded-s-none border-s border-on-accent/30"
              aria-label={draft.publishOptions}
            >
              <ChevronDown aria-hidden />
            </Button>
          }
        >
          <MenuItem onSelect={publishWithNote}>
            <MessageSquareText aria-hidden />
            {draft.publishWithNote}
          </MenuItem>
        </Menu>
      </div>
      {isNoting && (
        <NoteDialog
          onClose={() => setNoting(false)}
          onPublish={(note) => {
            setNoting(false)
            publish.mutate({ note })
          }}
        />
      )}
      <Dialog
        open={failed !== null}
        onOpenChange={forget}
        title={draft.testsFailTitle}
        description={`${draft.failedTests(failed?.tests ?? 0)} ${draft.testsFailBody}`}
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
