import { Link } from '@tanstack/react-router'
import { Plus, Table2 } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { useTables } from './table-data.ts'
import { TableDialog } from './table-dialog.tsx'
import { useTablesText } from './tables-text.ts'

/** The person's tables for flows. */
export function TablesPage() {
  const text = useTablesText()
  const { tag } = useLanguage()
  const number = new Intl.NumberFormat(tag)
  const tables = useTables()
  const [isCreating, setCreating] = useState(false)
  const rows = tables.data ?? []
  const create = (
    <Button right="build" onClick={() => setCreating(true)}>
      <Plus aria-hidden />
      {text.create}
    </Button>
  )
  const columns = [
    { name: text.table },
    { name: text.rows },
    { name: text.size, className: 'hidden sm:table-cell' },
  ]
  return (
    <Page title={text.title} intro={text.intro} actions={rows.length > 0 && create}>
      <Card>
        {tables.isPending && <LoadingRows rows={3} />}
        {tables.isError && <ErrorState error={tables.error} onRetry={() => void tables.refetch()} />}
        {tables.isSuccess && rows.length === 0 && (
          <EmptyState icon={Table2} title={text.empty} action={create}>
            {text.emptyBody}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <Table label={text.title} columns={columns}>
            {rows.map(({ name, description, rows: count, sizeBytes }) => (
              <tr key={name} className="relative transition-colors hover:bg-sunken/60">
                <Cell>
                  <Link
                    to="/tables/$name"
                    params={{ name }}
                    className="font-mono font-medium after:absolute after:inset-0"
                  >
                    {name}
                  </Link>
                  {description && <p className="text-[0.8125rem] break-words text-ink-soft">{description}</p>}
                </Cell>
                <Cell className="tabular-nums">{number.format(count)}</Cell>
                <Cell className="hidden tabular-nums sm:table-cell">
                  {text.kib(number.format(Math.ceil(sizeBytes / 1024)))}
                </Cell>
              </tr>
            ))}
          </Table>
        )}
      </Card>
      {isCreating && (
        <TableDialog table={null} taken={rows.map(({ name }) => name)} onClose={() => setCreating(false)} />
      )}
    </Page>
  )
}
