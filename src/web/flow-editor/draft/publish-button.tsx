import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { api, queries, toFailure } from '../../app/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { Dialog, DialogActions } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { useDocument, useEditor, useStoreValue } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { useCommand } from '../hooks/use-command.ts'
import { NoteDialog } from './note-dialog.tsx'
import { useUnpublished } from './use-unpublished.ts'

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
  const { flowId, saver } = useEditor()
  const { name } = useDocument()
  const cache = useQueryClient()
  const notify = useNotify()
  /** What was to be published when its tests failed. */
  const [failed, setFailed] = useState<{ tests: number; options: PublishOptions } | null>(null)
  const publish = useMutation({
    async mutationFn({ note, ...options }: PublishOptions) {
      if (!(await saver.flush())) return null
      return await api.flows.publish({ id: flowId, ...options, ...(note && { note }) })
    },
    async onSuccess(published) {
      if (!published) {
        notify.warn(draft.notSavedYet)
        return
      }
      saver.rebase(published.updatedAt)
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

interface PublishControlsProps {
  action: string
  errorCount: number
  busy: boolean
  onPublish: () => void
  onNote: () => void
}

function PublishControls({ action, errorCount, busy, onPublish, onNote }: PublishControlsProps) {
  const { draft } = useEditorText()
  return (
    <div className="flex shrink-0">
      <Button right="build" className="h-9 rounded-e-none px-2.5 sm:px-3" busy={busy} onClick={onPublish}>
        {action}
        {errorCount > 0 && (
          <span
            aria-hidden
            title={draft.hasErrors(errorCount)}
            className="grid h-5 min-w-5 place-items-center rounded-full bg-surface px-1 text-xs text-bad tabular-nums"
          >
            {errorCount}
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
        <MenuItem right="build" onSelect={onNote}>
          <MessageSquareText aria-hidden />
          {draft.publishWithNote}
        </MenuItem>
      </Menu>
    </div>
  )
}

/** Publishes what is on the screen: saved first, and refused here already while there are errors. */
export function PublishButton() {
  const { draft } = useEditorText()
  const { problems, view } = useEditor()
  const { errors } = useStoreValue(problems)
  const { clientId } = useDocument()
  const notify = useNotify()
  const [isNoting, setNoting] = useState(false)
  const showProblems = () => view.set({ ...view.get(), side: 'problems', editedNode: null })
  const { publish, failed, forget } = usePublish(showProblems)
  const { isActive, hasChanges, isPending } = useUnpublished()
  /** Goes on when nothing is in the way that can be known here. */
  const begin = (proceed: () => void) => {
    if (!hasChanges) notify.done(draft.nothingToPublish)
    else if (clientId === null) {
      notify.warn(draft.needsClient)
      view.set({ ...view.get(), side: 'settings', editedNode: null })
    } else if (errors.length > 0) {
      notify.warn(draft.hasErrors(errors.length))
      showProblems()
    } else proceed()
  }
  const publishNow = () => begin(() => publish.mutate({}))
  const publishWithNote = () => begin(() => setNoting(true))
  useCommand('publish', publishNow)
  useCommand('publish_with_note', publishWithNote)
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
      {hasChanges ? (
        <PublishControls
          action={isActive ? draft.publishAgain : draft.publish}
          errorCount={errors.length}
          busy={publish.isPending || isPending}
          onPublish={publishNow}
          onNote={publishWithNote}
        />
      ) : (
        <Badge tone="good" dot="still">
          {draft.upToDate}
        </Badge>
      )}
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
