import { Link } from '@tanstack/react-router'
import { FlaskConical, Smartphone } from 'lucide-react'
import { useDates } from '../../i18n/dates.ts'
import { useLanguage, useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/messages/states.tsx'
import { Cell } from '../../ui/table.tsx'
import { formatBytes } from '../system/system-figures.ts'
import { type Client, useStatusWords, useWorkerActions, type WorkerStatus } from './client-data.ts'
import { StatusBadge } from './status-badge.tsx'

interface ClientRowProps {
  client: Client
  status: WorkerStatus | undefined
}

export function ClientRow({ client, status }: ClientRowProps) {
  const { clients: text, shell } = useText()
  const { tag } = useLanguage()
  const dates = useDates()
  const words = useStatusWords()
  const { start } = useWorkerActions()
  const { sentence, action } = status ? words(status) : { sentence: '', action: null }
  const Icon = status?.network === 'sandbox' ? FlaskConical : Smartphone
  return (
    <tr className="group relative transition-colors hover:bg-sunken/60">
      <Cell>
        <div className="flex items-center gap-3">
          <span className="hidden size-9 shrink-0 place-items-center rounded-full bg-sunken text-ink-soft sm:grid">
            <Icon className="size-4" strokeWidth={1.9} aria-hidden />
          </span>
          <div className="min-w-0">
            <Link
              to="/clients/$clientId"
              params={{ clientId: client.id }}
              className="font-medium break-words after:absolute after:inset-0"
            >
              {client.name}
            </Link>
            <p className="text-[0.8125rem] text-ink-soft tabular-nums">
              {client.phoneNumber ?? text.noNumber}
            </p>
          </div>
        </div>
      </Cell>
      <Cell>
        {status ? <StatusBadge status={status.status} /> : <Skeleton className="h-6 w-24 rounded-full" />}
        {status && status.status !== 'connected' && (
          <p className="mt-1 hidden max-w-xs text-[0.8125rem] text-pretty text-ink-soft sm:block">
            {sentence} {action}
          </p>
        )}
      </Cell>
      <Cell className="hidden text-ink-soft lg:table-cell">
        {text.ratePerSecond(client.sendRatePerSecond)}
      </Cell>
      <Cell className="hidden text-ink-soft xl:table-cell">
        {status ? text.proxies[status.proxy ?? 'none'] : '–'}
      </Cell>
      <Cell className="hidden text-ink-soft xl:table-cell">
        {typeof status?.memoryBytes === 'number' ? `≈ ${formatBytes(status.memoryBytes, tag)}` : '–'}
      </Cell>
      <Cell className="hidden text-ink-soft md:table-cell">
        {client.lastActivityAt ? (
          <time dateTime={client.lastActivityAt}>{dates.ago(client.lastActivityAt)}</time>
        ) : (
          shell.never
        )}
      </Cell>
      <Cell className="text-end">
        {status?.desiredState === 'stopped' && (
          <Button
            right="manage"
            size="small"
            variant="secondary"
            className="relative"
            busy={start.isPending}
            aria-label={`${text.start}: ${client.name}`}
            onClick={() => start.mutate({ clientId: client.id })}
          >
            {text.start}
          </Button>
        )}
      </Cell>
    </tr>
  )
}
