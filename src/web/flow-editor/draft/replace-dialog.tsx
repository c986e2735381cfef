import { type FormEvent, useState } from 'react'
import {
  importTypebot,
  type Orphans,
  parseExchange,
  removeOrphans,
  type TypebotReport,
} from '../../../core/flow/index.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { JsonSource } from '../../ui/json-source.tsx'
import { useNotify } from '../../ui/notify.ts'
import { useEditor } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import type { FlowDocument } from '../model/graph.ts'
import { findFiles } from './find-files.ts'
import { TypebotReportDialog } from './typebot-report-dialog.tsx'

/** What became of a Typebot. */
interface Imported {
  report: readonly TypebotReport[]
  orphans: Orphans
}

type Read =
  | { ok: true; source: unknown; document: FlowDocument; imported: Imported | null }
  | { ok: false; message: string | null }

/** A flow in exchange format, or a Typebot, told apart by what only a Typebot has. */
function readText(text: string): Read {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, message: null }
  }
  const isTypebot = typeof value === 'object' && value !== null && ('groups' in value || 'typebot' in value)
  if (isTypebot) {
    const read = importTypebot(value)
    if (!read.ok) return read
    const { flow, report, orphans } = read
    return { ok: true, source: null, document: flow, imported: { report, orphans } }
  }
  const read = parseExchange(value)
  return read.ok ? { ok: true, source: value, document: read.flow, imported: null } : read
}

/** Replaces the draft by a flow from a file or from pasted text; undo brings the old one back. */
export function ReplaceDialog({ onClose }: { onClose: () => void }) {
  const { transfer } = useEditorText()
  const { shell } = useText()
  const { store, view } = useEditor()
  const { done, failed } = useNotify()
  const [json, setJson] = useState('')
  const [problem, setProblem] = useState<string>()
  const [imported, setImported] = useState<Imported | null>(null)
  const replace = async (read: Extract<Read, { ok: true }>) => {
    const document = await findFiles(read.document, read.source)
    const { name, clientId } = store.document
    store.replace({ ...document, name, clientId })
    const [first] = document.definition.nodes
    view.set({ ...view.get(), editedNode: null, reveal: first ? { nodeId: first.id } : null })
    done(transfer.replaced)
    if (read.imported) setImported(read.imported)
    else onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readText(json)
    if (read.ok) replace(read).catch(failed)
    else setProblem(read.message ?? transfer.notJson)
  }
  if (imported) {
    const remove = () => {
      const { definition, ...document } = store.document
      store.replace({ ...document, definition: removeOrphans(definition, imported.orphans) })
    }
    return <TypebotReportDialog {...imported} onRemove={remove} onClose={onClose} />
  }
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
