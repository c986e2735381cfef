import { type LucideIcon, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { SectionCard } from './card.tsx'
import { EmptyState, ErrorState, LoadingRows } from './messages/states.tsx'
import { Table } from './table.tsx'

interface ListCardProps<Row> {
  text: { title: string; intro: string; refresh: string; empty: string; emptyBody: string }
  /** What is shown where there is nothing yet. */
  icon: LucideIcon
  list: {
    isPending: boolean
    isError: boolean
    isSuccess: boolean
    isFetching: boolean
    error: unknown
    refetch: () => Promise<unknown>
  }
  rows: readonly Row[]
  columns: readonly string[]
  toRow: (row: Row) => ReactNode
  /** What can be done beside looking: above the list, or in its place while it is empty. */
  actions: ReactNode
  /** Dialogs that are open. */
  children: ReactNode
}

/** A list that is asked for, as a card: on its way, failed, empty or with its rows, which can be asked for again. */
export function ListCard<Row>(props: ListCardProps<Row>) {
  const { text, icon, list, rows, columns, toRow, actions, children } = props
  const refetch = () => void list.refetch()
  const above = rows.length > 0 && (
    <div className="flex gap-2">
      <Button
        variant="secondary"
        size="icon"
        aria-label={text.refresh}
        busy={list.isFetching}
        onClick={refetch}
      >
        <RefreshCw aria-hidden />
      </Button>
      {actions}
    </div>
  )
  return (
    <SectionCard title={text.title} description={text.intro} action={above}>
      {list.isPending && <LoadingRows rows={3} />}
      {list.isError && <ErrorState error={list.error} onRetry={refetch} />}
      {list.isSuccess && rows.length === 0 && (
        <EmptyState icon={icon} title={text.empty} action={actions}>
          {text.emptyBody}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Table label={text.title} columns={columns.map((name) => ({ name }))}>
          {rows.map(toRow)}
        </Table>
      )}
      {children}
    </SectionCard>
  )
}
