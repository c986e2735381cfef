import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useDeferredValue, useState } from 'react'
import { isUuid } from '../../../../core/uuid.ts'
import { api, queries } from '../../../app/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Dialog } from '../../../ui/messages/dialog.tsx'
import { useNotify } from '../../../ui/messages/notify.ts'
import { ErrorState, LoadingRows } from '../../../ui/messages/states.tsx'
import { MoreButton } from '../../../ui/more-button.tsx'
import { useEditorText } from '../../editor-text.ts'
import { type ChosenFile, fitsKind } from '../../model/file-kinds.ts'
import { FileFacts, FileThumb } from './file-preview.tsx'

interface FilePickerProps {
  /** What the file is to be sent as; the others cannot be chosen. */
  kind: string
  onChoose: (file: ChosenFile) => void
  onClose: () => void
}

function useKeptFiles(search: string) {
  return useInfiniteQuery({
    queryKey: queries.assets.list.key({ input: { search } }),
    queryFn: ({ pageParam }) =>
      api.assets.list({ ...(search && { search }), ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
}

/** A file can also be named by the id the service gave it, as one that came with a message. */
function ChooseById({ onChoose }: Pick<FilePickerProps, 'onChoose'>) {
  const { panel } = useEditorText()
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const id = String(new FormData(event.currentTarget).get('id')).trim()
    if (isUuid(id)) onChoose({ id: id.toLowerCase(), mimetype: '', fileName: null })
    else setProblem(panel.file.badId)
  }
  return (
    <form onSubmit={submit} className="mt-5 flex items-end gap-2 border-t border-line pt-4">
      <div className="min-w-0 flex-1">
        <Field label={panel.file.byId} error={problem}>
          {(control) => <Input {...control} name="id" required className="h-9 font-mono text-[0.8125rem]" />}
        </Field>
      </div>
      <Button type="submit" size="small" variant="secondary" className={problem ? 'mb-7' : ''}>
        {panel.file.use}
      </Button>
    </form>
  )
}

function KeptFiles({ kind, search, onChoose }: Omit<FilePickerProps, 'onClose'> & { search: string }) {
  const { panel } = useEditorText()
  const files = useKeptFiles(search)
  const cache = useQueryClient()
  const notify = useNotify()
  const remove = useMutation({
    ...queries.assets.delete.mutationOptions(),
    onError: notify.failed,
    onSuccess: () => cache.invalidateQueries({ queryKey: queries.assets.key() }),
  })
  if (files.isPending) return <LoadingRows rows={3} />
  if (files.isError) return <ErrorState error={files.error} onRetry={() => void files.refetch()} />
  const all = files.data.pages.flatMap((page) => page.assets)
  if (all.length === 0) {
    return (
      <p className="py-6 text-center text-sm text-ink-soft">
        {search ? panel.file.noneFound : panel.file.none}
      </p>
    )
  }
  return (
    <ul className="mt-3 max-h-80 divide-y divide-line overflow-y-auto">
      {all.map((file) => (
        <li key={file.id} className="flex items-center gap-1 py-1.5">
          <button
            type="button"
            disabled={!fitsKind(kind, file.mimetype)}
            onClick={() => onChoose(file)}
            className="flex min-w-0 flex-1 items-center gap-3 rounded-lg p-1 text-start hover:bg-sunken disabled:cursor-not-allowed disabled:opacity-50"
          >
            <FileThumb file={file} />
            <FileFacts file={file} />
          </button>
          <Button
            variant="quiet"
            size="icon"
            className="size-9"
            aria-label={panel.removeItem(file.fileName ?? panel.file.unnamed)}
            disabled={remove.isPending}
            onClick={() => remove.mutate({ id: file.id })}
          >
            <Trash2 aria-hidden />
          </Button>
        </li>
      ))}
      {files.hasNextPage && (
        <li>
          <MoreButton
            className="py-2 text-center"
            size="small"
            variant="quiet"
            pages={files}
            label={panel.file.more}
          />
        </li>
      )}
    </ul>
  )
}

/** The files the person keeps, to choose one. */
export function FilePicker({ kind, onChoose, onClose }: FilePickerProps) {
  const { panel } = useEditorText()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={panel.file.pick}
      description={panel.file.pickBody(panel.choices[kind] ?? kind)}
    >
      <Input
        type="search"
        aria-label={panel.file.search}
        placeholder={panel.file.search}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <KeptFiles kind={kind} search={wanted} onChoose={onChoose} />
      <ChooseById onChoose={onChoose} />
    </Dialog>
  )
}
