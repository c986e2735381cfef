import { z } from 'zod'
import { CONTACT_FIELD_NAME, MAX_CONTACT_FIELD_CHARS } from '../../../contact/contact-fields.ts'
import { isTimeZone } from '../../definition.ts'
import { type ConditionOp, UNARY_OPS } from '../../expressions/conditions.ts'
import { parseCron } from '../../expressions/time/cron.ts'
import { parseMoment } from '../../expressions/time/zoned-time.ts'
import { finding, findingText } from '../../findings.ts'
import { ADDRESS_OR_USERNAME } from '../fields/text-field.ts'
import { commonFields, defineNode, type NodeProblem, OUT, type ScheduleRule } from '../node-type.ts'

/** Ops of a condition that a field of a contact can be held to when the flow starts, beside nothing but a value. */
const FIELD_OPS = [
  'eq',
  'neq',
  'contains',
  'starts_with',
  'gt',
  'gte',
  'lt',
  'lte',
  'is_set',
  'is_empty',
] as const satisfies readonly ConditionOp[]

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
        .array(z.string().regex(ADDRESS_OR_USERNAME, findingText('NO_ADDRESS')))
        .max(1_000)
        .default([]),
      fields: z
        .array(
          z.strictObject({
            name: z.string().regex(CONTACT_FIELD_NAME, findingText('NO_VARIABLE_NAME')),
            op: z.enum(FIELD_OPS).default('eq'),
            value: z.union([z.string().max(MAX_CONTACT_FIELD_CHARS), z.number(), z.boolean()]).optional(),
          }),
        )
        .max(10)
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
      'Starts the flow for contacts by tag, flag or address, at a moment (`at`) or again and again (`cron`), so many a minute. `fields` of contacts must all hold, as in a condition, of those by tag or flag, or of every contact where neither is given; addresses are taken as they are, and usernames (`@name`) are looked for at each tick.',
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
    audience: toAudience(audience),
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
  const { tags, flags, jids, fields } = audience
  if (tags.length + flags.length + jids.length + fields.length === 0) {
    problems.push({ path: 'audience', ...finding('AUDIENCE_MISSING') })
  }
  for (const [index, { op, value }] of fields.entries()) {
    if (isUnary(op) || (value !== undefined && value !== '')) continue
    problems.push({ path: `audience.fields.${index}.value`, ...finding('ROW_WITHOUT_RIGHT', { op }) })
  }
  return problems
}

const isUnary = (op: ConditionOp): boolean => UNARY_OPS.includes(op)

/** As it was stored before fields were asked for, where none are: a schedule that is published again goes on. */
function toAudience({ fields, ...people }: ScheduleData['audience']): ScheduleRule['audience'] {
  return fields.length === 0 ? people : { ...people, fields }
}
