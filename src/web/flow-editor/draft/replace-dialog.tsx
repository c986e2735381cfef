import { type FormEvent, useState } from 'react'
import { removeOrphans } from '../../../core/flow/index.ts'
import { findRefusalSentence } from '../../../words/refusals.ts'
import { useLanguage, useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { JsonSource } from '../../ui/inputs/json-source.tsx'
import { Dialog, DialogActions } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { useEditor } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { findFiles } from './find-files.ts'
import { type ImportedTypebot, type ReadFlow, readFlowText } from './read-flow-text.ts'
import { TypebotReportDialog } from './typebot-report-dialog.tsx'

/** Replaces the draft by a flow from a file or from pasted text; undo brings the old one back. */
export function ReplaceDialog({ onClose }: { onClose: () => void }) {
  const { transfer, typebotNotes } = useEditorText()
  const { shell } = useText()
  const { refusals } = useLanguage().serviceWords
  const { store, view } = useEditor()
  const { done, failed } = useNotify()
  const [json, setJson] = useState('')
  const [problem, setProblem] = useState<string>()
  const [imported, setImported] = useState<ImportedTypebot | null>(null)
  const replace = async (read: Extract<ReadFlow, { ok: true }>) => {
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
    const read = readFlowText(json, typebotNotes)
    if (read.ok) replace(read).catch(failed)
    else {
      const about = read.refused ? findRefusalSentence(refusals, { data: read.refused }) : null
      setProblem(about ?? read.message ?? transfer.notJson)
    }
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
