import '../../flow-editor/jitless.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { removeOrphans, toExchange } from '../../../core/flow/index.ts'
import { findRefusalSentence } from '../../../words/refusals.ts'
import { api } from '../../app/api.ts'
import { type ImportedTypebot, type ReadFlow, readFlowText } from '../../flow-editor/draft/read-flow-text.ts'
import { TypebotReportDialog } from '../../flow-editor/draft/typebot-report-dialog.tsx'
import { toUpdate } from '../../flow-editor/draft-port.ts'
import { useEditorText } from '../../flow-editor/editor-text.ts'
import type { FlowDocument } from '../../flow-editor/model/graph.ts'
import { useLanguage, useText } from '../../i18n/language.tsx'
import { JsonSource } from '../../ui/inputs/json-source.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { useFailureText } from '../../ui/messages/states.tsx'
import { BroughtDialog } from './brought-dialog.tsx'
import { ClientField, type NamedClient } from './client-field.tsx'
import { importUnderFreeNames } from './import-under-free-names.ts'
import { ProblemsDialog } from './problems-dialog.tsx'

interface ImportFlowDialogProps {
  clients: readonly NamedClient[]
  onClose: () => void
}

type ExchangeDocument = Parameters<typeof api.flows.import>[0]
type Readable = Extract<ReadFlow, { ok: true }>

type Imported = Awaited<ReturnType<typeof api.flows.import>>

/** A Typebot that was imported, with the flow it became. */
interface Reported extends ImportedTypebot {
  flowId: string
  document: FlowDocument
}

/** Imports under free names, for the client chosen; answers the flow and the names of all that came. */
function useImport(onImported: (read: Readable, flow: Imported, names: string[]) => void) {
  const cache = useQueryClient()
  return useMutation({
    async mutationFn({ read, clientId }: { read: Readable; clientId: string | null }) {
      // The service checks what is in it.
      const written = { ...(read.source ?? toExchange(read.document)), clientId } as ExchangeDocument
      const { flow, document } = await importUnderFreeNames(cache, written)
      return { read, flow, names: [flow.name, ...(document.bundle ?? []).map(({ name }) => name)] }
    },
    onSuccess: ({ read, flow, names }) => onImported(read, flow, names),
  })
}

/**
 * Takes a flow from a file or from pasted JSON and opens it, a Typebot after the report of what became of it. When several
 * flows came, the list shows them.
 */
export function ImportFlowDialog({ clients, onClose }: ImportFlowDialogProps) {
  const { flows: text } = useText()
  const { typebotNotes } = useEditorText()
  const { refusals } = useLanguage().serviceWords
  const navigate = useNavigate()
  const notify = useNotify()
  const [json, setJson] = useState('')
  const [unreadable, setUnreadable] = useState<string>()
  const [reported, setReported] = useState<Reported | null>(null)
  const [faulty, setFaulty] = useState<Imported | null>(null)
  const [bringing, setBringing] = useState<Imported | null>(null)
  const open = (flowId: string) => navigate({ to: '/flows/$flowId/edit', params: { flowId } })
  const load = useImport(({ document, imported }, flow, names) => {
    const { id, name, warnings = [], definitions = [] } = flow
    if (imported) return setReported({ ...imported, flowId: id, document: { ...document, name } })
    if (warnings.length > 0) setFaulty(flow)
    if (definitions.some(({ state }) => state !== 'there')) setBringing(flow)
    else if (warnings.length === 0) finish(flow, names)
  })
  const finish = ({ id, name }: Imported, names: readonly string[]) => {
    onClose()
    notify.done(names.length > 1 ? text.importedSeveral(names.join(', ')) : text.imported(name))
    if (names.length === 1) void open(id)
  }
  const failure = useFailureText(load.error)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readFlowText(json, typebotNotes)
    const about = !read.ok && read.refused ? findRefusalSentence(refusals, { data: read.refused }) : null
    setUnreadable(read.ok ? undefined : (about ?? read.message ?? text.notJson))
    const clientId = String(new FormData(event.currentTarget).get('client') ?? '') || null
    if (read.ok) load.mutate({ read: { ...read, document: { ...read.document, clientId } }, clientId })
  }
  if (reported) {
    const { flowId, document, report, orphans } = reported
    const remove = async () => {
      const definition = removeOrphans(document.definition, orphans)
      await api.flows.update(toUpdate(flowId, { ...document, definition }))
    }
    return (
      <TypebotReportDialog
        report={report}
        orphans={orphans}
        onRemove={remove}
        onClose={() => void open(flowId)}
      />
    )
  }
  if (bringing) {
    const { id, name, definitions = [] } = bringing
    const onRead = () => (faulty ? setBringing(null) : void open(id))
    return <BroughtDialog name={name} definitions={definitions} onClose={onRead} />
  }
  if (faulty) {
    const { id, name, warnings = [] } = faulty
    return (
      <ProblemsDialog
        name={name}
        problems={warnings}
        body={text.importedFaulty}
        onClose={() => void open(id)}
      />
    )
  }
  const problem = unreadable ?? (load.isError ? failure.body || failure.title : undefined)
  return (
    <Dialog open onOpenChange={onClose} title={text.importTitle} description={text.importBody}>
      <form onSubmit={submit} className="space-y-4">
        <JsonSource label={text} json={json} problem={problem} onJson={setJson} />
        <ClientField clients={clients} />
        <FormActions busy={load.isPending} action={text.importAction} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
