import { z } from 'zod'
import { isTimeZone } from '../../core/flow/definition.ts'
import { problemText } from '../../core/input/input-problem.ts'
import { clientId } from '../fields.ts'
import { defineOperation } from '../operation.ts'

const timestamp = z.iso.datetime().describe('ISO 8601, UTC.')

/** The longest time that is looked back. */
const MOST_DAYS = 31

const Day = z.object({
  day: z.string().describe('`2026-05-01`, in the time zone that was given. Today is the last one.'),
  received: z.int().describe('Messages of contacts; reactions and status posts are no messages here.'),
  byFlows: z.int().describe('Messages that flows wrote.'),
  byPeople: z
    .int()
    .describe('Those that people wrote: in the dashboard, on the phone, or in another program (`asHuman`).'),
  byKeys: z.int().describe('Those that other systems sent by the interface.'),
  newContacts: z.int().describe('People with whom the first message was exchanged.'),
})

const FailedRun = z.object({
  flowStateId: z.string(),
  flowId: z.string(),
  flowName: z.string(),
  clientId: z.string(),
  contactJid: z.string(),
  contactName: z.string().nullable(),
  failedAt: timestamp,
})

const Overview = z.object({
  days: z.array(Day).describe('Oldest first.'),
  waiting: z.object({
    count: z.int().describe('Conversations that wait for a person. It ends at 1,000.'),
    oldest: z
      .object({
        clientId: z.string(),
        jid: z.string(),
        contactName: z.string().nullable(),
        since: timestamp,
      })
      .nullable()
      .describe('The one that waits longest.'),
  }),
  unread: z.int().describe('Open conversations whose newest message nobody has read. It ends at 1,000.'),
  failedRuns: z
    .object({
      count: z.int().describe('Runs that failed within these days. It ends at 100.'),
      newest: z.array(FailedRun).describe('At most five.'),
    })
    .nullable()
    .describe('Null for a key without the scope `runs:read`.'),
  setup: z.object({
    numbers: z.int(),
    connected: z.int(),
    hasFlow: z.boolean(),
    isAnswering: z.boolean().describe('A published flow is active.'),
    hasConversation: z.boolean().describe('A contact wrote.'),
    members: z.int(),
  }),
})

/** Of the group `workspaces`. */
export const overview = defineOperation({
  name: 'workspaces.overview',
  summary: 'Tell how the workspace does: what waits, what was written day by day, what failed',
  description: 'About the numbers that the caller sees, or one of them.',
  scope: 'chat:read',
  reach: { ids: { clientId: 'client' } },
  effect: 'reads',
  extension: true,
  input: z.strictObject({
    clientId: clientId.optional().describe('Left out: all numbers that the caller sees.'),
    days: z.int().min(1).max(MOST_DAYS).default(7).describe('So many days, today included.'),
    timezone: z
      .string()
      .max(64)
      .refine(isTimeZone, problemText('NO_TIME_ZONE'))
      .default('UTC')
      .describe('Where days begin at midnight: an IANA time zone such as America/Sao_Paulo.'),
  }),
  output: Overview,
})
