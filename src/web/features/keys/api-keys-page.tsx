import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { queries } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { KeyRow } from './key-row.tsx'

const REFRESH_MS = 10_000

/** The person's API keys. */
export function ApiKeysPage() {
  const { keys: text } = useText()
  const [isCreating, setCreating] = useState(false)
  const keys = useQuery(queries.keys.list.queryOptions({ input: {}, refetchInterval: REFRESH_MS }))
  const create = (
    <Button onClick={() => setCreating(true)}>
      <Plus aria-hidden />
      {text.create}
    </Button>
  )
  const columns = [
    { name: text.columns.name },
    { name: text.columns.usage },
    { name: text.columns.used, className: 'hidden sm:table-cell' },
    { name: text.columns.created, className: 'hidden md:table-cell' },
    { name: <span className="sr-only">{text.revoke}</span> },
  ]
  return (
    <Page title={text.title} intro={text.intro} actions={keys.data?.length ? create : undefined}>
      <Card>
        {keys.isPending && <LoadingRows rows={3} />}
        {keys.isError && <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />}
        {keys.data?.length === 0 && (
          <EmptyState icon={KeyRound} title={text.empty} action={create}>
            {text.emptyBody}
          </EmptyState>
        )}
        {keys.data && keys.data.length > 0 && (
          <Table label={text.title} columns={columns}>
            {keys.data.map((key) => (
              <KeyRow key={key.id} apiKey={key} />
            ))}
          </Table>
        )}
      </Card>
      <CreateKeyDialog open={isCreating} onOpenChange={setCreating} />
    </Page>
  )
}
