import { z } from 'zod'
import { findingText } from '../findings.ts'
import { findBadUrl } from './fields/media-field.ts'
import { ADDRESS, optionalText, templateField } from './fields/text-field.ts'
import { commonFields, defineNode } from './node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  durationSec: z.number().min(0, findingText('DURATION_NEGATIVE')).optional(),
  text: optionalText,
  reason: z.string().max(500).optional(),
  notify: z
    .strictObject({
      webhook: z.url({ protocol: /^https?$/ }).optional(),
      jid: z.string().regex(ADDRESS, findingText('NO_ADDRESS')).optional(),
      label: z.string().max(100).optional(),
    })
    .optional(),
})

/** Gives the chat to a person; automation is silent until the time is over. */
export const handoff = defineNode({
  type: 'handoff',
  group: 'flow',
  schema,
  docs: {
    summary: 'Gives the chat to a person and keeps automation silent; goes on at `resumed` when that ends.',
    sample: { text: 'One moment please.', durationSec: 1_800 },
  },
  hasInput: true,
  waits: true,
  handles: () => [{ id: 'resumed', label: 'resumed', optional: true, unconnected: 'dormant' }],
  texts: (data) => [...templateField('text', data.text), ...templateField('reason', data.reason)],
  check: ({ notify }, _flow, addresses) => {
    if (notify?.webhook === undefined) return []
    const problem = findBadUrl(notify.webhook, addresses)
    return problem === null ? [] : [{ path: 'notify.webhook', ...problem }]
  },
  execute: (data, step) => {
    if (data.text !== undefined) step.sendText(step.render(data.text))
    const { webhook, jid, label } = data.notify ?? {}
    step.addEffect({
      kind: 'notify',
      reason: data.reason === undefined ? 'handoff' : step.render(data.reason),
      ...(webhook === undefined ? {} : { webhook }),
      ...(jid === undefined ? {} : { jid }),
      ...(label === undefined ? {} : { label }),
    })
    return { kind: 'handoff', durationSec: data.durationSec ?? null }
  },
  resume: () => ({ kind: 'follow', handle: 'resumed', outcome: 'resumed' }),
})
