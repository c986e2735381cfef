import { z } from 'zod'
import { MAX_WAIT_SEC } from '../limits.ts'
import { commonFields, defineNode, NEXT, type NodeProblem } from './node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  mode: z.enum(['for', 'until']).default('for'),
  seconds: z.number().min(1, 'at least one second').max(MAX_WAIT_SEC, 'at most 30 days').optional(),
  at: z.string().max(200).optional(),
  typing: z.boolean().default(false),
  onMessage: z.enum(['ignore', 'buffer', 'skip']).default('ignore'),
})
type DelayData = z.output<typeof schema>

/** Pauses the run for a time or until a moment. */
export const delay = defineNode({
  type: 'delay',
  group: 'logic',
  schema,
  docs: {
    summary:
      'Waits some seconds, or until a date and time; messages meanwhile are ignored, kept for the next question, or end the wait.',
    sample: { mode: 'for', seconds: 5, typing: true },
  },
  hasInput: true,
  waits: true,
  handles: () => [{ id: 'out', label: 'next', optional: false, unconnected: 'complete' }],
  texts: (data) => (data.at === undefined ? [] : [{ path: 'at', text: data.at, kind: 'template' }]),
  check: checkDelay,
  onMessage: (data) => data.onMessage,
  execute: (data, step) => {
    const dueAt =
      data.mode === 'for' ? step.now + (data.seconds ?? 1) * 1_000 : Date.parse(step.render(data.at ?? ''))
    if (Number.isNaN(dueAt)) return { kind: 'fail', message: 'delay: "at" is not a date and time' }
    if (dueAt - step.now > MAX_WAIT_SEC * 1_000)
      return { kind: 'fail', message: 'delay: "at" is more than 30 days away' }
    if (dueAt <= step.now) return NEXT
    if (data.typing) step.addEffect({ kind: 'typing', durationMs: dueAt - step.now })
    return { kind: 'wait_timer', dueAt }
  },
  resume: () => NEXT,
})

function checkDelay(data: DelayData): NodeProblem[] {
  if (data.mode === 'for') {
    return data.seconds === undefined ? [{ path: 'seconds', message: 'seconds: say how long to wait' }] : []
  }
  if (data.at === undefined) return [{ path: 'at', message: 'at: say until when to wait' }]
  if (data.at.includes('{{')) return []
  return Number.isNaN(Date.parse(data.at))
    ? [{ path: 'at', message: 'at: is not a date and time such as 2026-12-24T18:00:00Z' }]
    : []
}
