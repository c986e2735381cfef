import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { ChartColumn, Download, GitCompareArrows, History, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { api, queries } from '../../app/api.ts'
import { downloadJson } from '../../app/download.ts'
import { useDates } from '../../i18n/dates.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { useUnpublished } from '../draft/use-unpublished.ts'
import { loadFlow } from '../draft-port.ts'
import { useEditor, useStoreValue } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { loadVersion } from './load-version.ts'

type Version = Awaited<ReturnType<typeof api.flows.versions>>['versions'][number]

/** Going back: into the draft, or at once for everybody. */
function useRestore(number: number) {
  const { versions: text } = useEditorText()
  const { flowId, store, saver, view } = useEditor()
  const cache = useQueryClient()
  const notify = useNotify()
  const show = async () => {
    const loaded = await loadFlow(flowId)
    store.replace(loaded.document)
    saver.adopt(loaded)
    view.set({ ...view.get(), comparing: null })
    await cache.invalidateQueries({ queryKey: queries.flows.key() })
  }
  const restore = useMutation({
    mutationFn: () => loadVersion(flowId, number),
    onError: notify.failed,
    onSuccess(document) {
      const { clientId } = store.document
      store.replace({ ...document, clientId })
      view.set({ ...view.get(), comparing: null })
      notify.done(text.restored(number))
    },
  })
  const rollback = useMutation({
    async mutationFn() {
      await saver.flush()
      return await api.flows.rollback({ id: flowId, number, publish: true })
    },
    onError: notify.failed,
    async onSuccess() {
      await show()
      notify.done(text.rolledBack(number))
    },
  })
  return { restore, rollback }
}

async function downloadVersion(id: string, number: number): Promise<void> {
  const document_ = await api.flows.export({ id, number })
  downloadJson(`${document_.name} ${number}`, document_)
}

function VersionItem({ version }: { version: Version }) {
  const { versions: text, transfer, figures } = useEditorText()
  const { flowId, view } = useEditor()
  const { comparing, analysing } = useStoreValue(view)
  const dates = useDates()
  const notify = useNotify()
  const [isAsking, setAsking] = useState(false)
  const { number, publishedAt, publishedByName, note, isActive } = version
  const { restore, rollback } = useRestore(number)
  const isCompared = comparing?.number === number
  const compare = async () => {
    const document = isCompared ? null : await loadVersion(flowId, number)
    view.set({ ...view.get(), analysing: null, comparing: document && { number, document } })
  }
  const isAnalysed = analysing?.number === number
  const analyse = async () => {
    const document = isAnalysed ? null : await loadVersion(flowId, number)
    view.set({ ...view.get(), comparing: null, analysing: document && { number, document } })
  }
  return (
    <li className="p-4">
      <div className="flex items-center gap-2">
        <h3 className="text-sm font-semibold">{text.number(number)}</h3>
        {isActive && (
          <Badge tone="good" dot="still">
            {text.active}
          </Badge>
        )}
      </div>
      <p className="mt-0.5 text-[0.8125rem] text-ink-soft">
        <time dateTime={publishedAt}>{dates.exact(publishedAt)}</time>{' '}
        {publishedByName && text.by(publishedByName)}
      </p>
      {note && <p className="mt-1 text-sm break-words">{note}</p>}
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button
          size="small"
          variant="secondary"
          aria-pressed={isCompared}
          onClick={() => void compare().catch(notify.failed)}
        >
          <GitCompareArrows aria-hidden />
          {isCompared ? text.stopComparing : text.compare}
        </Button>
        <Button
          size="small"
          variant="secondary"
          aria-pressed={isAnalysed}
          onClick={() => void analyse().catch(notify.failed)}
        >
          <ChartColumn aria-hidden />
          {isAnalysed ? figures.stop : figures.open}
        </Button>
        <Button
          right="build"
          size="small"
          variant="secondary"
          busy={restore.isPending}
          onClick={() => restore.mutate()}
        >
          {text.restore}
        </Button>
        <Button
          size="small"
          variant="secondary"
          onClick={() => void downloadVersion(flowId, number).catch(notify.failed)}
        >
          <Download aria-hidden />
          {transfer.export}
        </Button>
        {!isActive && (
          <Button size="small" variant="secondary" onClick={() => setAsking(true)}>
            <RotateCcw aria-hidden />
            {text.rollback}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={text.rollbackTitle(number)}
        description={text.rollbackBody}
        action={text.rollback}
        busy={rollback.isPending}
        onConfirm={() => rollback.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </li>
  )
}

/** Everything that was published, newest first. */
export function VersionList() {
  const { versions: text } = useEditorText()
  const { flowId } = useEditor()
  const { isActive, hasChanges } = useUnpublished()
  const list = useInfiniteQuery(
    queries.flows.versions.infiniteOptions({
      input: (cursor: string | undefined) => ({ id: flowId, ...(cursor && { cursor }) }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
  if (list.isPending) return <LoadingRows rows={3} />
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data.pages.flatMap(({ versions }) => versions)
  if (rows.length === 0) {
    return (
      <EmptyState icon={History} title={text.none}>
        {text.noneBody}
      </EmptyState>
    )
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      {isActive && hasChanges && (
        <p className="border-b border-line bg-sunken/60 px-4 py-2 text-[0.8125rem]">
          {text.unpublishedChanges}
        </p>
      )}
      <ol className="divide-y divide-line">
        {rows.map((version) => (
          <VersionItem key={version.id} version={version} />
        ))}
      </ol>
      <MoreButton className="p-4" size="small" pages={list} label={text.more} />
    </div>
  )
}
