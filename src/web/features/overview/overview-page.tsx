import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { queries } from '../../app/api.ts'
import { startInfoQuery } from '../../app/session.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/field.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { FailedCard } from './failed-card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { MessagesCard } from './messages-card.tsx'
import { NumbersCard } from './numbers-card.tsx'
import { isSetUp, RANGES, type Range, useOverview } from './overview-data.ts'
import { useOverviewText } from './overview-text.ts'
import { StatTiles } from './stat-tiles.tsx'

const route = getRouteApi('/app/overview')

interface ChoicesProps {
  clients: readonly { id: string; name: string | null }[]
  clientId: string | undefined
  days: Range
  onClient: (clientId: string | undefined) => void
  onDays: (days: Range) => void
}

/** Of which number, where there are several, and of how many days. */
function Choices({ clients, clientId, days, onClient, onDays }: ChoicesProps) {
  const text = useOverviewText()
  return (
    <>
      {clients.length > 1 && (
        <Select
          aria-label={text.number}
          className="w-48"
          value={clientId ?? ''}
          onChange={({ target }) => onClient(target.value || undefined)}
        >
          <option value="">{text.allNumbers}</option>
          {clients.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <Select
        aria-label={text.range}
        className="w-32"
        value={days}
        onChange={({ target }) => onDays(RANGES.find((range) => String(range) === target.value) ?? RANGES[0])}
      >
        {RANGES.map((range) => (
          <option key={range} value={range}>
            {text.ranges[range]}
          </option>
        ))}
      </Select>
    </>
  )
}

/** What one wants to know in ten seconds: what waits, how the numbers are, what was written, what failed. */
export function OverviewPage() {
  const text = useOverviewText()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(queries.clients.list.queryOptions({ input: {} }))
  const { data: info } = useQuery(startInfoQuery)
  const clients = list.data ?? []
  // One that is gone, or that the person no longer sees, is all of them.
  const chosen = clients.find(({ id }) => id === search.client)
  const days = search.days ?? RANGES[0]
  const overview = useOverview(chosen?.id, days)
  const choices = clients.length > 0 && (
    <Choices
      clients={clients}
      clientId={chosen?.id}
      days={days}
      onClient={(client) =>
        void navigate({ search: ({ client: _, ...rest }) => ({ ...rest, ...(client && { client }) }) })
      }
      onDays={(range) =>
        void navigate({
          search: ({ days: _, ...rest }) => ({ ...rest, ...(range === 30 && { days: range }) }),
        })
      }
    />
  )
  const { data } = overview
  return (
    <Page title={text.title} actions={choices}>
      {(overview.isPending || list.isPending) && (
        <Card>
          <LoadingRows />
        </Card>
      )}
      {overview.isError && !data && (
        <Card>
          <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />
        </Card>
      )}
      {data && list.data && (
        <div className="animate-fade space-y-4 sm:space-y-6">
          {!isSetUp(data.setup) && (
            <FirstSteps setup={data.setup} clients={clients} hasSandbox={info?.hasSandbox ?? false} />
          )}
          {clients.length > 0 && (
            <>
              <StatTiles overview={data} clientId={chosen?.id} />
              <NumbersCard clients={chosen ? [chosen] : clients} />
              <MessagesCard days={data.days} />
              {data.failedRuns && <FailedCard {...data.failedRuns} />}
            </>
          )}
        </div>
      )}
    </Page>
  )
}
