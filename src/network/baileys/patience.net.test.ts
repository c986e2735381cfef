import { afterEach, expect, test } from 'vitest'
import type { Sandbox } from '../../../sandbox/index.ts'
import { startTestNetwork } from '../../../sandbox/testing/network.ts'
import { type NetworkClient, pairNetworkClient, until } from '../../../test/support/network-client.ts'

const ACCOUNT = '447700900100'
const ADA = '447700900201'

let sandbox: Sandbox
let client: NetworkClient

afterEach(async () => {
  await client.connection.close()
  await sandbox.close()
})

/** Notes the ids of what the client answers. */
function noteAnswers(ids: Set<string>): void {
  sandbox.intercept(({ tag, attrs }) => {
    if (tag === 'iq' && attrs.type === 'result' && attrs.id) ids.add(attrs.id)
    return undefined
  })
}

test('every ping of the network is answered, so that it keeps the connection', async () => {
  // A busy machine may take a while to answer: the network asks again only after that long.
  sandbox = await startTestNetwork({ patience: { pingMs: 2_000 } })
  const answered = new Set<string>()
  noteAnswers(answered)
  client = await pairNetworkClient(sandbox, { phone: ACCOUNT })
  await until('two pings to be answered', () => answered.size >= 2)
  expect(client.state('closed')).toBeUndefined()
  expect(sandbox.problems()).toEqual([])
})

test('a stanza of a kind that the library does not know is acknowledged, and messages go on', async () => {
  sandbox = await startTestNetwork()
  client = await pairNetworkClient(sandbox, { phone: ACCOUNT })
  const waiting = () => sandbox.phone(ACCOUNT).devices[0]?.waiting
  await until('the first stanzas to be confirmed', () => waiting() === 0)
  await sandbox
    .phone(ACCOUNT)
    .push({ tag: 'status', attrs: { id: 'S1', from: 's.whatsapp.net', type: 'text' } })
  await sandbox.phone(ACCOUNT).push({ tag: 'novelty', attrs: { id: 'N1', from: 's.whatsapp.net' } })
  await until('both to be acknowledged', () => waiting() === 0)
  await sandbox.contact(ADA).say(ACCOUNT, 'still here?')
  await client.receivedText('still here?')
})

test('a stream that the network ends for a missing acknowledgement is opened again, and nothing is unlinked', async () => {
  sandbox = await startTestNetwork({ patience: { answerMs: 500 } })
  client = await pairNetworkClient(sandbox, { phone: ACCOUNT })
  sandbox.intercept(({ tag, attrs }) => (tag === 'ack' && attrs.id === 'S1' ? 'drop' : undefined))
  await sandbox.phone(ACCOUNT).push({ tag: 'status', attrs: { id: 'S1', from: 's.whatsapp.net' } })
  expect(await client.closed()).toMatchObject({ reason: 'unavailable' })
  expect(sandbox.phone(ACCOUNT).devices).toHaveLength(1)
  expect(await client.credentials.readCredentials()).not.toBeNull()
})
