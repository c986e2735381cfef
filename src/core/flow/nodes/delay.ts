import { z } from 'zod'
import { nextOpening } from '../expressions/time/opening-hours.ts'
import { parseMoment } from '../expressions/time/zoned-time.ts'
import { finding, findingText } from '../findings.ts'
import { MAX_WAIT_SEC } from '../limits.ts'
import { checkHours, hoursSchema } from './fields/hours-field.ts'
import { commonFields, defineNode, fail, NEXT, type NodeProblem, OUT, type StepContext } from './node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  mode: z.enum(['for', 'until', 'business_open']).default('for'),
  seconds: z
    .number()
    .min(1, findingText('WAIT_TOO_SHORT'))
    .max(MAX_WAIT_SEC, findingText('WAIT_TOO_LONG'))
    .optional(),
  at: z.string().max(200).optional(),
  calendar: hoursSchema.optional(),
  typing: z.boolean().default(false),
  onMessage: z.enum(['ignore', 'buffer', 'skip']).default('ignore'),
})
type DelayData = z.output<typeof schema>

/** Pauses the run for a time, until a moment, or until a place opens. */
export const delay = defineNode({
  type: 'delay',
  group: 'logic',
  schema,
  docs: {
    summary:
      'Waits some seconds, until a date and time (local unless it names its offset), or until the calendar opens; messages meanwhile are ignored, kept for the next question, or end the wait.',
    sample: { mode: 'for', seconds: 5, typing: true },
  },
  hasInput: true,
  waits: true,
  handles: () => [OUT],
  texts: (data) => (data.at === undefined ? [] : [{ path: 'at', text: data.at, kind: 'template' }]),
  check: checkDelay,
  onMessage: (data) => data.onMessage,
  execute: (data, step) => {
    const dueAt = findDue(data, step)
    if (dueAt === null) return fail('NEVER_OPEN')
    if (Number.isNaN(dueAt)) return fail('NO_MOMENT')
    if (dueAt - step.now > MAX_WAIT_SEC * 1_000) return fail('MOMENT_TOO_FAR')
    if (dueAt <= step.now) return NEXT
    if (data.typing) step.addEffect({ kind: 'typing', durationMs: dueAt - step.now })
    return { kind: 'wait_timer', dueAt }
  },
  resume: () => NEXT,
})

/** When the wait is over; NaN for a text that is no moment, null for a calendar that does not open. */
function findDue(data: DelayData, step: StepContext): number | null {
  switch (data.mode) {
    case 'for':
      return step.now + (data.seconds ?? 1) * 1_000
    case 'until':
      return parseMoment(step.render(data.at ?? ''), step.timezone)
    case 'business_open': {
      const { weekly = {}, closedDates = [], timezone = step.timezone } = data.calendar ?? {}
      return nextOpening({ weekly, closedDates, timezone }, step.now)
    }
  }
}

function checkDelay(data: DelayData): NodeProblem[] {
  switch (data.mode) {
    case 'for':
      return data.seconds === undefined ? [{ path: 'seconds', ...finding('WAIT_MISSING') }] : []
    case 'business_open':
      if (data.calendar) return checkHours(data.calendar, 'calendar.')
      return [{ path: 'calendar', ...finding('CALENDAR_MISSING') }]
    case 'until':
      return checkMoment(data.at)
  }
}

function checkMoment(at: string | undefined): NodeProblem[] {
  if (at === undefined) return [{ path: 'at', ...finding('MOMENT_MISSING') }]
  if (at.includes('{{') || !Number.isNaN(parseMoment(at, 'UTC'))) return []
  return [{ path: 'at', ...finding('NO_MOMENT_TO_WAIT_FOR') }]
}
