import { z } from 'zod'

const count = z.int().nonnegative()

const level = z
  .enum(['good', 'careful', 'at_risk'])
  .describe('`careful`: something should be changed. `at_risk`: the account may be restricted or banned.')

/** How an account stands with its network: what was counted, what it means, and what a person should do. */
export const WorkerHealth = z.object({
  clientId: z.string(),
  level: level.describe('As the worst of the findings.'),
  findings: z
    .array(
      z.object({
        code: z.string(),
        level: level.exclude(['good']),
        message: z.string().describe('What is so.'),
        action: z.string().describe('What a person should do about it.'),
      }),
    )
    .describe('The worst first; empty when nothing was found.'),
  lastDay: z
    .object({
      runningSec: count.describe(
        'How long the client was meant to be connected, as far back as its states are kept.',
      ),
      connectedSec: count,
      connectionLosses: count,
      sent: count.describe('Taken by the network; those written on the phone too.'),
      sentLastHour: count,
      mostPerHour: count.describe('What the client’s own pace allows.'),
      refused: z.array(
        z.object({
          code: z.string().describe('The network’s number, or the limit of it that kept messages back.'),
          count: z.int().positive(),
        }),
      ),
      newPeople: count.describe('People whom the account wrote to first.'),
    })
    .describe('The last 24 hours.'),
  dayBefore: z
    .object({
      sent: count.describe('Messages to people, without groups.'),
      unreached: count.describe(
        'Of these: what no phone has confirmed. So it is with people who block the account, too.',
      ),
      newPeople: count,
      answered: count.describe('Of the new people: those who have answered.'),
    })
    .describe('The 24 hours before, as people need time to answer.'),
})
