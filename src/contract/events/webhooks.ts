import { z } from 'zod'
import { problemText } from '../../core/input/input-problem.ts'
import { clientId, cursor, resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { Coded, EVENT_NAMES } from '../resources.ts'
import { LIVE_EVENT_NAMES } from './live-event-names.ts'
import { Webhook, WebhookDelivery } from './webhook-resources.ts'

const eventId = z.string().regex(/^\d{1,15}$/, problemText('NO_EVENT_ID'))

const fields = {
  url: z
    .url({ protocol: /^https?$/, error: problemText('NO_WEBHOOK_URL') })
    .max(2_048)
    .describe(
      'Where events are posted to. Addresses inside private networks are refused unless the operator allows them.',
    ),
  description: z.string().trim().max(200).nullable().optional(),
  names: z
    .array(z.enum([...EVENT_NAMES, ...LIVE_EVENT_NAMES]))
    .min(1)
    .nullable()
    .optional()
    .describe(
      'Only these events; null or left out takes all but `presence.changed`, which is told once and not tried again.',
    ),
  clientId: clientId
    .nullable()
    .optional()
    .describe('Only events of this client; null or left out takes all.'),
}

const id = resourceId.describe('The webhook.')

export const webhooks = {
  list: defineOperation({
    name: 'webhooks.list',
    summary: 'List the caller’s webhooks, newest first',
    scope: 'webhooks:read',
    reach: { lists: 'clientId' },
    effect: 'reads',
    extension: true,
    input: z.strictObject({}),
    output: z.array(Webhook),
  }),
  create: defineOperation({
    name: 'webhooks.create',
    summary: 'Have events posted to an address',
    description:
      'Every event is signed after Standard Webhooks, sent at least once and, within a conversation, in order. `secret` is shown this once.',
    scope: 'webhooks:write',
    reach: { ids: { clientId: 'client' }, makes: true },
    effect: 'writes',
    extension: true,
    input: z.strictObject(fields),
    output: Webhook.extend({ secret: z.string() }),
  }),
  update: defineOperation({
    name: 'webhooks.update',
    summary: 'Change a webhook, or switch it off and on',
    scope: 'webhooks:write',
    reach: { ids: { id: 'webhook', clientId: 'client' } },
    effect: 'destroys',
    extension: true,
    input: z.strictObject({
      ...fields,
      id,
      url: fields.url.optional(),
      isEnabled: z
        .boolean()
        .optional()
        .describe('While off, events wait for it as long as the log keeps them.'),
    }),
    output: Webhook,
  }),
  delete: defineOperation({
    name: 'webhooks.delete',
    summary: 'Delete a webhook and what waits for it',
    scope: 'webhooks:write',
    reach: { ids: { id: 'webhook' } },
    effect: 'destroys',
    extension: true,
    input: z.strictObject({ id }),
    output: z.object({ success: z.boolean() }),
  }),
  rotateSecret: defineOperation({
    name: 'webhooks.rotateSecret',
    summary: 'Give a webhook a new secret',
    description:
      'For 24 hours every event is signed with the new secret and the old one. `secret` is shown this once.',
    scope: 'webhooks:write',
    reach: { ids: { id: 'webhook' } },
    effect: 'destroys',
    extension: true,
    input: z.strictObject({ id }),
    output: Webhook.extend({ secret: z.string() }),
  }),
  test: defineOperation({
    name: 'webhooks.test',
    summary: 'Send a webhook an event `webhook.test` now and tell what it answered',
    scope: 'webhooks:write',
    reach: { ids: { id: 'webhook' } },
    effect: 'writes',
    extension: true,
    input: z.strictObject({ id }),
    output: z.object({
      success: z.boolean().describe('It answered with a status from 200 to 299.'),
      status: z.int().nullable(),
      durationMs: z.int(),
      error: z.string().nullable(),
      failure: Coded.nullable().describe('Of `error`, as a code with what varies.'),
    }),
  }),
  deliveries: defineOperation({
    name: 'webhooks.deliveries',
    summary: 'List what was and will be sent to a webhook, newest first',
    scope: 'webhooks:read',
    reach: { ids: { id: 'webhook' } },
    effect: 'reads',
    extension: true,
    input: z.strictObject({
      id,
      status: z.enum(['waiting', 'delivered', 'dead']).optional().describe('Only these.'),
      cursor: cursor.optional(),
      limit: z.int().min(1).max(200).default(50),
    }),
    output: z.object({ deliveries: z.array(WebhookDelivery), nextCursor: z.string().nullable() }),
  }),
  replay: defineOperation({
    name: 'webhooks.replay',
    summary: 'Send events again',
    description:
      'By the ids of deliveries, or all events of a range that the webhook takes; at most 10,000 at once. Ids of events stay the same.',
    scope: 'webhooks:write',
    reach: { ids: { id: 'webhook' } },
    effect: 'writes',
    extension: true,
    input: z
      .strictObject({
        id,
        deliveryIds: z
          .array(z.string().regex(/^\d{1,15}$/, problemText('NO_DELIVERY_ID')))
          .min(1)
          .max(1_000)
          .optional(),
        from: eventId.optional().describe('The first event.'),
        to: eventId.optional().describe('The last event; left out, up to the newest.'),
        status: z
          .enum(['delivered', 'dead', 'all'])
          .optional()
          .describe('Of a range, only those. Default `dead`.'),
      })
      .refine(
        ({ deliveryIds, from, to }) =>
          (deliveryIds === undefined) !== (from === undefined && to === undefined),
        {
          error: problemText('DELIVERIES_OR_RANGE'),
          path: ['deliveryIds'],
        },
      ),
    output: z.object({ replayed: z.int().describe('How many deliveries wait again.') }),
  }),
}
