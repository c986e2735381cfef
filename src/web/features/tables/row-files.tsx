import { useMutation } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useRef } from 'react'
import { readCsv, writeCsv } from '../../../core/csv.ts'
import { downloadText } from '../../app/download.ts'
import { Button } from '../../ui/button.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { addAllRows, type FlowTable, readAllRows, useTableChange, type Values } from './table-data.ts'
import { useTablesText } from './tables-text.ts'

/** Rows from a CSV file, and as one. */
export function RowFiles({ table }: { table: FlowTable }) {
  const text = useTablesText()
  const notify = useNotify()
  const input = useRef<HTMLInputElement>(null)
  const change = useTableChange()
  const names = table.columns.map(({ name }) => name)
  const save = useMutation({
    mutationFn: async () =>
      downloadText(`${table.name}.csv`, writeCsv(names, await readAllRows(table.name)), 'text/csv'),
    onError: notify.failed,
  })
  const take = async (file: File | undefined) => {
    const records = file && readCsv(await file.text())
    if (!records || records.length === 0) return notify.failed(new Error(text.noCsv))
    const rows = records.map(
      (record): Values => Object.fromEntries(names.map((name) => [name, record[name]?.trim() || null])),
    )
    change.mutate({ act: () => addAllRows(table.name, rows), done: text.imported(rows.length) })
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label={text.importCsv}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
      <Button variant="secondary" busy={change.isPending} onClick={() => input.current?.click()}>
        <Upload aria-hidden />
        {text.importCsv}
      </Button>
      <Button variant="secondary" busy={save.isPending} onClick={() => save.mutate()}>
        <Download aria-hidden />
        {text.exportCsv}
      </Button>
    </>
  )
}
