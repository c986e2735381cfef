import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import { insertUser } from '../../../../test/support/fixtures.ts'
import { createFlowWorld, type FlowWorld, publishFlow } from '../../../../test/support/flow-world.ts'
import { openSecrets } from '../../../../test/support/own-secrets.ts'
import { createOutboundHttp } from '../../../platform/outbound-http.ts'
import { createScriptSandbox } from '../../../platform/scripts/script-sandbox.ts'
import type { EffectPorts } from '../index.ts'

const database = useTestDatabase()
const scripts = createScriptSandbox()
afterAll(() => scripts.close())
const jidOf = (person: number) => `3519100${String(person).padStart(5, '0')}@s.whatsapp.net`
const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database().pool.query(text, values)).rows as Row[]

let world: FlowWorld
let effects: EffectPorts
let departmentId: string
let members: string[]

beforeEach(async () => {
  world = await createFlowWorld(database())
  effects = { http: createOutboundHttp(), scripts, secrets: openSecrets(database()) }
  departmentId = randomUUID()
  await query(`insert into department (id, user_id, name, rule) values ($1, $2, 'Sales', 'round_robin')`, [
    departmentId,
    world.userId,
  ])
  members = []
  for (let n = 0; n < 3; n += 1) {
    const userId = await insertUser(database().pool)
    members.push(userId)
    await query(`insert into workspace_member (workspace_id, user_id, role) values ($1, $2, 'agent')`, [
      world.userId,
      userId,
    ])
    await query('insert into department_member (department_id, user_id) values ($1, $2)', [
      departmentId,
      userId,
    ])
  }
})
afterEach(() => world.close())

const publishHandoff = (host: DurableProcess, data: object = { departmentId }) =>
  publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: ['help'] }],
      ['h', 'handoff', { text: 'One moment.', ...data }],
    ],
    [['t', 'out', 'h']],
  )

let written = 0

/** The message of a contact, as it is stored before flows hear of it. */
async function store(jid: string): Promise<void> {
  written += 1
  await query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
     values ($1, $2, $3, false, $4, 'text', 'help', 'READ', 'contact')`,
    [world.clientId, jid, `m${written}`, 1_700_000_000 + written],
  )
}

const read = async () => {
  const conversations = await query<{ state: string; who: string | null; department: string | null }>(
    `select state, assigned_to as who, department_id as department from conversation where client_id = $1 order by chat`,
    [world.clientId],
  )
  const [row] = await query<{ turn: string }>('select turn from department where id = $1', [departmentId])
  const open = await query('select from effect where client_id = $1', [world.clientId])
  return { conversations, turn: Number(row?.turn), open: open.length }
}

describe('a hand-off to a department', () => {
  test('gives each of many contacts, who need a person at once, to one of its members in turn', async () => {
    const host = await world.start({ effects })
    await publishHandoff(host)
    const people = Array.from({ length: 12 }, (_, person) => jidOf(person))
    for (const jid of people) await store(jid)
    await host.deliver(people.map((jid) => textInput(world.clientId, jid, 'help')))
    await until(async () => {
      await host.settle()
      const { conversations, open } = await read()
      return open === 0 && conversations.every(({ who }) => who !== null)
    })
    const { conversations, turn } = await read()
    const each = members.map((userId) => conversations.filter(({ who }) => who === userId).length)
    expect(each).toEqual([4, 4, 4])
    expect(turn).toBe(12)
    expect(new Set(conversations.map(({ state }) => state))).toEqual(new Set(['waiting']))
  })

  /** Once the effect is gone, before and after the turn, and right before and after the commit of it all. */
  const POINTS = [
    'department_lock_workspace',
    'department_take_turn',
    'assign_hand_over',
    'commit',
    'after commit',
  ]

  test.each(POINTS)('is carried out once where a process dies at "%s"', async (point) => {
    const jid = jidOf(0)
    let isHanded = false
    let isCommitted = false
    const first = await world.start({
      effects,
      hostId: 'first',
      onStatement(name) {
        isHanded ||= name === 'assign_hand_over'
        const isHere =
          point === 'after commit' ? isCommitted : name === point && (name !== 'commit' || isHanded)
        isCommitted ||= isHanded && name === 'commit'
        return isHere ? 'die' : undefined
      },
    })
    await publishHandoff(first)
    await store(jid)
    await first.deliver([textInput(world.clientId, jid, 'help')])
    await until(() => first.isDead)
    const second = await world.start({ effects, hostId: 'second' })
    await second.runner.scan()
    await until(async () => {
      await second.settle()
      return (await read()).open === 0
    })
    expect(await read()).toEqual({
      conversations: [{ state: 'waiting', who: members[0], department: departmentId }],
      turn: 1,
      open: 0,
    })
  })
})

test('a hand-off to a person gives them the conversation', async () => {
  const host = await world.start({ effects })
  await publishHandoff(host, { personId: members[1] })
  await store(jidOf(0))
  await host.deliver([textInput(world.clientId, jidOf(0), 'help')])
  await until(async () => {
    await host.settle()
    return (await read()).open === 0
  })
  expect((await read()).conversations).toEqual([{ state: 'waiting', who: members[1], department: null }])
})
