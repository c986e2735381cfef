import { type FormEvent, useState } from 'react'
import { importTypebot, parseExchange, type TypebotReport } from '../../../core/flow/index.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { JsonSource } from '../../ui/json-source.tsx'
import { useNotify } from '../../ui/notify.ts'
import { useEditor } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import type { FlowDocument } from '../model/graph.ts'
import { findFiles } from './find-files.ts'

type Read =
  | { ok: true; source: unknown; document: FlowDocument; report: readonly TypebotReport[] }
  | { ok: false; message: string | null }

/** A flow in exchange format, or a Typebot, told apart by what only a Typebot has. */
function readText(text: string): Read {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, message: null }
  }
  const isTypebot = typeof value === 'object' && value !== null && 'groups' in value
  if (isTypebot) {
    const read = importTypebot(value)
    return read.ok ? { ok: true, source: null, document: read.flow, report: read.report } : read
  }
  const read = parseExchange(value)
  return read.ok ? { ok: true, source: value, document: read.flow, report: [] } : read
}

function Report({ report, onClose }: { report: readonly TypebotReport[]; onClose: () => void }) {
  const { transfer, canvas } = useEditorText()
  const count = (status: TypebotReport['status']) => report.filter((item) => item.status === status).length
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={transfer.reportTitle}
      description={transfer.reportBody(count('exact'), count('changed'), count('stub'))}
    >
      <ul className="max-h-80 divide-y divide-line overflow-y-auto text-sm">
        {report
          .filter(({ status }) => status !== 'exact')
          .map(({ id, group, type, status, note }) => (
            <li key={id} className="py-2">
              <p className="font-medium">
                {group || type} · {type} · {transfer.statuses[status]}
              </p>
              {note && <p className="text-[0.8125rem] text-ink-soft">{note}</p>}
            </li>
          ))}
      </ul>
      <DialogActions>
        <Button onClick={onClose}>{canvas.done}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** Replaces the draft by a flow from a file or from pasted text; undo brings the old one back. */
export function ReplaceDialog({ onClose }: { onClose: () => void }) {
  const { transfer } = useEditorText()
  const { shell } = useText()
  const { store, view } = useEditor()
  const { done, failed } = useNotify()
  const [json, setJson] = useState('')
  const [problem, setProblem] = useState<string>()
  const [report, setReport] = useState<readonly TypebotReport[]>([])
  const replace = async (read: Extract<Read, { ok: true }>) => {
    const document = await findFiles(read.document, read.source)
    const { name, clientId } = store.document
    store.replace({ ...document, name, clientId })
    const [first] = document.definition.nodes
    view.set({ ...view.get(), editedNode: null, reveal: first ? { nodeId: first.id } : null })
    done(transfer.replaced)
    if (read.report.length > 0) setReport(read.report)
    else onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readText(json)
    if (read.ok) replace(read).catch(failed)
    else setProblem(read.message ?? transfer.notJson)
  }
  if (report.length > 0) return <Report report={report} onClose={onClose} />
  return (
    <Dialog open onOpenChange={onClose} title={transfer.importTitle} description={transfer.importBody}>
      <form onSubmit={submit} className="space-y-4">
        <JsonSource label={transfer} json={json} problem={problem} onJson={setJson} />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit">{transfer.importAction}</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
