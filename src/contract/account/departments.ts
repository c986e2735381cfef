import { z } from 'zod'
import { isTimeZone } from '../../core/flow/definition.ts'
import { WEEKDAYS } from '../../core/flow/expressions/time/opening-hours.ts'
import { problemText } from '../../core/input/input-problem.ts'
import { day, resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'

/** Which member gets a conversation: nobody, so that it waits for all; who waited longest for one; who has the fewest open. */
export const DEPARTMENT_RULES = ['everyone', 'round_robin', 'least_busy'] as const

const MOST_MEMBERS = 200

const clock = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, problemText('NO_OPENING_HOURS'))
  .describe('As 09:30; a day ends at 24:00.')

const span = z.tuple([clock, clock], problemText('NO_OPENING_HOURS'))

type Span = readonly [string, string]

/** Each span ends after it begins, and there is one. */
const isOpenSometime = ({ weekly }: { weekly: Readonly<Record<string, readonly Span[] | undefined>> }) => {
  const spans = Object.values(weekly).flatMap((day) => day ?? [])
  return spans.length > 0 && spans.every(([from, to]) => from < to)
}

const Hours = z
  .strictObject({
    timezone: z.string().max(64).refine(isTimeZone, problemText('NO_TIME_ZONE')),
    weekly: z.partialRecord(z.enum(WEEKDAYS), z.array(span).max(10)),
    closedDates: z.array(day).max(400).default([]),
  })
  .refine(isOpenSometime, { path: ['weekly'], error: problemText('NO_OPENING_HOURS') })

const shape = {
  name: z.string().trim().min(1).max(60).describe('Each is there once, whatever its case.'),
  rule: z
    .enum(DEPARTMENT_RULES)
    .describe(
      '`everyone`: it waits for all of them, and who answers first has it. `round_robin`: one after the other. `least_busy`: who has the fewest open conversations.',
    ),
  memberIds: z
    .array(z.string().min(1).max(64))
    .max(MOST_MEMBERS)
    .describe('Members of the workspace who may write to contacts.'),
  hours: Hours.nullable()
    .default(null)
    .describe('When it works, in its own time zone, as flows have them. Null: always.'),
  otherwiseId: resourceId
    .nullable()
    .default(null)
    .describe('The department that gets what comes outside of the hours. Null: it waits until they begin.'),
}

const Department = z.object({
  id: z.string(),
  name: z.string(),
  rule: z.enum(DEPARTMENT_RULES),
  hours: Hours.nullable(),
  otherwiseId: z.string().nullable(),
  members: z.array(
    z.object({
      userId: z.string(),
      name: z.string(),
      isAway: z.boolean().describe('Takes no conversations now.'),
    }),
  ),
})

/** Changes are for who manages the workspace. */
const OF_MANAGERS = {
  scope: 'chat:write',
  right: 'manage',
  reach: 'account',
  audited: true,
  extension: true,
} as const

/** People of a workspace who get conversations that are handed over to them together. */
export const departments = {
  list: defineOperation({
    name: 'departments.list',
    summary: 'List the departments of the workspace by name',
    scope: 'chat:read',
    // They are everybody's who talks, also of who sees some clients only.
    reach: 'none',
    effect: 'reads',
    extension: true,
    input: z.strictObject({}),
    output: z.array(Department),
  }),
  create: defineOperation({
    name: 'departments.create',
    summary: 'Add a department',
    description:
      'A conversation that is handed over to it goes to one of its members by its rule. Who is away, does not see the number or has left is passed over.',
    ...OF_MANAGERS,
    effect: 'writes',
    input: z.strictObject(shape),
    output: Department,
  }),
  update: defineOperation({
    name: 'departments.update',
    summary: 'Change a department',
    description: 'All of it is given anew. Who stays in it keeps their turn.',
    ...OF_MANAGERS,
    effect: 'writes',
    input: z.strictObject({ id: resourceId, ...shape }).refine(({ id, otherwiseId }) => id !== otherwiseId, {
      path: ['otherwiseId'],
      error: problemText('OTHER_DEPARTMENT'),
    }),
    output: Department,
  }),
  delete: defineOperation({
    name: 'departments.delete',
    summary: 'Delete a department',
    description:
      'Its conversations stay with whom they are assigned to. What flows hand over to it waits for everybody.',
    ...OF_MANAGERS,
    effect: 'destroys',
    input: z.strictObject({ id: resourceId }),
    output: z.object({ success: z.boolean() }),
  }),
}
