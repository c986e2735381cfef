import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { RotateCcw, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { queries } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { useCallFailureSentence } from '../../i18n/service-sentence.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Select } from '../../ui/field.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { type Delivery, useWebhookActions, type Webhook } from './webhook-data.ts'
import { useWebhooksText } from './webhooks-text.ts'

type Status = Delivery['status']

const REFRESH_MS = 4000
const STATUSES: readonly Status[] = ['waiting', 'delivered', 'dead']
const TONES: Readonly<Record<Status, Tone>> = { waiting: 'neutral', delivered: 'good', dead: 'bad' }

function useReplay() {
  const { log: text } = useWebhooksText()
  const { readAgain } = useWebhookActions()
  const notify = useNotify()
  return useMutation(
    queries.webhooks.replay.mutationOptions({
      onError: notify.failed,
      onSuccess({ replayed }) {
        notify.done(text.replayed(replayed))
        return readAgain()
      },
    }),
  )
}

function DeliveryRow({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const { log: text, names } = useWebhooksText()
  const dates = useDates()
  const replay = useReplay()
  const toSentence = useCallFailureSentence()
  const { id, eventId, name, status, attempts, lastStatus, lastError, lastFailure, lastDurationMs } = delivery
  const at = delivery.lastTriedAt ?? delivery.createdAt
  const next = delivery.nextAttemptAt && attempts > 0 ? text.nextAt(dates.time(delivery.nextAttemptAt)) : null
  const answer =
    lastStatus === null
      ? lastError && toSentence(lastError, lastFailure)
      : text.answered(lastStatus, lastDurationMs)
  return (
    <tr>
      <Cell>
        <p className="font-medium">{name === null ? text.gone : (names[name] ?? name)}</p>
        <p className="text-[0.8125rem] text-ink-soft tabular-nums">{eventId}</p>
      </Cell>
      <Cell>
        <Badge tone={TONES[status]} dot="still">
          {text.statuses[status]}
        </Badge>
        {attempts > 0 && (
          <p className="mt-1 text-[0.8125rem] text-ink-soft">
            {[text.attempts(attempts), next].filter(Boolean).join(', ')}
          </p>
        )}
      </Cell>
      <Cell className="hidden max-w-56 text-[0.8125rem] break-words text-ink-soft sm:table-cell">
        {answer}
      </Cell>
      <Cell className="hidden text-ink-soft md:table-cell">
        <time dateTime={at} title={dates.exact(at)}>
          {dates.ago(at)}
        </time>
      </Cell>
      <Cell className="text-end">
        {status !== 'waiting' && (
          <Button
            right="manage"
            variant="quiet"
            size="icon"
            aria-label={text.replayLabel(eventId)}
            title={text.replay}
            busy={replay.isPending}
            onClick={() => replay.mutate({ id: webhookId, deliveryIds: [id] })}
          >
            {!replay.isPending && <RotateCcw aria-hidden />}
          </Button>
        )}
      </Cell>
    </tr>
  )
}

function ReplayAll({ webhookId }: { webhookId: string }) {
  const { log: text } = useWebhooksText()
  const replay = useReplay()
  return (
    <ConfirmButton
      right="manage"
      variant="secondary"
      question={{ title: text.replayAllTitle, description: text.replayAllBody, action: text.replay }}
      busy={replay.isPending}
      onConfirm={(close) => replay.mutate({ id: webhookId, from: '0', status: 'dead' }, { onSettled: close })}
    >
      <RotateCcw aria-hidden />
      {text.replayAll}
    </ConfirmButton>
  )
}

function useDeliveries(id: string, status: Status | '') {
  return useInfiniteQuery(
    queries.webhooks.deliveries.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, ...(status && { status }), ...(cursor && { cursor }) }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      refetchInterval: REFRESH_MS,
    }),
  )
}

function Deliveries({ webhookId, status }: { webhookId: string; status: Status | '' }) {
  const { log: text } = useWebhooksText()
  const pages = useDeliveries(webhookId, status)
  const rows = pages.data?.pages.flatMap(({ deliveries }) => deliveries) ?? []
  const columns = [
    { name: text.columns.event },
    { name: text.columns.status },
    { name: text.columns.answer, className: 'hidden sm:table-cell' },
    { name: text.columns.at, className: 'hidden md:table-cell' },
    { name: <span className="sr-only">{text.columns.actions}</span> },
  ]
  if (pages.isPending) return <LoadingRows />
  if (pages.isError && rows.length === 0)
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
  if (rows.length === 0)
    return (
      <EmptyState icon={ScrollText} title={status === '' ? text.empty : text.nothingFound}>
        {status === '' && text.emptyBody}
      </EmptyState>
    )
  return (
    <>
      <Table label={text.title} columns={columns}>
        {rows.map((delivery) => (
          <DeliveryRow key={delivery.id} webhookId={webhookId} delivery={delivery} />
        ))}
      </Table>
      <MoreButton className="border-t border-line p-3 text-center" pages={pages} label={text.more} />
    </>
  )
}

/** What was and will be sent to a webhook, with a way to send it again. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const { log: text } = useWebhooksText()
  const [status, setStatus] = useState<Status | ''>('')
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line p-5 sm:px-6">
        <div>
          <h2 className="text-base font-semibold">{text.title}</h2>
          <p className="mt-0.5 text-sm text-ink-soft">{text.body}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {webhook.dead > 0 && <ReplayAll webhookId={webhook.id} />}
          <Select
            aria-label={text.filter}
            value={status}
            onChange={(event) => setStatus(event.target.value as Status | '')}
            className="w-auto"
          >
            <option value="">{text.all}</option>
            {STATUSES.map((name) => (
              <option key={name} value={name}>
                {text.statuses[name]}
              </option>
            ))}
          </Select>
        </div>
      </div>
      <Deliveries webhookId={webhook.id} status={status} />
    </Card>
  )
}
