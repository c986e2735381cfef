import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { useDates } from '../../i18n/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { CreateWebhookDialog } from './create-webhook-dialog.tsx'
import { WebhookBadge } from './webhook-badge.tsx'
import { useClientName, useWebhooks, type Webhook } from './webhook-data.ts'
import { useWebhooksText } from './webhooks-text.ts'

function WebhookRow({ webhook, client }: { webhook: Webhook; client: string }) {
  const text = useWebhooksText()
  const dates = useDates()
  const { id, url, description, names, waiting, dead, lastSuccessAt } = webhook
  const counts = [waiting > 0 && text.waiting(waiting), dead > 0 && text.dead(dead)].filter(Boolean)
  return (
    <tr className="relative transition-colors hover:bg-sunken/60">
      <Cell className="max-w-48 sm:max-w-80">
        <Link
          to="/webhooks/$webhookId"
          params={{ webhookId: id }}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {description ?? url}
        </Link>
        {description && <p className="truncate text-[0.8125rem] text-ink-soft">{url}</p>}
      </Cell>
      <Cell className="hidden sm:table-cell">
        <p>{names === null ? text.allEvents : text.someEvents(names.length)}</p>
        <p className="text-[0.8125rem] text-ink-soft">{client}</p>
      </Cell>
      <Cell>
        <WebhookBadge webhook={webhook} />
        <p className="mt-1 text-[0.8125rem] text-ink-soft">
          {counts.length > 0
            ? counts.join(' · ')
            : lastSuccessAt
              ? text.lastSuccess(dates.ago(lastSuccessAt))
              : text.never}
        </p>
      </Cell>
    </tr>
  )
}

/** Where the person's events are posted to, with how each does. */
export function WebhookListPage() {
  const text = useWebhooksText()
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const webhooks = useWebhooks()
  const nameOf = useClientName()
  const all = webhooks.data ?? []
  const create = (
    <Button right="manage" onClick={() => setCreating(true)}>
      <Plus aria-hidden />
      {text.create}
    </Button>
  )
  const columns = [
    { name: text.columns.address },
    { name: text.columns.events, className: 'hidden sm:table-cell' },
    { name: text.columns.state },
  ]
  return (
    <Page title={text.title} intro={text.intro} actions={all.length > 0 && create}>
      <Card>
        {webhooks.isPending && <LoadingRows rows={3} />}
        {webhooks.isError && !webhooks.data && (
          <ErrorState error={webhooks.error} onRetry={() => void webhooks.refetch()} />
        )}
        {webhooks.data?.length === 0 && (
          <EmptyState icon={WebhookIcon} title={text.empty} action={create}>
            {text.emptyBody}
          </EmptyState>
        )}
        {all.length > 0 && (
          <Table label={text.title} columns={columns}>
            {all.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} client={nameOf(webhook.clientId)} />
            ))}
          </Table>
        )}
      </Card>
      {isCreating && (
        <CreateWebhookDialog
          onClose={() => setCreating(false)}
          onMade={(webhookId) => void navigate({ to: '/webhooks/$webhookId', params: { webhookId } })}
        />
      )}
    </Page>
  )
}
