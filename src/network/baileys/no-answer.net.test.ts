import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '../../../sandbox/index.ts'
import { startTestNetwork } from '../../../sandbox/testing/network.ts'
import { type NetworkClient, pairNetworkClient, testConnector } from '../../../test/support/network-client.ts'

const ACCOUNT = '447700900130'
const ADA = '447700900231'
const BEN = '447700900232'
const jid = (number: string): string => `${number}@s.whatsapp.net`

let sandbox: Sandbox
let client: NetworkClient
const stops: (() => void)[] = []

beforeEach(async () => {
  sandbox = await startTestNetwork()
  client = await pairNetworkClient(sandbox, {
    phone: ACCOUNT,
    connector: testConnector(undefined, undefined, 300),
  })
})

afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await client.connection.close()
  await sandbox.close()
})

/** The network takes questions of a kind and says nothing, until told otherwise. */
function silence(xmlns: string): () => void {
  const stop = sandbox.intercept(({ attrs }) => {
    return attrs.xmlns === xmlns && attrs.type === 'get' ? 'drop' : undefined
  })
  stops.push(stop)
  return stop
}

test.each(['usync', 'encrypt'])(
  'a text for which the network does not answer %s is not for nobody, and goes out once it does',
  async (xmlns) => {
    const ada = sandbox.contact(ADA)
    const answer = silence(xmlns)
    const { outcome } = await client.sendText(jid(ADA), 'anyone?')
    expect(outcome).toMatchObject({ kind: 'not_sent', reason: 'no_answer' })
    answer()
    const again = await client.sendText(jid(ADA), 'now?')
    expect(again.outcome).toMatchObject({ kind: 'acked' })
    await ada.waitForMessage(({ text }) => text === 'now?')
    await sandbox.phone(ACCOUNT).waitForMessage(({ text }) => text === 'now?')
    await sandbox.allSeen()
    expect(ada.inbox).toHaveLength(1)
  },
)

test('a group is not written to while nobody tells its devices, and everybody reads what comes then', async () => {
  const group = await sandbox.group({ subject: 'Team', participants: [ADA, BEN], creator: ACCOUNT })
  const answer = silence('usync')
  const { outcome } = await client.sendText(group.jid, 'anyone?')
  expect(outcome).toMatchObject({ kind: 'not_sent', reason: 'no_answer' })
  answer()
  expect((await client.sendText(group.jid, 'now?')).outcome).toMatchObject({ kind: 'acked' })
  for (const number of [ADA, BEN]) {
    await sandbox.contact(number).waitForMessage(({ text }) => text === 'now?')
    expect(sandbox.contact(number).errors).toEqual([])
  }
})

test('a number the network says not to know is unknown at once, silent or not before', async () => {
  sandbox.contact(ADA).setRegistered(false)
  const { outcome } = await client.sendText(jid(ADA), 'anyone?')
  expect(outcome).toMatchObject({ kind: 'not_sent', reason: 'recipient_not_found' })
})
