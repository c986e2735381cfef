import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from './index.ts'
import { pairClient, pinRoot, TestClient, until } from './testing/client.ts'
import { AT_ONCE, startTestNetwork } from './testing/network.ts'

const ACCOUNTS = ['447700900001', '447700900002']
const CONTACTS = Array.from({ length: 6 }, (_, index) => `44770090050${index}`)
const ROUNDS = 25

let sandbox: Sandbox

beforeEach(async () => {
  sandbox = await startTestNetwork({ phoneDelay: AT_ONCE })
  pinRoot(sandbox)
})

afterEach(() => sandbox.close())

/** A client that comes back whenever its connection ends, as a service would keep it. */
class SteadyClient {
  current: TestClient
  readonly all: TestClient[]
  readonly #options = { enableRecentMessageCache: true }
  #stopped = false

  constructor(first: TestClient) {
    this.current = first
    this.all = [first]
  }

  async keep(): Promise<void> {
    while (!this.#stopped) {
      await until('an end', () => this.#stopped || this.current.closeCode !== undefined).catch(() => false)
      if (this.#stopped || this.current.closeCode === undefined) continue
      this.current = new TestClient(sandbox, this.current.credentials, this.#options)
      this.all.push(this.current)
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.current.end()
  }

  reached(id: string): boolean {
    return this.all.some(({ stanzaIds }) => stanzaIds.includes(id))
  }

  acked(id: string): boolean {
    return this.all.some(({ acks }) => acks.some((ack) => ack.id === id && ack.error === undefined))
  }
}

test('with connections cut in the middle, everything acknowledged was read exactly once and everything said was delivered', async () => {
  const clients = await Promise.all(
    ACCOUNTS.map(async (number) => new SteadyClient(await pairClient(sandbox, number))),
  )
  const keepers = clients.map((client) => client.keep())
  const messages: [SteadyClient, string][] = []
  const sent: [SteadyClient, string, string][] = []
  const talk = async (contact: string, turn: number): Promise<void> => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const which = (turn + round) % ACCOUNTS.length
      const [client, account] = [clients[which]!, ACCOUNTS[which]!]
      messages.push([client, await sandbox.contact(contact).sendText(account, `say ${contact} ${round}`)])
      const id = await client.current
        .send(`${contact}@s.whatsapp.net`, { text: `send ${contact} ${round}` })
        .catch(() => undefined)
      if (id !== undefined) sent.push([client, contact, id])
      if (round % 10 === turn) sandbox.faults.cut(account)
    }
  }
  await Promise.all(CONTACTS.map((contact, turn) => talk(contact, turn)))
  // Bare as it is, the library may decrypt a message and be cut before it tells: the wire is what this network owes.
  await until('everything said', () => messages.every(([client, id]) => client.reached(id)))
  await until('the queues to empty', () =>
    sandbox.accounts().every(({ devices }) => devices.every(({ waiting }) => waiting === 0)),
  )
  const acked = sent.filter(([client, , id]) => client.acked(id))
  expect(acked.length).toBeGreaterThan(sent.length / 2)
  for (const [, contact, id] of acked) {
    await until(`message ${id}`, () => sandbox.contact(contact).inbox.some((message) => message.id === id))
    expect(sandbox.contact(contact).inbox.filter((message) => message.id === id)).toHaveLength(1)
  }
  await Promise.all(clients.map((client) => client.stop()))
  await Promise.all(keepers)
})
