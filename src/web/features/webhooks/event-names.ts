import type { api } from '../../app/api.ts'

export type EventName = NonNullable<Parameters<typeof api.webhooks.create>[0]['names']>[number]

/** What a webhook can take; what the service posts beyond these still comes to those that take all. */
export const EVENT_NAMES: readonly EventName[] = [
  'message.received',
  'message.sent',
  'message.status',
  'message.reaction',
  'message.vote',
  'message.edited',
  'message.deleted',
  'client.status',
  'client.qr',
  'contact.updated',
  'flow.state.changed',
  'flow.event',
  'proxy.failed',
]
