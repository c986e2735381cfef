import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/chat-network.ts'
import { useTestDatabase } from '../support/database.ts'
import { type FlowNetwork, startFlowNetwork } from '../support/flow-network.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900850'
const ANA = '447700900851'

let network: FlowNetwork
beforeAll(async () => {
  network = await startFlowNetwork(database(), ACCOUNT)
})
afterAll(() => network.close())

test('a flow posts a status once for whom the privacy names, and is told why where nobody would see it', async () => {
  const ana = network.contact(ANA)
  await network.publish(
    [
      ['t', 'trigger.keyword', { values: ['post it'] }],
      ['p', 'status.post', { text: 'Soup for {{ contact.phone }}', background: '#102030' }],
      ['s', 'send.text', { text: 'posted {{ node.p.body.id }}' }],
      ['f', 'send.text', { text: 'not posted: {{ node.p.error }}' }],
    ],
    [
      ['t', 'out', 'p'],
      ['p', 'ok', 's'],
      ['p', 'error', 'f'],
    ],
  )
  await ana.sendText(ACCOUNT, 'post it')
  await ana.waitForMessage(({ text }) => text === 'not posted: STATUS_FOR_NOBODY')

  await network.sandbox.phone(ACCOUNT).saveContact(ana.number, { fullName: 'Ana Lima' })
  await eventually('the address book', async () => {
    const named = 'select from contact where client_id = $1 and name is not null'
    return (await database().pool.query(named, [network.clientId])).rowCount === 1
  })
  network.sandbox.faults.set(ACCOUNT, { dropAcks: 1 })
  await ana.sendText(ACCOUNT, 'post it')
  const { text } = await ana.waitForMessage((message) => message.text?.startsWith('posted') === true)
  const [shown, ...others] = ana.statuses.shown
  expect(others).toEqual([])
  expect(text).toBe(`posted ${shown?.id}`)
  expect(shown).toMatchObject({ type: 'text', text: `Soup for +${ana.number}` })
  const { rows } = await database().pool.query(
    `select name from event_log where client_id = $1 and name in ('status.posted', 'status.failed')`,
    [network.clientId],
  )
  expect(rows).toEqual([{ name: 'status.posted' }])
})
