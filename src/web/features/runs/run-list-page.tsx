import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Route } from 'lucide-react'
import { useState } from 'react'
import { queries } from '../../app/api.ts'
import { useReadable } from '../../i18n/addresses.ts'
import { useDates } from '../../i18n/dates.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Page } from '../../ui/page.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { BeginLink } from '../start/begin-link.tsx'
import { type ListedRun, useClientNames, useFlowNames } from './run-data.ts'
import { type RunFilter, RunFilters } from './run-filters.tsx'
import { RunStateBadge } from './run-state-badge.tsx'
import { useRunsText } from './runs-text.ts'

const REFRESH_MS = 4000

function RunRow({ run, flowName, clientName }: { run: ListedRun; flowName: string; clientName: string }) {
  const readable = useReadable()
  const text = useRunsText()
  const dates = useDates()
  const at = run.lastEventAt ?? run.createdAt
  return (
    <tr className="relative transition-colors hover:bg-sunken/60">
      <Cell>
        <Link
          to="/runs/$runId"
          params={{ runId: run.id }}
          className="font-medium whitespace-nowrap tabular-nums after:absolute after:inset-0"
        >
          {run.contactName ? <bdi>{run.contactName}</bdi> : readable(run.contactJid)}
        </Link>
        {run.contactName && (
          <p className="text-[0.8125rem] text-ink-soft tabular-nums">{readable(run.contactJid)}</p>
        )}
        <p className="text-[0.8125rem] break-words text-ink-soft sm:hidden">{flowName}</p>
      </Cell>
      <Cell className="hidden break-words sm:table-cell">{flowName}</Cell>
      <Cell className="hidden break-words lg:table-cell">{clientName}</Cell>
      <Cell>
        <span className="flex flex-wrap gap-1.5">
          <RunStateBadge state={run.state} />
          {run.isTest && <Badge tone="warn">{text.test}</Badge>}
        </span>
      </Cell>
      <Cell className="hidden text-ink-soft md:table-cell">
        <time dateTime={at}>{dates.ago(at)}</time>
      </Cell>
    </tr>
  )
}

/** Runs of all flows, newest first. */
export function RunListPage() {
  const text = useRunsText()
  const [filter, setFilter] = useState<RunFilter>({})
  const nameOf = useFlowNames()
  const nameClient = useClientNames()
  const runs = useInfiniteQuery(
    queries.flows.states.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, ...(cursor && { cursor }) }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      refetchInterval: REFRESH_MS,
    }),
  )
  const rows = runs.data?.pages.flatMap(({ states }) => states) ?? []
  const isFiltered = Object.keys(filter).length > 0
  const columns = [
    { name: text.columns.contact },
    { name: text.columns.flow, className: 'hidden sm:table-cell' },
    { name: text.columns.client, className: 'hidden lg:table-cell' },
    { name: text.columns.state },
    { name: text.columns.last, className: 'hidden md:table-cell' },
  ]
  return (
    <Page title={text.title} intro={text.intro}>
      {(rows.length > 0 || isFiltered) && <RunFilters filter={filter} onChange={setFilter} />}
      <Card>
        {runs.isPending && <LoadingRows />}
        {runs.isError && <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />}
        {runs.isSuccess && rows.length === 0 && (
          <EmptyState
            icon={Route}
            title={isFiltered ? text.nothingFound : text.empty}
            action={!isFiltered && <BeginLink />}
          >
            {isFiltered ? null : text.emptyBody}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <Table label={text.title} columns={columns}>
            {rows.map((run) => (
              <RunRow
                key={run.id}
                run={run}
                flowName={nameOf(run.flowId)}
                clientName={nameClient(run.clientId)}
              />
            ))}
          </Table>
        )}
      </Card>
      <MoreButton className="mt-4 text-center" pages={runs} label={text.more} />
    </Page>
  )
}
