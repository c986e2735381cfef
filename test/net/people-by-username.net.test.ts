import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Contact } from '../../sandbox/index.ts'
import type { Address } from '../../src/core/addresses.ts'
import { eventually } from '../support/chat-network.ts'
import { useTestDatabase } from '../support/database.ts'
import { type FlowNetwork, startFlowNetwork } from '../support/flow-network.ts'
import { readRefusal, readRefusals } from '../support/refusals.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900850'

let network: FlowNetwork
let next = 447700900850
/** Somebody who hides their number and is found by a name, somebody who is found with a key alone, and their names. */
let ana: Contact
let ben: Contact
let name: Address
let locked: Address
const NOBODY = '@nobody.at.all' as Address

const lidOf = ({ lid }: Contact) => `${lid.replace(/@lid$/, '')}@lid`

beforeAll(async () => {
  network = await startFlowNetwork(database(), ACCOUNT)
})
afterAll(() => network.close())

beforeEach(() => {
  next += 2
  ana = network.sandbox.contact(String(next), { name: 'Ana', addressing: 'lid' })
  ana.setConcealed(true)
  ana.setUsername(`ana.${next}`)
  ben = network.sandbox.contact(String(next + 1), { name: 'Ben', addressing: 'lid' })
  ben.setUsername(`ben.${next}`, '4711')
  name = `@ana.${next}` as Address
  locked = `@ben.${next}` as Address
})

const publish = (text: string, type = 'trigger.api', data = {}) =>
  network.publish(
    [
      ['t', type, data],
      ['s', 'send.text', { text }],
    ],
    [['t', 'out', 's']],
  )

describe('a flow that is started for a username', () => {
  const start = (flowId: string, contactJid: Address, idempotencyKey?: string) => {
    const key = idempotencyKey === undefined ? {} : { idempotencyKey }
    return network.handlers.flows.states.start({ flowId, contactJid }, { ...network.ctx, ...key })
  }

  test('runs with who has it, once a key, also when it has moved on since', async () => {
    const flowId = await publish(`Hello from ${next}`)
    const key = randomUUID()
    const preview = await network.handlers.flows.states.preview({ flowId, contactJid: name }, network.ctx)
    expect(preview.messages).toMatchObject([{ text: `Hello from ${next}` }])
    const started = await start(flowId, name, key)
    expect(started.contactJid).toBe(lidOf(ana))
    await ana.waitForMessage(({ text }) => text === `Hello from ${next}`)
    ana.setUsername()
    const other = network.sandbox.contact(`${next}7`, { name: 'Cay' })
    other.setUsername(name.slice(1))
    expect(await start(flowId, name, key)).toEqual(started)
    expect(other.conversationWith(ACCOUNT)).toEqual([])
  })

  test('is refused where nobody has it, and where its key has to be known', async () => {
    const flowId = await publish('Nobody reads this')
    expect((await readRefusal(start(flowId, NOBODY))).data).toMatchObject({ reason: 'USERNAME_NOT_FOUND' })
    const refused = [
      start(flowId, locked),
      network.handlers.flows.states.preview({ flowId, contactJid: locked }, network.ctx),
    ]
    for (const { data } of await readRefusals(refused))
      expect(data).toMatchObject({ reason: 'USERNAME_KEY_NEEDED' })
    expect(ben.conversationWith(ACCOUNT)).toEqual([])
  })
})

test('a schedule starts for the usernames that lead to somebody, and leaves the others out', async () => {
  const at = new Date(Date.now() + 1_500).toISOString().slice(0, 19).replace('T', ' ')
  const jids = [NOBODY, locked, name]
  const flowId = await publish(`On time ${next}`, 'trigger.schedule', {
    at,
    timezone: 'UTC',
    audience: { jids },
  })
  await ana.waitForMessage(({ text }) => text === `On time ${next}`)
  const { rows } = await database().pool.query<{ jid: string }>(
    'select contact_jid as jid from flow_state where flow_id = $1',
    [flowId],
  )
  expect(rows).toEqual([{ jid: lidOf(ana) }])
})

describe('members of a group by their usernames', () => {
  test('are added, and of each who cannot be it is told why', async () => {
    const group = network.sandbox.group({ subject: 'Own', participants: [], creator: ACCOUNT })
    const inGroup = { clientId: network.clientId, groupJid: group.jid as Address }
    const { groups } = network.handlers
    const added = await groups.addMembers({ ...inGroup, members: [NOBODY, name, locked] }, network.ctx)
    expect(added.results).toEqual([
      { jid: NOBODY, state: 'unknown', networkCode: 404, invite: null },
      { jid: name, state: 'done', networkCode: null, invite: null },
      { jid: locked, state: 'key_needed', networkCode: null, invite: null },
    ])
    const promoted = await groups.promoteMembers({ ...inGroup, members: [name] }, network.ctx)
    expect(promoted.results).toMatchObject([{ jid: name, state: 'done' }])
    expect(group.participants.map(({ number, role }) => [number, role])).toContainEqual([ana.number, 'admin'])
    expect(group.participants.map(({ number }) => number)).not.toContain(ben.number)
  })

  test('make a group with those who are found, and none with nobody', async () => {
    const { groups } = network.handlers
    const make = (...members: Address[]) =>
      groups.create({ clientId: network.clientId, subject: 'By names', members }, network.ctx)
    expect((await make(name, locked)).results).toMatchObject([{ state: 'done' }, { state: 'key_needed' }])
    expect((await readRefusal(make(locked, NOBODY))).data).toMatchObject({ reason: 'USERNAME_KEY_NEEDED' })
    expect((await readRefusal(make(NOBODY))).data).toMatchObject({ reason: 'USERNAME_NOT_FOUND' })
  })

  test('are added by a flow, which is told why it could not be done', async () => {
    const group = network.sandbox.group({ subject: 'Own', participants: [], creator: ACCOUNT })
    const from = network.contact(String(next + 8_000))
    await network.publish(
      [
        ['t', 'trigger.keyword', { values: [`add ${next}`] }],
        ['m', 'group.members', { act: 'add', group: group.jid, people: `${name}, ${locked}` }],
        ['s', 'send.text', { text: '{{ node.m.error }}: {{ node.m.body.results[0].state }}' }],
      ],
      [
        ['t', 'out', 'm'],
        ['m', 'error', 's'],
      ],
    )
    await from.sendText(ACCOUNT, `add ${next}`)
    await from.waitForMessage(({ text }) => text === 'KEY_NEEDED: done')
    await eventually('Ana to be in it', async () =>
      group.participants.some(({ number }) => number === ana.number),
    )
  })
})
