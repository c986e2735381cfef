import { afterEach, beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import type { DurableProcess } from '../../../test/support/durable-host.ts'
import { createFlowWorld, type FlowWorld, publishFlow } from '../../../test/support/flow-world.ts'
import { createLogger } from '../../platform/logger.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { IncomingEntrance } from './entrance.ts'
import { type IncomingRequest, RunAddresses, WebhookAddresses } from './index.ts'

const database = useTestDatabase()
const box = createSecretBox([Buffer.alloc(32, 7)])
const runAddresses = new RunAddresses({ secret: 'of the service', origin: 'https://parley.example.com' })
let world: FlowWorld

beforeEach(async () => {
  world = await createFlowWorld(database())
})
afterEach(() => world.close())

function openEntrance(host: DurableProcess): IncomingEntrance {
  return new IncomingEntrance({
    db: host.db,
    log: createLogger({ level: 'silent' }),
    catalog: host.flows.catalog,
    secrets: { read: async () => new Map() },
    start: (asked) => host.runs.startOutside(asked),
    receive: (called) => host.runs.receiveCall(called),
    runAddresses,
    newId: () => crypto.randomUUID(),
    nowMs: Date.now,
  })
}

const call = (token: string, phone: string): IncomingRequest => ({
  method: 'POST',
  token,
  peer: '127.0.0.1',
  headers: { 'idempotency-key': `of ${phone}` },
  query: {},
  read: async () => Buffer.from(JSON.stringify({ phone })),
  parse: (raw) => JSON.parse(Buffer.from(raw).toString()),
})

test('a process that dies at any statement between receiving and answering leaves one run when the call is repeated', async () => {
  const maker = await world.start()
  const flowId = await publishFlow(
    maker,
    world,
    [
      ['t', 'trigger.webhook', {}],
      ['q', 'ask', { prompt: 'Paid?', saveAs: 'paid' }],
    ],
    [['t', 'out', 'q']],
  )
  const { path } = await new WebhookAddresses({ db: maker.db, box }).renew(flowId, 't')
  const token = path.slice(path.lastIndexOf('/') + 1)
  let deaths = 0
  for (let at = 1; ; at += 1) {
    const phone = `+3519100${String(20_000 + at)}`
    const jid = `${phone.slice(1)}@s.whatsapp.net`
    let statements = 0
    let isArmed = false
    const doomed = await world.start({
      hostId: `doomed${at}`,
      onStatement: () => {
        if (isArmed) statements += 1
        return isArmed && statements === at ? 'die' : undefined
      },
    })
    isArmed = true
    const first = await openEntrance(doomed)
      .handle(call(token, phone))
      .catch(() => null)
    const isDead = doomed.isDead
    isArmed = false
    await doomed.close()
    const next = await world.start({ hostId: `next${at}` })
    const again = await openEntrance(next).handle(call(token, phone))
    await next.settle()
    expect(again.body).toMatchObject({ flowStateId: expect.any(String) })
    if (first)
      expect((first.body as { flowStateId: string }).flowStateId).toBe(
        (again.body as { flowStateId: string }).flowStateId,
      )
    const { rows } = await database().pool.query('select id from flow_state where contact_jid = $1', [jid])
    expect([at, rows.length]).toEqual([at, 1])
    expect(world.shownTo(jid)).toEqual(['Paid?'])
    await next.close()
    if (isDead) deaths += 1
    if (!isDead && first) break
  }
  expect(deaths).toBeGreaterThan(8)
})

test('a process that dies at any statement while a run is called leaves one call taken when it is repeated', {
  timeout: 300_000,
}, async () => {
  const maker = await world.start()
  const flowId = await publishFlow(
    maker,
    world,
    [
      ['t', 'trigger.webhook', {}],
      ['w', 'wait.webhook', { map: [{ path: 'body.total', var: 'total' }] }],
      ['q', 'ask', { prompt: 'Paid {{ total }}?', saveAs: 'paid' }],
    ],
    [
      ['t', 'out', 'w'],
      ['w', 'received', 'q'],
    ],
  )
  const { path } = await new WebhookAddresses({ db: maker.db, box }).renew(flowId, 't')
  const starter = openEntrance(maker)
  let deaths = 0
  for (let at = 1; ; at += 1) {
    const phone = `+3519100${String(40_000 + at)}`
    const started = await starter.handle(call(path.slice(path.lastIndexOf('/') + 1), phone))
    const { flowStateId } = started.body as { flowStateId: string }
    const address = runAddresses.urlOf(flowStateId, 'w', 1)
    const token = address.slice(address.indexOf('run/'))
    const request = { ...call(token, phone), read: async () => Buffer.from('{"total":7}') }
    let statements = 0
    let isArmed = false
    const doomed = await world.start({
      onStatement: () => {
        if (isArmed) statements += 1
        return isArmed && statements === at ? 'die' : undefined
      },
    })
    isArmed = true
    const first = await openEntrance(doomed)
      .handle(request)
      .catch(() => null)
    const isDead = doomed.isDead
    isArmed = false
    await doomed.close()
    const next = await world.start({ hostId: `after${at}` })
    await next.runs.onClientConnected(world.clientId)
    await next.runner.scan()
    await next.settle()
    const again = await openEntrance(next).handle(request)
    await next.settle()
    expect([200, 202]).toContain(again.status)
    expect(world.shownTo(`${phone.slice(1)}@s.whatsapp.net`)).toEqual(['Paid 7?'])
    await next.close()
    if (isDead) deaths += 1
    if (!isDead && first) break
  }
  expect(deaths).toBeGreaterThan(4)
})
