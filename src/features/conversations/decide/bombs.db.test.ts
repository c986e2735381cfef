import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import {
  createFlowWorld,
  type FlowWorld,
  publishFlow,
  type ShortNode,
} from '../../../../test/support/flow-world.ts'
import { createOutboundHttp } from '../../../platform/outbound-http.ts'
import { createScriptSandbox } from '../../../platform/scripts/script-sandbox.ts'

const database = useTestDatabase()
const scripts = createScriptSandbox()
const BOB = '351910000001@s.whatsapp.net'
const ANA = '351910000002@s.whatsapp.net'
const WORDS = ['hello', 'Ana', 'blue', 'Lisbon']
const ANSWERS = ['Name?', 'Colour, Ana?', 'City?', 'Ana likes blue in Lisbon']

let world: FlowWorld
let host: DurableProcess

beforeEach(async () => {
  world = await createFlowWorld(database())
  host = await world.start({
    effects: { http: createOutboundHttp(), scripts, secrets: { read: async () => new Map() } },
  })
})
afterEach(() => world.close())
afterAll(() => scripts.close())

/** The other contact's flow: she is to notice nothing. */
const publishTalk = () =>
  publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: ['hello'] }],
      ['n', 'ask', { prompt: 'Name?', saveAs: 'name' }],
      ['c', 'ask', { prompt: 'Colour, {{ vars.name }}?', saveAs: 'colour' }],
      ['p', 'ask', { prompt: 'City?', saveAs: 'city' }],
      ['s', 'send.text', { text: '{{ vars.name }} likes {{ vars.colour }} in {{ vars.city }}' }],
    ],
    [
      ['t', 'out', 'n'],
      ['n', 'reply', 'c'],
      ['c', 'reply', 'p'],
      ['p', 'reply', 's'],
    ],
  )

interface Bomb {
  what: string
  nodes: ShortNode[]
  edges: [string, string, string][]
  /** What the contact says after the trigger. */
  answers: string[]
  ends: { state: string; error: string | null; answers: RegExp | null }
  withinMs: number
}

const LONG = 'a'.repeat(4_000)

const BOMBS: Bomb[] = [
  {
    what: 'regex',
    nodes: [
      [
        'q',
        'ask',
        {
          prompt: 'Code?',
          saveAs: 'x',
          validate: { type: 'regex', pattern: '^(a+)+(a|aa)+$' },
          maxAttempts: 1,
        },
      ],
      ['z', 'send.text', { text: 'not a code' }],
    ],
    edges: [
      ['t', 'out', 'q'],
      ['q', 'invalid', 'z'],
    ],
    answers: [`${LONG}!`],
    ends: { state: 'completed', error: null, answers: null },
    withinMs: 3_000,
  },
  {
    what: 'template',
    nodes: [
      [
        's',
        'send.text',
        {
          text: '{% for a in (1..100) %}{% for b in (1..100) %}{% for c in (1..100) %}{{ message.text }}{% endfor %}{% endfor %}{% endfor %}',
        },
      ],
    ],
    edges: [['t', 'out', 's']],
    answers: [],
    ends: {
      state: 'failed',
      error: 'NODE_ERROR',
      answers: /for loops of one text run over at most 10000 items/,
    },
    withinMs: 3_000,
  },
  {
    what: 'code that never ends',
    nodes: [['c', 'code', { source: 'for (;;) {}', timeoutMs: 200 }]],
    edges: [['t', 'out', 'c']],
    answers: [],
    ends: { state: 'failed', error: 'NODE_ERROR', answers: /time|long|ms/i },
    withinMs: 5_000,
  },
  {
    what: 'code that takes all memory',
    nodes: [['c', 'code', { source: 'const all = []; for (;;) all.push(new Array(100000).fill("x"))' }]],
    edges: [['t', 'out', 'c']],
    answers: [],
    ends: { state: 'failed', error: 'NODE_ERROR', answers: /memory|time/i },
    withinMs: 5_000,
  },
]

async function readRun(jid: string) {
  const { rows } = await database().pool.query<{
    state: string
    error: string | null
    message: string | null
  }>(
    `select state, error, error_message as message from flow_state where client_id = $1 and contact_jid = $2
     order by created_at desc limit 1`,
    [world.clientId, jid],
  )
  return rows[0]
}

describe('a bomb in a flow is stopped in bounds and ends its own run only', () => {
  for (const { what, nodes, edges, answers, ends, withinMs } of BOMBS) {
    test(`${what}, while another contact converses`, { timeout: 60_000 }, async () => {
      await publishTalk()
      await publishFlow(host, world, [['t', 'trigger.keyword', { values: ['boom'] }], ...nodes], edges)
      const startedAt = process.cpuUsage()
      const bomb = ['boom', ...answers]
      for (const [at, word] of WORDS.entries()) {
        const lit = bomb[at]
        const inputs = [textInput(world.clientId, ANA, word)]
        if (lit !== undefined) inputs.unshift(textInput(world.clientId, BOB, lit))
        await host.deliver(inputs)
        await host.settle()
      }
      const { user, system } = process.cpuUsage(startedAt)
      expect(world.shownTo(ANA)).toEqual(ANSWERS)
      const run = await readRun(BOB)
      expect(run).toMatchObject({ state: ends.state, error: ends.error })
      if (ends.answers) expect(run?.message).toMatch(ends.answers)
      // Work, not time: a machine may be busy with other things.
      expect((user + system) / 1_000).toBeLessThan(withinMs)
    })
  }
})
