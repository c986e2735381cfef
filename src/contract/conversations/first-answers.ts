import { z } from 'zod'
import { isTimeZone } from '../../core/flow/definition.ts'
import { problemText } from '../../core/input/input-problem.ts'
import { clientId, day, resourceId } from '../fields.ts'
import { defineOperation } from '../operation.ts'

const MOST_DAYS = 366
const DAY_MS = 86_400_000

/** As all of the group. */
const inChat = { body: 'files', answersEnvelope: true } as const

const figures = {
  answered: z.int().describe('Waits that a person ended with a message.'),
  medianSec: z.number().nullable().describe('Of those, from when a person was needed to that message.'),
  p90Sec: z.number().nullable().describe('Nine of ten of those were not longer.'),
  unanswered: z.int().describe('Waits that ended otherwise: resolved, snoozed, or given back to flows.'),
  waiting: z.int().describe('Waits that go on.'),
}

/** In order, and no more of them than are counted. */
const isRange = ({ from, to }: { from: string; to: string }): boolean => {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return days >= 1 && days <= MOST_DAYS
}

export const measureFirstAnswers = defineOperation({
  name: 'chat.measureFirstAnswers',
  summary: 'Tell how long contacts waited for the first answer of a person',
  description:
    'A wait begins when a person is needed and belongs to the day it began. It is written down when it ends: with the first message of a person, sent by the interface or on the phone, or without one.',
  scope: 'chat:read',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  extension: true,
  ...inChat,
  input: z
    .strictObject({
      clientId: clientId.optional().describe('Left out: all clients of the workspace that the caller sees.'),
      departmentId: resourceId.optional().describe('Only what this department had at the end.'),
      from: day.describe('The first day, as 2026-11-26.'),
      to: day.describe('The last day; a year at most.'),
      timezone: z
        .string()
        .max(64)
        .refine(isTimeZone, problemText('NO_TIME_ZONE'))
        .default('UTC')
        .describe('Where the days begin.'),
      by: z
        .enum(['client', 'department', 'person', 'day'])
        .optional()
        .describe('Left out: no groups. `person`: who answered, or whose it was where nobody did.'),
    })
    .refine(isRange, { path: ['to'], error: problemText('NO_DAY_RANGE', { most: MOST_DAYS }) }),
  output: z.object({
    all: z.object(figures),
    groups: z.array(
      z.object({
        key: z
          .string()
          .nullable()
          .describe(
            'Id of a client, department or person, or a day. Null: no department, or nobody known by name, such as who answered on the phone.',
          ),
        name: z.string().nullable(),
        ...figures,
      }),
    ),
  }),
})
