import { z } from 'zod'
import { findingText } from '../../findings.ts'
import { leafFields } from '../fields/value-field.ts'
import { commonFields, defineNode, NEXT, OUT } from '../node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  event: z.string().regex(/^[a-z0-9_.]{1,64}$/, findingText('NO_EVENT_NAME')),
  payload: z.record(z.string(), z.unknown()).default({}),
})

/** Tells webhooks and the event stream that something happened. */
export const webhookEmit = defineNode({
  type: 'webhook.emit',
  group: 'action',
  schema,
  docs: {
    summary: 'Sends an event with a payload to the webhooks; the run does not wait for them.',
    sample: { event: 'order.asked', payload: { number: '{{ vars.number }}' } },
  },
  hasInput: true,
  waits: false,
  handles: () => [OUT],
  texts: (data) => leafFields('payload', data.payload),
  execute: (data, step) => {
    step.addEffect({ kind: 'emit', event: data.event, payload: step.renderJson(data.payload) })
    return NEXT
  },
})
