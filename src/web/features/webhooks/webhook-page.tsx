import { getRouteApi } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { useCallFailureSentence } from '../../i18n/service-sentence.ts'
import { NotFoundPage } from '../../shell/not-found-page.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { SecretCard } from './secret-card.tsx'
import { WebhookBadge } from './webhook-badge.tsx'
import { useClientName, useWebhookActions, useWebhooks, type Webhook } from './webhook-data.ts'
import { WebhookMenu } from './webhook-menu.tsx'
import { useWebhooksText } from './webhooks-text.ts'

const route = getRouteApi('/app/webhooks/$webhookId')

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[0.8125rem] text-ink-soft">{name}</dt>
      <dd className="mt-0.5 font-medium break-words">{children}</dd>
    </div>
  )
}

function Details({ webhook }: { webhook: Webhook }) {
  const text = useWebhooksText()
  const toSentence = useCallFailureSentence()
  const { shell } = useText()
  const dates = useDates()
  const nameOf = useClientName()
  const { names, lastSuccessAt, lastFailureAt, lastError, disabledReason, pausedUntil } = webhook
  const { lastFailure, disabledFailure } = webhook
  const ago = (at: string | null) => (at ? dates.ago(at) : shell.never)
  const isPaused = pausedUntil !== null && Date.parse(pausedUntil) > Date.now()
  return (
    <SectionCard title={text.details} action={<WebhookBadge webhook={webhook} />}>
      {disabledReason && (
        <p className="mb-4 text-sm text-bad">{toSentence(disabledReason, disabledFailure)}</p>
      )}
      {isPaused && <p className="mb-4 text-sm text-warn">{text.pausedUntil(dates.time(pausedUntil))}</p>}
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
        <Fact name={text.columns.address}>{webhook.url}</Fact>
        <Fact name={text.facts.client}>{nameOf(webhook.clientId)}</Fact>
        <Fact name={text.facts.events}>
          {names === null ? text.allEvents : names.map((name) => text.names[name] ?? name).join(', ')}
        </Fact>
        <Fact name={text.facts.waiting}>{webhook.waiting}</Fact>
        <Fact name={text.facts.dead}>{webhook.dead}</Fact>
        <Fact name={text.facts.success}>{ago(lastSuccessAt)}</Fact>
        <Fact name={text.facts.failure}>
          {ago(lastFailureAt)}
          {lastError && (
            <p className="text-[0.8125rem] font-normal text-ink-soft">{toSentence(lastError, lastFailure)}</p>
          )}
        </Fact>
        <Fact name={text.facts.created}>{dates.date(webhook.createdAt)}</Fact>
      </dl>
    </SectionCard>
  )
}

/** One webhook: how it does, its secret, and what was sent. */
export function WebhookPage() {
  const text = useWebhooksText()
  const { webhookId } = route.useParams()
  const webhooks = useWebhooks()
  const { test } = useWebhookActions()
  const webhook = webhooks.data?.find(({ id }) => id === webhookId)
  if (webhooks.data && !webhook) return <NotFoundPage />
  const back = <BackLink to="/webhooks">{text.title}</BackLink>
  if (!webhook) {
    return (
      <Page title={text.title} lead={back}>
        {webhooks.isError ? (
          <ErrorState error={webhooks.error} onRetry={() => void webhooks.refetch()} />
        ) : (
          <LoadingRows rows={3} />
        )}
      </Page>
    )
  }
  const actions = (
    <>
      <Button
        right="manage"
        variant="secondary"
        busy={test.isPending}
        onClick={() => test.mutate({ id: webhookId })}
      >
        <Send aria-hidden />
        {text.test}
      </Button>
      <WebhookMenu webhook={webhook} />
    </>
  )
  return (
    <Page title={webhook.description ?? new URL(webhook.url).host} lead={back} actions={actions}>
      <div className="space-y-6">
        <Details webhook={webhook} />
        <DeliveryLog webhook={webhook} />
        <SecretCard webhookId={webhookId} />
      </div>
    </Page>
  )
}
