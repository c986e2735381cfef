import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { queries } from '../../app/api.ts'
import { Card } from '../../ui/card.tsx'
import { DayInput } from '../../ui/days/day-input.tsx'
import { Select } from '../../ui/field.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { type AuditChoice, endOfDay, parseAuditChoice, startOfDay } from './audit-choice.ts'
import { groupOf } from './audit-groups.ts'
import { AuditRow } from './audit-row.tsx'
import { useAuditText } from './audit-text.ts'

const route = getRouteApi('/app/admin/admin/audit')

function useEntries({ person, action, from, to }: AuditChoice) {
  return useInfiniteQuery(
    queries.audit.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...(person && { userId: person }),
        ...(action && { operation: action }),
        ...(from && { from: startOfDay(from) }),
        ...(to && { to: endOfDay(to) }),
        ...(cursor && { cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
}

/** Whose and which changes are shown. */
function Filters({ choice, onChoose }: { choice: AuditChoice; onChoose: (choice: AuditChoice) => void }) {
  const text = useAuditText()
  const users = useQuery(queries.users.list.queryOptions({ input: {} }))
  const { person = '', action = '', from = '', to = '' } = choice
  // Somebody whose account is gone can still be chosen by a link.
  const isKnown = person === '' || users.data?.some(({ id }) => id === person)
  return (
    <div className="flex flex-wrap gap-3 border-b border-line p-4 sm:px-6">
      <Select
        aria-label={text.who}
        value={person}
        onChange={({ target }) => onChoose({ ...choice, person: target.value })}
        className="w-full sm:w-64"
      >
        <option value="">{text.everybody}</option>
        {!isKnown && <option value={person}>{person}</option>}
        {users.data?.map(({ id, email }) => (
          <option key={id} value={id}>
            {email}
          </option>
        ))}
      </Select>
      <Select
        aria-label={text.what}
        value={action}
        onChange={({ target }) => onChoose({ ...choice, action: target.value })}
        className="w-full sm:w-64"
      >
        <option value="">{text.everything}</option>
        <option value="sign-in">{text.operations['sign-in']}</option>
        {Object.entries(text.groups).map(([group, name]) => (
          <optgroup key={group} label={name}>
            {Object.entries(text.operations)
              .filter(([operation]) => groupOf(operation) === group)
              .map(([operation, words]) => (
                <option key={operation} value={operation}>
                  {words}
                </option>
              ))}
          </optgroup>
        ))}
      </Select>
      <div className="flex w-full items-center gap-2 sm:w-auto">
        <DayInput
          name={text.from}
          aria-label={text.from}
          title={text.from}
          value={from}
          max={to}
          onDay={(day) => onChoose({ ...choice, from: day })}
          className="min-w-0 flex-1 sm:w-44"
        />
        <span aria-hidden="true">–</span>
        <DayInput
          name={text.to}
          aria-label={text.to}
          title={text.to}
          value={to}
          min={from}
          onDay={(day) => onChoose({ ...choice, to: day })}
          className="min-w-0 flex-1 sm:w-44"
        />
      </div>
    </div>
  )
}

function Entries({ choice }: { choice: AuditChoice }) {
  const text = useAuditText()
  const pages = useEntries(choice)
  const rows = pages.data?.pages.flatMap(({ entries }) => entries) ?? []
  const isChosen = Object.values(choice).some(Boolean)
  const columns = [
    { name: text.columns.when, className: 'hidden sm:table-cell' },
    { name: text.columns.who },
    { name: text.columns.what },
    { name: text.columns.on, className: 'hidden md:table-cell' },
    { name: text.columns.outcome, className: 'hidden sm:table-cell' },
  ]
  if (pages.isPending) return <LoadingRows />
  if (pages.isError && rows.length === 0)
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
  if (rows.length === 0)
    return (
      <EmptyState icon={ScrollText} title={isChosen ? text.nothingFound : text.empty}>
        {!isChosen && text.emptyBody}
      </EmptyState>
    )
  return (
    <>
      <Table label={text.title} columns={columns}>
        {rows.map((entry) => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </Table>
      <MoreButton className="border-t border-line p-3 text-center" pages={pages} label={text.more} />
    </>
  )
}

/** Who changed what on this service; only administrators get to see it. */
export function AuditPage() {
  const text = useAuditText()
  const choice = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Page title={text.title} intro={text.intro}>
      <Card>
        <Filters
          choice={choice}
          onChoose={(next) => void navigate({ search: parseAuditChoice(next), replace: true })}
        />
        <Entries choice={choice} />
      </Card>
    </Page>
  )
}
