import { useQuery } from '@tanstack/react-query'
import { Plus, Waypoints } from 'lucide-react'
import { useState } from 'react'
import { queries } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { ImportProxiesDialog } from './import-proxies-dialog.tsx'
import { useProxiesText } from './proxies-text.ts'
import { ProxyRow } from './proxy-row.tsx'

const REFRESH_MS = 5000

/** The pool of proxies with how each does; only administrators get to see it. */
export function ProxiesPage() {
  const text = useProxiesText()
  const [isImporting, setImporting] = useState(false)
  const pool = useQuery(queries.proxies.list.queryOptions({ input: {}, refetchInterval: REFRESH_MS }))
  const all = pool.data ?? []
  const failed = all.filter(({ state }) => state === 'failed').length
  const start = (
    <Button onClick={() => setImporting(true)}>
      <Plus aria-hidden />
      {text.import}
    </Button>
  )
  const columns = [
    { name: text.columns.proxy },
    { name: text.columns.state },
    { name: text.columns.clients, className: 'hidden sm:table-cell' },
    { name: text.columns.file, className: 'hidden lg:table-cell' },
    { name: text.columns.checked, className: 'hidden md:table-cell' },
    { name: <span className="sr-only">{text.columns.actions}</span> },
  ]
  return (
    <Page title={text.title} intro={text.intro} actions={all.length > 0 && start}>
      {all.length > 0 && <p className="mb-3 text-sm text-ink-soft">{text.summary(all.length, failed)}</p>}
      <Card>
        {pool.isPending && <LoadingRows rows={3} />}
        {pool.isError && !pool.data && <ErrorState error={pool.error} onRetry={() => void pool.refetch()} />}
        {pool.data?.length === 0 && (
          <EmptyState icon={Waypoints} title={text.empty} action={start}>
            {text.emptyBody}
          </EmptyState>
        )}
        {all.length > 0 && (
          <Table label={text.title} columns={columns}>
            {all.map((proxy) => (
              <ProxyRow key={proxy.id} proxy={proxy} />
            ))}
          </Table>
        )}
      </Card>
      {isImporting && <ImportProxiesDialog onClose={() => setImporting(false)} />}
    </Page>
  )
}
