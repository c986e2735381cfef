import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Braces,
  CircleOff,
  ClipboardCheck,
  Copy,
  Download,
  FileUp,
  History,
  MessageCircleQuestion,
  Settings2,
} from 'lucide-react'
import { useState } from 'react'
import { toExchange } from '../../../core/flow/index.ts'
import { api, queries } from '../../app/api.ts'
import { downloadJson } from '../../app/download.ts'
import { duplicateFlow } from '../../features/flows/flow-data.ts'
import { MenuItem, MenuSeparator, MoreMenu } from '../../ui/menu.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { useEditor } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import type { Side } from '../editor-view.ts'
import { useCommand } from '../hooks/use-command.ts'
import { ReplaceDialog } from './replace-dialog.tsx'

/** What can be done with the whole flow, beside publishing it. */
export function FlowMenu() {
  const { draft, missed, transfer, variables, versions, canvas } = useEditorText()
  const { flowId, store, saver, view } = useEditor()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const notify = useNotify()
  const [isReplacing, setReplacing] = useState(false)
  const flow = useQuery(queries.flows.get.queryOptions({ input: { id: flowId } }))
  const open = (side: Side) => view.set({ ...view.get(), side, editedNode: null })
  const unpublish = useMutation({
    mutationFn: () => api.flows.unpublish({ id: flowId }),
    onError: notify.failed,
    async onSuccess({ updatedAt, name }) {
      saver.rebase(updatedAt)
      notify.done(draft.unpublished(name))
      await cache.invalidateQueries({ queryKey: queries.flows.key() })
    },
  })
  const duplicate = useMutation({
    async mutationFn() {
      await saver.flush()
      return await duplicateFlow(cache, { id: flowId, name: store.document.name })
    },
    onError: notify.failed,
    async onSuccess({ id }) {
      notify.done(transfer.duplicated)
      await cache.invalidateQueries({ queryKey: queries.flows.key() })
      await navigate({ to: '/flows/$flowId/edit', params: { flowId: id } })
    },
  })
  // The service's word of it has the tests, the called flows, and files by their content; what it could not save has not.
  const download = useMutation({
    async mutationFn() {
      const isSaved = await saver.flush()
      downloadJson(
        store.document.name,
        isSaved ? await api.flows.export({ id: flowId }) : toExchange(store.document),
      )
      if (!isSaved) notify.warn(transfer.exportedUnsaved)
    },
    onError: notify.failed,
  })
  useCommand('export', () => download.mutate())
  useCommand('replace', () => setReplacing(true))
  useCommand('duplicate', () => duplicate.mutate())
  return (
    <>
      <MoreMenu label={canvas.more} className="size-9">
        <MenuItem onSelect={() => open('settings')}>
          <Settings2 aria-hidden />
          {draft.settings}
        </MenuItem>
        <MenuItem onSelect={() => open('variables')}>
          <Braces aria-hidden />
          {variables.title}
        </MenuItem>
        <MenuItem onSelect={() => open('missed')}>
          <MessageCircleQuestion aria-hidden />
          {missed.title}
        </MenuItem>
        <MenuItem onSelect={() => open('versions')}>
          <History aria-hidden />
          {versions.title}
        </MenuItem>
        <MenuItem onSelect={() => void navigate({ to: '/flows/$flowId/evaluations', params: { flowId } })}>
          <ClipboardCheck aria-hidden />
          {draft.evaluations}
        </MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={() => download.mutate()}>
          <Download aria-hidden />
          {transfer.export}
        </MenuItem>
        <MenuItem right="build" onSelect={() => setReplacing(true)}>
          <FileUp aria-hidden />
          {transfer.import}
        </MenuItem>
        <MenuItem right="build" onSelect={() => duplicate.mutate()}>
          <Copy aria-hidden />
          {transfer.duplicate}
        </MenuItem>
        {flow.data?.isActive && (
          <>
            <MenuSeparator />
            <MenuItem right="build" tone="danger" onSelect={() => unpublish.mutate()}>
              <CircleOff aria-hidden />
              {draft.unpublish}
            </MenuItem>
          </>
        )}
      </MoreMenu>
      {isReplacing && <ReplaceDialog onClose={() => setReplacing(false)} />}
    </>
  )
}
