import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '../../../sandbox/index.ts'
import { startTestNetwork } from '../../../sandbox/testing/network.ts'
import { NetworkClient, pairNetworkClient, toTarget, until } from '../../../test/support/network-client.ts'
import { createMemoryCredentialStore } from '../memory-credentials.ts'

const ACCOUNT = '447700900100'
const TEXTS = ['one', 'two', 'three']

let sandbox: Sandbox
const clients: NetworkClient[] = []

async function pair(): Promise<NetworkClient> {
  const credentials = createMemoryCredentialStore({ readMs: 5, commitMs: 2 })
  const client = await pairNetworkClient(sandbox, { phone: ACCOUNT, credentials })
  clients.push(client)
  return client
}

function reopen({ credentials }: NetworkClient): NetworkClient {
  const client = new NetworkClient({ target: toTarget(sandbox), credentials })
  clients.push(client)
  return client
}

const textsOf = (client: NetworkClient, from: string): (string | null | undefined)[] =>
  client.event('message').flatMap(({ message }) => (message.key.chat.startsWith(from) ? [message.text] : []))

const allOf = (client: NetworkClient, from: string, count: number) =>
  until(`${count} texts of ${from}`, () => {
    const texts = textsOf(client, from)
    return texts.length >= count && texts
  })

beforeEach(async () => {
  sandbox = await startTestNetwork()
})

afterEach(async () => {
  await Promise.all(clients.splice(0).map(({ connection }) => connection.close()))
  await sandbox.close()
})

test.each(['lid', 'pn'] as const)(
  'what new contacts under their %s say at once is told in their order, though the store is slow',
  async (addressing) => {
    const client = await pair()
    const contacts = Array.from({ length: 6 }, (_, index) =>
      sandbox.contact(`44770090020${index}`, { addressing }),
    )
    await Promise.all(contacts.flatMap((contact) => TEXTS.map((text) => contact.sendText(ACCOUNT, text))))
    for (const { number, lid } of contacts) {
      const chat = addressing === 'lid' ? lid : number
      expect(await allOf(client, chat, TEXTS.length)).toEqual(TEXTS)
    }
  },
)

test('what waited at the server is told before what comes after it, right after a connect', async () => {
  const first = await pair()
  const ada = sandbox.contact('447700900200', { addressing: 'lid' })
  const bob = sandbox.contact('447700900201', { addressing: 'lid' })
  await first.connection.close()
  for (const text of TEXTS) await ada.sendText(ACCOUNT, text)
  for (let index = 0; index < 20; index += 1) await bob.sendText(ACCOUNT, `${index}`)
  const client = reopen(first)
  await until('the first of what waited', () => client.event('message')[0])
  for (const text of ['four', 'five']) await bob.sendText(ACCOUNT, text)
  await ada.sendText(ACCOUNT, 'four')
  expect(await allOf(client, ada.lid, 4)).toEqual([...TEXTS, 'four'])
  const numbers = Array.from({ length: 20 }, (_, index) => `${index}`)
  expect(await allOf(client, bob.lid, 22)).toEqual([...numbers, 'four', 'five'])
})
