import { z } from 'zod'
import { finding, findingText } from '../findings.ts'
import { findBadUrl } from './fields/media-field.ts'
import { ADDRESS, optionalText, templateField } from './fields/text-field.ts'
import { commonFields, defineNode } from './node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  durationSec: z.number().min(0, findingText('DURATION_NEGATIVE')).optional(),
  text: optionalText,
  reason: z.string().max(500).optional(),
  departmentId: z.uuid().optional(),
  personId: z.string().min(1).max(64).optional(),
  notify: z
    .strictObject({
      webhook: z.url({ protocol: /^https?$/ }).optional(),
      jid: z.string().regex(ADDRESS, findingText('NO_ADDRESS')).optional(),
      label: z.string().max(100).optional(),
    })
    .optional(),
})

/** Gives the chat to a person, chosen or of a department by its rule; automation is silent until the time is over. */
export const handoff = defineNode({
  type: 'handoff',
  group: 'flow',
  schema,
  docs: {
    summary:
      'Gives the chat to a person and keeps automation silent; goes on at `resumed` when that ends. With `departmentId` one of its members gets it by its rule, with `personId` that person, else it waits for everybody.',
    sample: { text: 'One moment please.', durationSec: 1_800 },
  },
  hasInput: true,
  waits: true,
  handles: () => [{ id: 'resumed', label: 'resumed', optional: true, unconnected: 'dormant' }],
  texts: (data) => [...templateField('text', data.text), ...templateField('reason', data.reason)],
  handsTo: ({ departmentId, personId }) => ({ departmentId, personId }),
  check: ({ notify, departmentId, personId }, _flow, addresses) => {
    const isBoth = departmentId !== undefined && personId !== undefined
    const both = isBoth ? [{ path: 'personId', ...finding('DEPARTMENT_OR_PERSON') }] : []
    const problem = notify?.webhook === undefined ? null : findBadUrl(notify.webhook, addresses)
    return problem === null ? both : [...both, { path: 'notify.webhook', ...problem }]
  },
  execute: (data, step) => {
    if (data.text !== undefined) step.sendText(step.render(data.text))
    const { departmentId, personId } = data
    if (departmentId !== undefined) step.addEffect({ kind: 'assign', departmentId })
    else if (personId !== undefined) step.addEffect({ kind: 'assign', personId })
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
