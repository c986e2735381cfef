import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Pencil, Plus, Table2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, queries } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { RowDialog } from './row-dialog.tsx'
import { RowFiles } from './row-files.tsx'
import { type FlowTable, type Row, useTableChange, useTables } from './table-data.ts'
import { TableDialog } from './table-dialog.tsx'
import { useTablesText } from './tables-text.ts'

const PAGE = 100
const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

type Opened = { what: 'table' | 'remove' } | { what: 'row'; row: Row | null }

function Rows({ table, onOpen }: { table: FlowTable; onOpen: (row: Row) => void }) {
  const text = useTablesText()
  const [offset, setOffset] = useState(0)
  const change = useTableChange()
  const input = { table: table.name, offset, limit: PAGE }
  const page = useQuery(queries.tables.rows.list.queryOptions({ input }))
  const { rows = [], total = 0 } = page.data ?? {}
  const columns = [
    ...table.columns.map(({ name }) => ({ name: <span className="font-mono">{name}</span> })),
    { name: <span className="sr-only">{text.actions}</span> },
  ]
  const remove = ({ id }: Row) =>
    change.mutate({
      act: () => api.tables.rows.delete({ table: table.name, ids: [id] }),
      done: text.rowRemoved,
    })
  return (
    <>
      <Card>
        {page.isPending && <LoadingRows />}
        {page.isError && <ErrorState error={page.error} onRetry={() => void page.refetch()} />}
        {page.isSuccess && total === 0 && (
          <EmptyState icon={Table2} title={text.noRows}>
            {text.noRowsBody}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <Table label={table.name} columns={columns}>
            {rows.map((row, at) => (
              <tr key={row.id}>
                {table.columns.map(({ name }) => (
                  <Cell key={name} className="max-w-64 break-words">
                    {textOf(row[name])}
                  </Cell>
                ))}
                <Cell className="text-end whitespace-nowrap">
                  <Button
                    right="build"
                    variant="quiet"
                    size="icon"
                    aria-label={text.changeRowAt(offset + at + 1)}
                    onClick={() => onOpen(row)}
                  >
                    <Pencil aria-hidden />
                  </Button>
                  <Button
                    right="build"
                    variant="quiet"
                    size="icon"
                    aria-label={text.removeRowAt(offset + at + 1)}
                    disabled={change.isPending}
                    onClick={() => remove(row)}
                  >
                    <Trash2 aria-hidden />
                  </Button>
                </Cell>
              </tr>
            ))}
          </Table>
        )}
      </Card>
      {total > PAGE && (
        <div className="mt-4 flex items-center justify-center gap-3 text-sm">
          <Button variant="secondary" disabled={offset === 0} onClick={() => setOffset(offset - PAGE)}>
            {text.before}
          </Button>
          <span className="tabular-nums">{text.shown(offset + 1, offset + rows.length, total)}</span>
          <Button
            variant="secondary"
            disabled={offset + PAGE >= total}
            onClick={() => setOffset(offset + PAGE)}
          >
            {text.after}
          </Button>
        </div>
      )}
    </>
  )
}

function TableView({ table }: { table: FlowTable }) {
  const text = useTablesText()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const change = useTableChange(() => void navigate({ to: '/tables' }))
  const { name } = table
  const actions = (
    <div className="flex flex-wrap gap-2">
      <RowFiles table={table} />
      <Button right="build" variant="secondary" onClick={() => setOpened({ what: 'table' })}>
        <Pencil aria-hidden />
        {text.change}
      </Button>
      <Button right="build" variant="secondary" onClick={() => setOpened({ what: 'remove' })}>
        <Trash2 aria-hidden />
        {text.remove}
      </Button>
      <Button right="build" onClick={() => setOpened({ what: 'row', row: null })}>
        <Plus aria-hidden />
        {text.newRow}
      </Button>
    </div>
  )
  return (
    <Page title={name} intro={table.description ?? text.intro} actions={actions}>
      <Rows table={table} onOpen={(row) => setOpened({ what: 'row', row })} />
      {opened?.what === 'row' && <RowDialog table={table} row={opened.row} onClose={close} />}
      {opened?.what === 'table' && <TableDialog table={table} taken={[]} onClose={close} />}
      {opened?.what === 'remove' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={text.removeTitle(name)}
          description={text.removeBody}
          action={text.remove}
          busy={change.isPending}
          onConfirm={() =>
            change.mutate({ act: () => api.tables.delete({ name }), done: text.removed(name) })
          }
        />
      )}
    </Page>
  )
}

/** One table with its rows. */
export function TablePage() {
  const text = useTablesText()
  const { name } = useParams({ strict: false })
  const tables = useTables()
  const table = tables.data?.find((one) => one.name === name)
  if (table) return <TableView table={table} />
  return (
    <Page title={name ?? text.title} intro={text.intro}>
      <Card>
        {tables.isPending && <LoadingRows />}
        {tables.isError && <ErrorState error={tables.error} onRetry={() => void tables.refetch()} />}
        {tables.isSuccess && (
          <EmptyState icon={Table2} title={text.gone}>
            {null}
          </EmptyState>
        )}
      </Card>
    </Page>
  )
}
