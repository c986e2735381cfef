import { Link } from '@tanstack/react-router'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import {
  type Client,
  useStatusWords,
  useWorkerActions,
  useWorkerStatuses,
  type WorkerStatus,
} from '../clients/client-data.ts'
import { StatusBadge } from '../clients/status-badge.tsx'
import { useOverviewText } from './overview-text.ts'

/** Of more the page of numbers tells. */
const SHOWN = 6

const nameOf = ({ name, phoneNumber, id }: Client): string => name ?? phoneNumber ?? id

interface RowProps {
  client: Client
  status: WorkerStatus
}

/** The way out of each state that is not "connected" is one press away. */
function WayOut({ client, status }: RowProps) {
  const text = useOverviewText()
  const { clients } = useText()
  const { start } = useWorkerActions()
  const name = nameOf(client)
  if (status.status === 'connected') return null
  if (status.desiredState === 'stopped')
    return (
      <Button
        right="manage"
        size="small"
        busy={start.isPending}
        aria-label={`${clients.start}: ${name}`}
        onClick={() => start.mutate({ clientId: client.id })}
      >
        {clients.start}
      </Button>
    )
  return (
    <Button asChild size="small" variant="secondary">
      <Link to="/clients/$clientId" params={{ clientId: client.id }} aria-label={text.toNumberOf(name)}>
        {text.toNumber}
      </Link>
    </Button>
  )
}

function Row({ client, status }: RowProps) {
  const { sentence, action } = useStatusWords()(status)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <Link
          to="/clients/$clientId"
          params={{ clientId: client.id }}
          className="font-medium break-words hover:underline"
        >
          {nameOf(client)}
        </Link>
        {status.status !== 'connected' && (
          <p className="max-w-md text-[0.8125rem] text-pretty text-ink-soft">
            {sentence} {action}
          </p>
        )}
      </div>
      <div className="flex items-center gap-3">
        <StatusBadge status={status.status} />
        <WayOut client={client} status={status} />
      </div>
    </li>
  )
}

/** How each number is, those first that need somebody. */
export function NumbersCard({ clients }: { clients: readonly Client[] }) {
  const text = useOverviewText()
  const statuses = useWorkerStatuses().data
  if (!statuses) return null
  const rows = clients.flatMap((client) => {
    const status = statuses.get(client.id)
    return status ? [{ client, status }] : []
  })
  const isConnected = ({ status }: RowProps) => status.status === 'connected'
  const off = rows.filter((row) => !isConnected(row))
  const shown = [...off, ...rows.filter(isConnected)].slice(0, SHOWN)
  const hidden = rows.length - shown.length
  return (
    <SectionCard
      title={text.numbers}
      description={off.length === 0 ? text.allConnected(rows.length) : text.notReady(off.length)}
    >
      <ul className="-my-3 divide-y divide-line">
        {shown.map((row) => (
          <Row key={row.client.id} {...row} />
        ))}
      </ul>
      {hidden > 0 && (
        <Link to="/clients" className="mt-4 inline-block text-sm font-medium text-accent hover:underline">
          {text.moreNumbers(hidden)}
        </Link>
      )}
    </SectionCard>
  )
}
