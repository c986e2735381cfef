import { describe, expect, test } from 'vitest'
import { validateFlow } from '../../src/core/flow/index.ts'
import { createRandom } from './random.ts'
import { drawFlow, toDefinition } from './random-flows.ts'
import { type RunTotals, runMany } from './run-many.ts'
import { runSchedule } from './schedule.ts'
import type { Mutations } from './storage/mutations.ts'
import { installVirtualTimers } from './virtual-time.ts'

/** Each fault, what is seen of it, within how many schedules at most, and from which seed, so that it is soon. */
const FAULTS: [keyof Mutations, string, RegExp, number, number?][] = [
  [
    'noVersionCheck',
    'a commit that does not compare what was read',
    /decided on a state that had changed/,
    6_000,
    1_350,
  ],
  [
    'noClaim',
    'conversations that are neither locked nor claimed',
    /decided on a state that had changed/,
    1_000,
    200,
  ],
  ['sendBeforeCommit', 'messages that leave before the commit', /which nothing planned/, 500],
  [
    'seenAtCommit',
    'questions that count as seen when they are decided',
    /answered a question that was not/,
    500,
  ],
  ['keepsLife', 'leases that outlive a crash of the database', /which nothing planned/, 1_000, 1_200],
  ['storesUnheld', 'what arrives after a host lost its client', /was stored before/, 500, 80],
  [
    'forgetsEarlyChanges',
    'changes that a process heard before their message',
    /of message m\d+ was lost/,
    200,
  ],
  ['forgetsStopWords', 'runs that a stop word does not end', /took the stop word/, 200],
  ['forgetsNotices', 'notices of groups that are not remembered', /was logged 2 times/, 200],
  ['endsCallsAgain', 'calls that end twice', /was answered, then/, 1_000, 500],
  [
    'sendsToGroupAlone',
    'messages to a group without the answer of their act',
    /no answer names message/,
    500,
  ],
  ['actBeforeCommit', 'acts on a group that leave before the commit', /which nothing asked for/, 500],
  ['labelsInAnyOrder', 'labels in any order', /carried out before an earlier one/, 1_000, 1_150],
  ['idsAtSend', 'ids that are drawn for each attempt', /nothing planned|counts as written by a person/, 200],
]

describe('a fault built into the commit protocol is found', () => {
  for (const [fault, what, sight, within, from = 1] of FAULTS) {
    test(`${what}, within ${within} schedules`, async () => {
      const mutations = { [fault]: true }
      // A fault can show itself first by what it leads to; it has to be seen by its own sight too.
      const isSeen = ({ failed }: RunTotals): boolean =>
        sight.test(failed.at(-1)?.violations.join('\n') ?? '')
      const totals = await runMany({ from, count: within }, { mutations, isEnough: isSeen })
      expect(totals.failed.at(-1)?.violations.join('\n')).toMatch(sight)
    })
  }
})

test('a schedule is the same again for the same seed', async () => {
  const uninstall = installVirtualTimers()
  const steps = [[], []] as string[][]
  for (const trace of steps) await runSchedule({ seed: 7, onStep: (what) => trace.push(what) })
  uninstall()
  expect(steps[0]?.length).toBeGreaterThan(100)
  expect(steps[1]).toEqual(steps[0])
})

test('random flows are valid and use the whole palette', () => {
  const types = new Set<string>()
  for (let seed = 1; seed <= 400; seed += 1) {
    const document = drawFlow(createRandom(seed), 'Flow', ['other'], seed % 2 === 0)
    for (const { type } of document.nodes) types.add(type)
    const { errors } = validateFlow(toDefinition(document))
    expect(errors, `seed ${seed}`).toEqual([])
  }
  expect([...types].sort()).toMatchInlineSnapshot(`
    [
      "ai",
      "ask",
      "business_hours",
      "chat.action",
      "chat.label",
      "code",
      "condition",
      "contact.flag",
      "contact.tag",
      "delay",
      "each",
      "email",
      "end",
      "goal",
      "goto",
      "group.invite",
      "group.members",
      "group.send",
      "handoff",
      "http",
      "menu",
      "menu.list",
      "note",
      "send.contact",
      "send.location",
      "send.media",
      "send.poll",
      "send.text",
      "set",
      "split",
      "subflow",
      "switch_flow",
      "table",
      "trigger.any_message",
      "trigger.api",
      "trigger.call",
      "trigger.group",
      "trigger.keyword",
      "trigger.main_menu",
      "trigger.schedule",
      "webhook.emit",
    ]
  `)
})
