import { z } from 'zod'
import { isTimeZone } from '../../definition.ts'
import { parseCron } from '../../expressions/time/cron.ts'
import { parseMoment } from '../../expressions/time/zoned-time.ts'
import { finding, findingText } from '../../findings.ts'
import { ADDRESS } from '../fields/text-field.ts'
import { commonFields, defineNode, type NodeProblem, OUT } from '../node-type.ts'

const schema = z.strictObject({
  ...commonFields,
  cron: z.string().max(200).optional(),
  at: z.string().max(40).optional(),
  timezone: z.string().refine(isTimeZone, findingText('TIME_ZONE_UNKNOWN')).default('UTC'),
  audience: z
    .strictObject({
      tags: z.array(z.string().min(1)).max(50).default([]),
      flags: z.array(z.enum(['favourite'])).default([]),
      jids: z
        .array(z.string().regex(ADDRESS, findingText('NO_ADDRESS')))
        .max(1_000)
        .default([]),
    })
    .prefault({}),
  perMinute: z.number().int().min(1).max(1_000).default(20),
})
type ScheduleData = z.output<typeof schema>

/** Starts the flow for an audience at set times. */
export const triggerSchedule = defineNode({
  type: 'trigger.schedule',
  group: 'trigger',
  schema,
  docs: {
    summary:
      'Starts the flow for contacts by tag, flag or address, at a moment (`at`) or again and again (`cron`), so many a minute.',
    sample: { cron: '0 9 * * mon', timezone: 'Europe/Lisbon', audience: { tags: ['customer'] } },
  },
  hasInput: false,
  waits: false,
  handles: () => [OUT],
  check: checkSchedule,
  trigger: ({ cron = null, at, timezone, audience, perMinute }) => ({
    kind: 'schedule',
    cron,
    at: at === undefined ? null : parseMoment(at, timezone),
    timezone,
    audience,
    perMinute,
  }),
  execute: () => ({ kind: 'follow', handle: 'out', outcome: 'triggered' }),
})

function checkSchedule({ cron, at, timezone, audience }: ScheduleData): NodeProblem[] {
  const problems: NodeProblem[] = []
  if ((cron === undefined) === (at === undefined)) {
    problems.push({ path: 'cron', ...finding('CRON_OR_MOMENT') })
  }
  const parsed = cron === undefined ? null : parseCron(cron)
  if (parsed && !parsed.ok) problems.push({ path: 'cron', ...parsed.problem })
  if (at !== undefined && Number.isNaN(parseMoment(at, timezone))) {
    problems.push({ path: 'at', ...finding('NO_MOMENT') })
  }
  if (audience.tags.length + audience.flags.length + audience.jids.length === 0) {
    problems.push({ path: 'audience', ...finding('AUDIENCE_MISSING') })
  }
  return problems
}
