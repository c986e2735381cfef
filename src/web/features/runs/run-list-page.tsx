import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Route } from 'lucide-react'
import { useState } from 'react'
import { queries } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/field.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { formatContact, type ListedRun, type RunState, useFlowNames } from './run-data.ts'
import { RunStateBadge } from './run-state-badge.tsx'

const REFRESH_MS = 4000

interface Filter {
  flowId?: string
  clientId?: string
  state?: RunState
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const { runs: text } = useText()
  const clients = useQuery(queries.clients.list.queryOptions({ input: {} }))
  const change = (name: keyof Filter, value: string) => {
    const { [name]: _, ...rest } = filter
    onChange(value ? { ...rest, [name]: value } : rest)
  }
  const flows = useQuery(queries.flows.list.queryOptions({ input: {} }))
  return (
    <>
      <Select
        aria-label={text.flowFilter}
        value={filter.flowId ?? ''}
        onChange={(event) => change('flowId', event.target.value)}
        className="w-auto max-w-40"
      >
        <option value="">{text.allFlows}</option>
        {flows.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        aria-label={text.clientFilter}
        value={filter.clientId ?? ''}
        onChange={(event) => change('clientId', event.target.value)}
        className="w-auto max-w-40"
      >
        <option value="">{text.allClients}</option>
        {clients.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        aria-label={text.stateFilter}
        value={filter.state ?? ''}
        onChange={(event) => change('state', event.target.value)}
        className="w-auto max-w-40 sm:max-w-none"
      >
        <option value="">{text.allStates}</option>
        {Object.entries(text.states).map(([state, name]) => (
          <option key={state} value={state}>
            {name}
          </option>
        ))}
      </Select>
    </>
  )
}

function RunRow({ run, flowName }: { run: ListedRun; flowName: string }) {
  const { runs: text } = useText()
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
          {formatContact(run.contactJid)}
        </Link>
        <p className="text-[0.8125rem] break-words text-ink-soft sm:hidden">{flowName}</p>
      </Cell>
      <Cell className="hidden break-words sm:table-cell">{flowName}</Cell>
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
  const { runs: text } = useText()
  const [filter, setFilter] = useState<Filter>({})
  const nameOf = useFlowNames()
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
    { name: text.columns.state },
    { name: text.columns.last, className: 'hidden md:table-cell' },
  ]
  return (
    <Page
      title={text.title}
      intro={text.intro}
      actions={(rows.length > 0 || isFiltered) && <Filters filter={filter} onChange={setFilter} />}
    >
      <Card>
        {runs.isPending && <LoadingRows />}
        {runs.isError && <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />}
        {runs.isSuccess && rows.length === 0 && (
          <EmptyState icon={Route} title={isFiltered ? text.nothingFound : text.empty}>
            {isFiltered ? null : text.emptyBody}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <Table label={text.title} columns={columns}>
            {rows.map((run) => (
              <RunRow key={run.id} run={run} flowName={nameOf(run.flowId)} />
            ))}
          </Table>
        )}
      </Card>
      <MoreButton className="mt-4 text-center" pages={runs} label={text.more} />
    </Page>
  )
}
