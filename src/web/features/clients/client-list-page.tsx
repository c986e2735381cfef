import { useQuery } from '@tanstack/react-query'
import { Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { createSearch } from '../../../core/search-pattern.ts'
import { queries } from '../../app/api.ts'
import { useMay } from '../../app/workspace.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Input } from '../../ui/field.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { useWorkerStatuses } from './client-data.ts'
import { ClientRow } from './client-row.tsx'
import { CreateClientDialog, type NetworkName } from './create-client-dialog.tsx'
import { FirstClient } from './first-client.tsx'

const SEARCH_FROM = 6

/** All clients with what each is doing now; without any, the way to the first one. */
export function ClientListPage() {
  const { clients: text, workspace } = useText()
  const may = useMay()
  const [creating, setCreating] = useState<NetworkName | null>(null)
  const [search, setSearch] = useState('')
  const clients = useQuery(queries.clients.list.queryOptions({ input: {} }))
  const statuses = useWorkerStatuses()
  const all = clients.data ?? []
  const isWanted = createSearch(search)
  const shown = all.filter(({ name, phoneNumber }) => isWanted(`${name ?? ''} ${phoneNumber ?? ''}`))
  const columns = [
    { name: text.columns.name },
    { name: text.columns.state },
    { name: text.columns.rate, className: 'hidden lg:table-cell' },
    { name: text.columns.proxy, className: 'hidden xl:table-cell' },
    { name: text.columns.memory, className: 'hidden xl:table-cell' },
    { name: text.columns.activity, className: 'hidden md:table-cell' },
    { name: <span className="sr-only">{text.more}</span> },
  ]
  const actions = all.length > 0 && may('manage') && (
    <Button onClick={() => setCreating('sandbox')}>
      <Plus aria-hidden />
      {text.create}
    </Button>
  )
  return (
    <Page title={text.title} intro={text.intro} actions={actions}>
      {clients.isPending && (
        <Card>
          <LoadingRows />
        </Card>
      )}
      {clients.isError && (
        <Card>
          <ErrorState error={clients.error} onRetry={() => void clients.refetch()} />
        </Card>
      )}
      {clients.isSuccess && all.length === 0 && may('manage') && <FirstClient onChoose={setCreating} />}
      {clients.isSuccess && all.length === 0 && !may('manage') && (
        <p className="p-8 text-center text-ink-soft">{workspace.noNumbers}</p>
      )}
      {all.length > 0 && (
        <>
          {all.length >= SEARCH_FROM && (
            <div className="relative mb-4 max-w-sm">
              <Search className="absolute top-3 start-3 size-4 text-ink-soft" aria-hidden />
              <Input
                type="search"
                aria-label={text.searchLabel}
                placeholder={text.searchLabel}
                value={search}
                onChange={(event) => setSearch(event.target.value)}
                className="ps-9"
              />
            </div>
          )}
          <Card>
            {shown.length === 0 ? (
              <p className="p-8 text-center text-ink-soft">{text.nothingFound}</p>
            ) : (
              <Table label={text.title} columns={columns}>
                {shown.map((client) => (
                  <ClientRow key={client.id} client={client} status={statuses.data?.get(client.id)} />
                ))}
              </Table>
            )}
          </Card>
        </>
      )}
      <CreateClientDialog network={creating} onClose={() => setCreating(null)} onNetwork={setCreating} />
    </Page>
  )
}
