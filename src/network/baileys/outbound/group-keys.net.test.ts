import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Contact, Group, Sandbox } from '../../../../sandbox/index.ts'
import { startTestNetwork } from '../../../../sandbox/testing/network.ts'
import { type NetworkClient, pairNetworkClient, until } from '../../../../test/support/network-client.ts'

const [ACCOUNT, ADA, BOB] = ['447700900130', '447700900531', '447700900532']

let sandbox: Sandbox
let client: NetworkClient
let ada: Contact
let bob: Contact

beforeEach(async () => {
  sandbox = await startTestNetwork()
  client = await pairNetworkClient(sandbox, { phone: ACCOUNT })
  ada = sandbox.contact(ADA)
  bob = sandbox.contact(BOB)
})

afterEach(async () => {
  await client.connection.close()
  await sandbox.close()
})

async function sendTo(group: Group, text: string): Promise<string> {
  const { id, outcome } = await client.sendText(group.jid, text)
  expect(outcome.kind).toBe('acked')
  return id
}

const waiting = () => sandbox.phone(ACCOUNT).devices[0]?.waiting

test.each(['lid', 'pn'] as const)(
  'after a member left, a group addressed by %s is written to under a key that they do not have',
  async (addressing) => {
    const group = sandbox.group({ subject: 'Team', participants: [ACCOUNT, ADA, BOB], addressing })
    await sendTo(group, 'to all three')
    for (const member of [ada, bob]) await member.waitForMessage(({ text }) => text === 'to all three')
    await group.remove([BOB])
    await until('the client to know', () => waiting() === 0)
    await sendTo(group, 'to the two of us')
    await ada.waitForMessage(({ text }) => text === 'to the two of us')
    await sendTo(group, 'again')
    await ada.waitForMessage(({ text }) => text === 'again')
    await group.add([BOB])
    await until('the client to know', () => waiting() === 0)
    await sendTo(group, 'welcome back')
    await bob.waitForMessage(({ text }) => text === 'welcome back')
    expect([ada.errors, bob.errors, sandbox.problems()]).toEqual([[], [], []])
  },
)

test('a device that asks for a message that is gone gets the key of the group with the next one', async () => {
  const group = sandbox.group({ subject: 'Team', participants: [ACCOUNT, ADA] })
  ada.setPreKeys('no-bundle')
  const { bytes } = await client.connector.prepare({ type: 'text', text: 'gone' })
  const id = client.connector.newMessageId()
  const sent = await client.connection.send({ id, to: group.jid as never, bytes, ackTimeoutMs: 30_000 })
  expect(sent.kind).toBe('acked')
  await until('the request', () => ada.errors.some((error) => error.id === id))
  await until('its confirmation', () => waiting() === 0)
  ada.setPreKeys('normal')
  await sendTo(group, 'next')
  await ada.waitForMessage(({ text }) => text === 'next')
  expect(ada.errors.map((error) => error.id)).toEqual([id])
})
