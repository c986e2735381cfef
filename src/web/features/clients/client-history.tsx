import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { queries } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { useStatusCauseSentence } from '../../i18n/service-sentence.ts'
import { useLookAgain } from '../../live/live.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { useStatusWords } from './client-data.ts'
import { StatusBadge } from './status-badge.tsx'

const REFRESH_MS = 4000

/** What happened to a client's connection, newest first, with the network's own reasons. */
export function ClientHistory({ clientId }: { clientId: string }) {
  const { clients: text } = useText()
  const words = useStatusWords()
  const renderCause = useStatusCauseSentence()
  const dates = useDates()
  const history = useQuery(
    queries.clients.history.queryOptions({
      input: { id: clientId },
      refetchInterval: useLookAgain(REFRESH_MS),
    }),
  )
  if (history.isPending) return <LoadingRows />
  if (history.isError) return <ErrorState error={history.error} onRetry={() => void history.refetch()} />
  if (history.data.length === 0) {
    return (
      <Card>
        <EmptyState icon={History} title={text.history.empty}>
          {text.history.emptyBody}
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card>
      <ol className="divide-y divide-line">
        {history.data.map((change) => (
          <li key={change.id} className="flex flex-wrap items-start gap-x-4 gap-y-1.5 px-5 py-3.5 sm:px-6">
            <div className="w-40 shrink-0">
              <StatusBadge status={change.status} />
            </div>
            <div className="min-w-0 flex-1 basis-60">
              <p className="text-sm">{words(change).sentence}</p>
              {(change.detail !== null || change.rawCode !== null) && (
                <p className="text-[0.8125rem] break-words text-ink-soft">
                  {[
                    change.detail !== null && renderCause(change.detail, change.cause),
                    change.rawCode !== null && text.history.network(change.rawCode),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              )}
            </div>
            <time dateTime={change.createdAt} className="text-[0.8125rem] text-ink-soft tabular-nums">
              {dates.exact(change.createdAt)}
            </time>
          </li>
        ))}
      </ol>
    </Card>
  )
}
