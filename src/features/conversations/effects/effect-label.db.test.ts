import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { textInput } from '../../../../test/support/durable-host.ts'
import { createFlowWorld, type FlowWorld, publishFlow } from '../../../../test/support/flow-world.ts'
import { openSecrets } from '../../../../test/support/own-secrets.ts'
import { createOutboundHttp } from '../../../platform/outbound-http.ts'
import { createScriptSandbox } from '../../../platform/scripts/script-sandbox.ts'
import { CLAIM_EFFECTS } from './effect-sql.ts'

const database = useTestDatabase()
const scripts = createScriptSandbox()
afterAll(() => scripts.close())
const ANA = '447700900001@s.whatsapp.net'

let world: FlowWorld
beforeEach(async () => {
  world = await createFlowWorld(database())
})
afterEach(() => world.close())

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database().pool.query(text, values)).rows as Row[]

/** Labels of the conversation, what its record says of them, and effects that are open. */
const read = async () => ({
  labels: await query(
    `select l.name from conversation_label c join label l on l.id = c.label_id where c.client_id = $1 order by l.name`,
    [world.clientId],
  ),
  told: await query(
    `select data -> 'labels' as labels from event_log where client_id = $1 and data ? 'labels' order by seq`,
    [world.clientId],
  ),
  open: await query('select id from effect where client_id = $1', [world.clientId]),
})

test('a flow puts labels of its workspace on a conversation and takes others off, once, where a process dies', async () => {
  const effects = { http: createOutboundHttp(), scripts, secrets: openSecrets(database()) }
  for (const name of ['VIP', 'New'])
    await query(`insert into label (id, user_id, name, colour) values ($1, $2, $3, 'blue')`, [
      randomUUID(),
      world.userId,
      name,
    ])
  await query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
     values ($1, $2, 'm1', false, 1700000000, 'text', 'vip', 'READ', 'contact')`,
    [world.clientId, ANA],
  )
  await query(
    `insert into conversation (client_id, chat, state, last_seq) select client_id, chat, 'open', seq from message where client_id = $1
     on conflict do nothing`,
    [world.clientId],
  )
  await query(
    `insert into conversation_label (client_id, chat, label_id, state, last_seq)
     select c.client_id, c.chat, l.id, c.state, c.last_seq from conversation c, label l where c.client_id = $1 and l.name = 'New'`,
    [world.clientId],
  )
  let dies = true
  const first = await world.start({
    effects,
    hostId: 'first',
    onStatement(name) {
      const isHere = dies && name === 'chat_log_labels'
      if (isHere) dies = false
      return isHere ? 'die' : undefined
    },
  })
  await publishFlow(
    first,
    world,
    [
      ['t', 'trigger.keyword', { values: ['vip'] }],
      ['l', 'chat.label', { add: ['vip', 'Nothing of the kind'], remove: ['New'] }],
    ],
    [['t', 'out', 'l']],
  )
  await first.deliver([textInput(world.clientId, ANA, 'vip')])
  await until(() => first.isDead)
  expect((await read()).labels).toEqual([{ name: 'New' }])
  const second = await world.start({ effects, hostId: 'second' })
  await second.runner.scan()
  await until(async () => {
    await second.settle()
    return (await read()).open.length === 0
  })
  const { labels, told } = await read()
  expect(labels).toEqual([{ name: 'VIP' }])
  // One is told of after the other, in the order of their ids.
  expect(told).toHaveLength(2)
  expect(told[1]).toMatchObject({ labels: [{ name: 'VIP' }] })
})

test('of what one run changes of its labels, the later waits for the earlier, and for nothing else', async () => {
  const [flow, run, first, second, other] = Array.from({ length: 5 }, () => randomUUID())
  const { clientId, userId } = world
  await query(`insert into flow (id, user_id, client_id, name) values ($1, $2, $3, 'Labels')`, [
    flow,
    userId,
    clientId,
  ])
  await query(
    `insert into flow_state (id, flow_id, flow_version_id, client_id, contact_jid, state, context)
     values ($1, $2, $2, $3, $4, 'completed', '{}')`,
    [run, flow, clientId, ANA],
  )
  for (const [id, kind] of [
    [first, 'label'],
    [second, 'label'],
    [other, 'assign'],
  ])
    await query(
      `insert into effect (id, client_id, flow_state_id, node_id, kind, awaited, request) values ($1, $2, $3, 'l', $4, false, '{}')`,
      [id, clientId, run, kind],
    )
  const claim = async () =>
    (await database().query(CLAIM_EFFECTS, [clientId, 'somebody', 8, false])).map(({ id }) => id)
  expect(await claim()).toEqual([first, other])
  expect(await claim()).toEqual([])
  await query('delete from effect where id = $1', [first])
  expect(await claim()).toEqual([second])
})
