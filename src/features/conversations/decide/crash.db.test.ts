import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, ProcessDied, textInput } from '../../../../test/support/durable-host.ts'
import { createFlowWorld, type FlowWorld, publishFlow } from '../../../../test/support/flow-world.ts'

const database = useTestDatabase()
let world: FlowWorld

beforeEach(async () => {
  world = await createFlowWorld(database())
})

afterEach(() => world.close())

async function publish(process: DurableProcess): Promise<void> {
  await publishFlow(
    process,
    world,
    [
      ['t', 'trigger.keyword', { values: ['go'] }],
      ['q', 'ask', { prompt: 'Name?', saveAs: 'name', timeoutSec: 600 }],
      ['s', 'send.text', { text: 'Hi {{ vars.name }}' }],
      [
        'm',
        'menu',
        {
          prompt: 'Plan?',
          saveAs: 'plan',
          options: [
            { id: 'a', label: 'A' },
            { id: 'b', label: 'B' },
          ],
        },
      ],
      ['d', 'send.text', { text: '{{ vars.name }} takes {{ vars.plan }}' }],
    ],
    [
      ['t', 'out', 'q'],
      ['q', 'reply', 's'],
      ['s', 'out', 'm'],
      ['m', 'opt:a', 'd'],
      ['m', 'opt:b', 'd'],
    ],
  )
}

const STORY = ['go', 'Ana', '2']
const SHOWN = ['Name?', 'Hi Ana', 'Plan?\n1. A\n2. B', 'Ana takes b']
const OUTCOMES = ['triggered', 'reply', 'next', 'option', 'completed']

type Mode = 'deliver' | 'store'

/** One contact's story on one process: each message, then everything it causes. Throws where the process dies. */
async function receive(process: DurableProcess, jid: string, mode: Mode): Promise<void> {
  for (const [n, body] of STORY.entries()) {
    await process[mode]([textInput(world.clientId, jid, body, `${jid}-${n}`)])
    process.runner.wake(jid)
    await process.settle()
    if (process.isDead) throw new ProcessDied('the process has died')
  }
}

/** Starts a process that dies before its `at`-th statement from now on. */
async function startMortal(at: number): Promise<{ process: DurableProcess; statements(): number }> {
  let count = 0
  const process = await world.start({
    hostId: 'mortal',
    onStatement() {
      count += 1
      return count === at ? 'die' : undefined
    },
  })
  return { process, statements: () => count }
}

async function checkStory(jid: string): Promise<void> {
  expect(world.shownTo(jid)).toEqual(SHOWN)
  const { rows } = await database().pool.query<{ outcome: string; state: string }>(
    `select t.outcome, s.state, s.claimed_by as "claimedBy" from flow_state s join flow_state_event e on e.flow_state_id = s.id
     join flow_state_transition t on t.flow_state_event_id = e.id
     where s.client_id = $1 and s.contact_jid = $2 order by e.seq, t.seq`,
    [world.clientId, jid],
  )
  expect(rows.map((row) => row.outcome)).toEqual(OUTCOMES)
  expect(rows.at(-1)).toMatchObject({ state: 'completed', claimedBy: null })
  const left = await database().pool.query(
    `select event_id, status from inbound_event where client_id = $1 and contact_jid = $2 and status not in ('processed', 'ignored')`,
    [world.clientId, jid],
  )
  expect(left.rows).toEqual([])
}

describe('a process that dies at any of its statements', () => {
  for (const mode of ['deliver', 'store'] as const) {
    const where = mode === 'deliver' ? 'inline' : 'in the runner'
    test(`loses nothing and shows nothing twice, with events stepped ${where}`, {
      timeout: 300_000,
    }, async () => {
      const first = await startMortal(0)
      await publish(first.process)
      const before = first.statements()
      await receive(first.process, 'whole@s.whatsapp.net', mode)
      const total = first.statements() - before
      await checkStory('whole@s.whatsapp.net')
      expect(total).toBeGreaterThan(20)
      for (let at = 1; at <= total + 1; at += 1) {
        const jid = `c${at}-${mode}@s.whatsapp.net`
        const { process } = await startMortal(at)
        await receive(process, jid, mode).catch((error: unknown) => {
          if (!process.isDead) throw error
        })
        await process.close()
        const next = await world.start({ hostId: `after-${at}` })
        await next.runs.onClientConnected(world.clientId)
        await next.runner.scan()
        await next.settle()
        // The network gives everything again that may not have been confirmed; what is known already is left out.
        await receive(next, jid, mode)
        await checkStory(jid)
        await next.close()
      }
    })
  }
})
