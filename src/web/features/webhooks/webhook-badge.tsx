import { Badge } from '../../ui/badge.tsx'
import { STATE_TONES, stateOf, type Webhook } from './webhook-data.ts'
import { useWebhooksText } from './webhooks-text.ts'

export function WebhookBadge({ webhook }: { webhook: Webhook }) {
  const text = useWebhooksText()
  const state = stateOf(webhook)
  return (
    <Badge tone={STATE_TONES[state]} dot="still">
      {text.states[state]}
    </Badge>
  )
}
