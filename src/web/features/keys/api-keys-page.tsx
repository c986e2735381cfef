import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { queries } from '../../app/api.ts'
import { sessionQuery } from '../../app/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { KeyRow } from './key-row.tsx'
import { useKeysText } from './keys-text.ts'

const REFRESH_MS = 10_000

/** The person's API keys, and for who manages the workspace those of everybody in it. */
export function ApiKeysPage() {
  const text = useKeysText()
  const [isCreating, setCreating] = useState(false)
  const { data: session } = useSuspenseQuery(sessionQuery)
  const keys = useQuery(queries.keys.list.queryOptions({ input: {}, refetchInterval: REFRESH_MS }))
  const create = (
    <Button right="manage" onClick={() => setCreating(true)}>
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
              <KeyRow
                key={key.id}
                apiKey={key}
                owner={key.userId === session?.user.id ? null : key.userName}
              />
            ))}
          </Table>
        )}
      </Card>
      <CreateKeyDialog open={isCreating} onOpenChange={setCreating} />
    </Page>
  )
}
