import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { writeCsv } from '../../../core/csv.ts'
import { api, queries } from '../../app/api.ts'
import { downloadText } from '../../app/download.ts'
import { useReadable } from '../../i18n/addresses.ts'
import { useDates } from '../../i18n/dates.ts'
import { useSendErrorSentence } from '../../i18n/service-sentence.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/field.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import type { Campaign, Person } from './campaign-data.ts'
import { useCampaignsText } from './campaigns-text.ts'

const PAGE = 50
const FILE_PAGE = 1_000
const REFRESH_MS = 5_000

const TONES: Readonly<Record<Person['state'], Tone>> = {
  waiting: 'neutral',
  queued: 'neutral',
  sent: 'neutral',
  delivered: 'neutral',
  read: 'good',
  answered: 'good',
  failed: 'bad',
  left_out: 'warn',
}

type StateName = Person['state']

/** Why somebody got nothing, or waits. */
function useReason(): (person: Person) => string | null {
  const text = useCampaignsText()
  const renderError = useSendErrorSentence()
  return ({ reason, failure, state }) => {
    if (reason === null) return null
    if (state === 'left_out')
      return Object.hasOwn(text.leftOut, reason) ? text.leftOut[reason as 'twice'] : reason
    if (reason === 'FLOW_NOT_STARTED') return text.flowNotStarted
    return renderError({ error: reason, failure })
  }
}

async function readAllPeople({ clientId, id }: Campaign): Promise<Person[]> {
  const all: Person[] = []
  for (;;) {
    const { people, total } = await api.campaigns.people({
      clientId,
      id,
      offset: all.length,
      limit: FILE_PAGE,
    })
    all.push(...people)
    if (people.length === 0 || all.length >= total) return all
  }
}

function PersonRow({ person, clientId }: { person: Person; clientId: string }) {
  const text = useCampaignsText()
  const dates = useDates()
  const reasonOf = useReason()
  const readable = useReadable()
  const { jid, name, phoneNumber, state, sentAt, answeredAt, optedOutAt } = person
  const reason = reasonOf(person)
  const at = answeredAt ?? sentAt
  return (
    <tr>
      <Cell className="max-w-56">
        <Link
          to="/inbox"
          search={{ client: clientId, chat: jid }}
          className="block truncate rounded font-medium hover:underline"
        >
          {name ?? phoneNumber ?? readable(jid)}
        </Link>
        {name && <span className="block text-[0.8125rem] text-ink-soft">{phoneNumber}</span>}
      </Cell>
      <Cell>
        <Badge tone={TONES[state]}>{text.personStates[state]}</Badge>
        {optedOutAt && <Badge tone="warn">{text.figures.optedOut}</Badge>}
        {reason && <p className="mt-1 max-w-80 text-[0.8125rem] text-ink-soft">{reason}</p>}
      </Cell>
      <Cell className="hidden whitespace-nowrap text-ink-soft sm:table-cell">{at && dates.near(at)}</Cell>
    </tr>
  )
}

/** What became of each, and all of it as a file. */
export function PeopleTable({ campaign }: { campaign: Campaign }) {
  const text = useCampaignsText()
  const notify = useNotify()
  const [state, setState] = useState<StateName | ''>('')
  const [offset, setOffset] = useState(0)
  const { id, clientId, name } = campaign
  const input = { clientId, id, offset, limit: PAGE, ...(state && { state }) }
  const page = useQuery({
    ...queries.campaigns.people.queryOptions({ input }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  const { people = [], total = 0 } = page.data ?? {}
  /** Fewer are in the chosen state than when the page was opened. */
  const isBeyond = page.isSuccess && people.length === 0 && offset > 0
  useEffect(() => {
    if (isBeyond) setOffset(0)
  }, [isBeyond])
  const save = async () => {
    const rows = (await readAllPeople(campaign)).map(({ failure: _, ...row }) => row)
    const names = [
      'phoneNumber',
      'jid',
      'name',
      'state',
      'reason',
      'sentAt',
      'deliveredAt',
      'readAt',
      'answeredAt',
      'optedOutAt',
    ]
    downloadText(`${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.csv`, writeCsv(names, rows), 'text/csv')
  }
  const columns = [
    { name: text.people.who },
    { name: text.people.state },
    { name: text.people.when, className: 'hidden sm:table-cell' },
  ]
  return (
    <section aria-label={text.people.title}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-semibold">{text.people.title}</h2>
        <div className="flex flex-wrap gap-2">
          <Select
            aria-label={text.people.filter}
            className="w-auto"
            value={state}
            onChange={({ target }) => {
              setState(target.value as StateName | '')
              setOffset(0)
            }}
          >
            <option value="">{text.people.all}</option>
            {Object.entries(text.personStates).map(([value, word]) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </Select>
          <Button variant="secondary" onClick={() => void save().catch(notify.failed)}>
            <Download aria-hidden />
            {text.people.save}
          </Button>
        </div>
      </div>
      <Card>
        {page.isPending && <LoadingRows />}
        {page.isError && <ErrorState error={page.error} onRetry={() => void page.refetch()} />}
        {page.isSuccess && people.length === 0 && (
          <p className="px-5 py-6 text-sm text-ink-soft">{text.people.none}</p>
        )}
        {people.length > 0 && (
          <Table label={text.people.title} columns={columns}>
            {people.map((person) => (
              <PersonRow key={person.jid} person={person} clientId={clientId} />
            ))}
          </Table>
        )}
      </Card>
      {total > PAGE && (
        <div className="mt-4 flex items-center justify-center gap-3 text-sm">
          <Button variant="secondary" disabled={offset === 0} onClick={() => setOffset(offset - PAGE)}>
            {text.people.before}
          </Button>
          <span className="tabular-nums">{text.people.shown(offset + 1, offset + people.length, total)}</span>
          <Button
            variant="secondary"
            disabled={offset + PAGE >= total}
            onClick={() => setOffset(offset + PAGE)}
          >
            {text.people.after}
          </Button>
        </div>
      )}
    </section>
  )
}
