import { Download, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { readCsv, writeCsv } from '../../../core/csv.ts'
import { readTranslationTable, type TranslationImport, toTranslationTable } from '../../../core/flow/index.ts'
import { downloadText } from '../../app/download.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { useEditor } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'

const MAX_FILE_BYTES = 10_000_000
/** Spreadsheets take a CSV without it for one of their own old encodings. */
const BYTE_ORDER_MARK = '\ufeff'

function Report({ report, onClose }: { report: TranslationImport; onClose: () => void }) {
  const { languages: words } = useEditorText()
  const { shell } = useText()
  const lists = [
    { title: words.unknownKeys(report.unknownKeys.length), names: report.unknownKeys },
    { title: words.unknownColumns(report.unknownColumns.length), names: report.unknownColumns },
    { title: words.staleKeys(report.staleKeys.length), names: report.staleKeys },
  ].filter(({ names }) => names.length > 0)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={words.imported(report.changed)}
      description={words.importedBody}
    >
      <div className="max-h-80 space-y-4 overflow-y-auto text-sm">
        {lists.map(({ title, names }) => (
          <section key={title}>
            <h3 className="font-medium">{title}</h3>
            <ul className="mt-1 font-mono text-xs text-ink-soft">
              {names.map((name) => (
                <li key={name} className="break-all">
                  {name}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Button className="mt-4" onClick={onClose}>
        {shell.close}
      </Button>
    </Dialog>
  )
}

/** The texts as a CSV file for translators, and what comes back from them. */
export function TranslationFiles() {
  const { languages: words } = useEditorText()
  const { store } = useEditor()
  const notify = useNotify()
  const input = useRef<HTMLInputElement>(null)
  const [report, setReport] = useState<TranslationImport | null>(null)
  const save = (isForSpreadsheets: boolean) => {
    const { name, definition } = store.document
    const { columns, rows } = toTranslationTable(definition)
    const csv = writeCsv(columns, rows)
    const fileName = `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.csv`
    downloadText(fileName, isForSpreadsheets ? BYTE_ORDER_MARK + csv : csv, 'text/csv')
  }
  const take = async (file: File | undefined) => {
    if (!file) return
    const records = file.size > MAX_FILE_BYTES ? null : readCsv(await file.text())
    const read = records && readTranslationTable(store.document.definition, records)
    if (!read) return notify.failed(new Error(words.noTable))
    store.change((document) => ({ ...document, definition: read.definition }))
    setReport(read)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label={words.import}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
      <Button size="small" variant="secondary" title={words.exportHint} onClick={() => save(true)}>
        <Download aria-hidden />
        {words.export}
      </Button>
      <Button size="small" variant="quiet" title={words.exportPlainHint} onClick={() => save(false)}>
        {words.exportPlain}
      </Button>
      <Button size="small" variant="secondary" onClick={() => input.current?.click()}>
        <Upload aria-hidden />
        {words.import}
      </Button>
      {report && <Report report={report} onClose={() => setReport(null)} />}
    </>
  )
}
