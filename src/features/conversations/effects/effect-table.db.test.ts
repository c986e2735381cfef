import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callContextOf } from '../../../../test/support/call-context.ts'
import { until } from '../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import { createFlowWorld, type FlowWorld, publishFlow } from '../../../../test/support/flow-world.ts'
import { openSecrets } from '../../../../test/support/own-secrets.ts'
import { createOutboundHttp } from '../../../platform/outbound-http.ts'
import { createScriptSandbox } from '../../../platform/scripts/script-sandbox.ts'
import { Tables } from '../../tables/index.ts'
import type { EffectPorts } from '../index.ts'

const database = useTestDatabase()
const jidOf = (person: number) => `3519100${String(person).padStart(5, '0')}@s.whatsapp.net`
const scripts = createScriptSandbox()
afterAll(() => scripts.close())

let world: FlowWorld
let tables: Tables
let effects: EffectPorts

beforeEach(async () => {
  world = await createFlowWorld(database())
  tables = new Tables({ db: database() })
  const secrets = openSecrets(database())
  effects = { http: createOutboundHttp(), scripts, secrets, tables }
  const column = { type: 'text' as const, choices: [], isRequired: false }
  const columns = [
    { ...column, name: 'slot' },
    { ...column, name: 'who' },
  ]
  const slots = { name: 'slots', description: null, columns, unique: [['slot']] }
  await tables.handlers.set(slots, callContextOf(world.userId))
})
afterEach(() => world.close())

/** Books what the contact names, and tells what came of it. */
const publishBooking = (host: DurableProcess) =>
  publishFlow(
    host,
    world,
    [
      ['t', 'trigger.any_message', { cooldownSec: 0 }],
      [
        'a',
        'table',
        {
          table: 'slots',
          operation: 'add',
          values: { slot: '{{ message.text }}', who: '{{ contact.jid }}' },
        },
      ],
      ['y', 'send.text', { text: 'yours' }],
      ['n', 'send.text', { text: 'taken' }],
    ],
    [
      ['t', 'out', 'a'],
      ['a', 'ok', 'y'],
      ['a', 'taken', 'n'],
    ],
  )

async function rows(): Promise<{ slot: string; who: string }[]> {
  const found = await database().pool.query<{ slot: string; who: string }>(
    `select held ->> 'slot' as slot, held ->> 'who' as who from data_row r join data_table t on t.id = r.table_id
     where t.user_id = $1 order by r.seq`,
    [world.userId],
  )
  return found.rows
}

describe('a call of a table', () => {
  test('gives each of ten slots to one of fifty contacts who ask at once, and tells all of them what is so', async () => {
    const host = await world.start({ effects })
    await publishBooking(host)
    const people = Array.from({ length: 50 }, (_, person) => person)
    await host.deliver(
      people.map((person) => textInput(world.clientId, jidOf(person), `slot ${person % 10}`)),
    )
    await until(async () => {
      await host.settle()
      return people.every((person) => world.shownTo(jidOf(person)).length > 0)
    })
    const kept = await rows()
    expect(kept.map(({ slot }) => slot).sort()).toEqual(
      Array.from({ length: 10 }, (_, slot) => `slot ${slot}`).sort(),
    )
    const owners = new Set(kept.map(({ who }) => who))
    expect(owners.size).toBe(10)
    for (const person of people) {
      const jid = jidOf(person)
      expect([jid, world.shownTo(jid)]).toEqual([jid, [owners.has(jid) ? 'yours' : 'taken']])
    }
  })

  /** Before the row is written, between it and the answer, and right before and after the commit of both. */
  const POINTS = ['table_row_insert', 'table_count_rows', 'effect_answer', 'commit', 'after commit']

  test.each(POINTS)('is carried out once where a process dies at "%s"', async (point) => {
    let isAnswered = false
    let isCommitted = false
    const first = await world.start({
      effects,
      hostId: 'first',
      onStatement(name) {
        isAnswered ||= name === 'effect_answer'
        const isHere =
          point === 'after commit' ? isCommitted : name === point && (name !== 'commit' || isAnswered)
        isCommitted ||= isAnswered && name === 'commit'
        return isHere ? 'die' : undefined
      },
    })
    await publishBooking(first)
    await first.deliver([textInput(world.clientId, jidOf(1), 'nine')])
    await until(() => first.isDead)
    const second = await world.start({ effects, hostId: 'second' })
    await second.runner.scan()
    await second.settle()
    expect(await rows()).toEqual([{ slot: 'nine', who: jidOf(1) }])
    expect(world.shownTo(jidOf(1))).toEqual(['yours'])
  })
})
