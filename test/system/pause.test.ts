import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callSandbox, type SandboxContact } from '../../src/bin/demo/sandbox-contact.ts'
import { awaitConnected, newContact, type PairedAccount, pairAccount } from '../support/account.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

/** The network may take 30 s to answer a question about devices (src/network/baileys/index.ts); the pause is longer. */
const PAUSE_MS = 40_000
const CONTACTS = 12
/** So slowly messages go out that the pause always finds some contacts of whom nobody has asked yet. */
const SENDS_PER_SECOND = 3
/** In this time some of them are asked about. */
const ASKING_MS = 1_000
/** What is refused for want of an answer is tried again after a pause, on a connection that may be a new one. */
const FINISH_WITHIN_MS = 180_000

const place = createWorkplace()
const network = createWorkplace()
let service: ServiceProcess
let account: PairedAccount

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

beforeAll(async () => {
  await network.start({ args: ['sandbox'] })
  const { wsUrl, rootKeyHex, rootSerial } = JSON.parse(
    readFileSync(path.join(network.dataDir, 'sandbox.json'), 'utf8'),
  ) as { wsUrl: string; rootKeyHex: string; rootSerial: number }
  const env = { NETWORK_URL: wsUrl, NETWORK_ROOT_KEY: rootKeyHex, NETWORK_ROOT_SERIAL: String(rootSerial) }
  service = await place.start({ env })
  account = await pairAccount(place, () => service.url, network.dataDir)
  const { api, clientId } = account
  await api.call('clients.update', { id: clientId, sendRatePerSecond: SENDS_PER_SECOND, sendBurst: 1 })
  const at = { position: { x: 0, y: 0 } }
  const { id } = await api.call<{ id: string }>('flows.import', {
    ...{ version: 1, name: 'Pause', clientId },
    nodes: [
      { ...at, id: 't', type: 'trigger.keyword', data: { values: ['go'] } },
      { ...at, id: 'a', type: 'send.text', data: { text: 'first' } },
      { ...at, id: 'b', type: 'send.text', data: { text: 'second' } },
      { ...at, id: 'c', type: 'send.text', data: { text: 'third' } },
    ],
    edges: [
      { id: 'ta', source: 't', sourceHandle: 'out', target: 'a' },
      { id: 'ab', source: 'a', sourceHandle: 'out', target: 'b' },
      { id: 'bc', source: 'b', sourceHandle: 'out', target: 'c' },
    ],
  })
  await api.call('flows.publish', { id })
})

afterAll(async () => {
  // A stopped process does not notice that it is to end.
  process.kill(service.pid, 'SIGCONT')
  await place.remove()
  await network.remove()
})

const freeze = (on: boolean) =>
  callSandbox(network.dataDir, '/faults', { account: account.number, freeze: on })

/** How many contacts have been told anything. */
async function countAnswered(contacts: readonly SandboxContact[]): Promise<number> {
  const inboxes = await Promise.all(contacts.map((contact) => contact.read(0)))
  return inboxes.filter(({ length }) => length > 0).length
}

const textsOf = async (contact: SandboxContact) => (await contact.read(0)).map(({ text }) => text)

test(`a service that stood still for ${PAUSE_MS / 1_000} s while flows answered ${CONTACTS} new contacts says all they say, once, and takes nobody for not there`, {
  timeout: PAUSE_MS + 2 * FINISH_WITHIN_MS,
}, async () => {
  const contacts = Array.from({ length: CONTACTS }, () => newContact(network.dataDir))
  await Promise.all(contacts.map((contact) => contact.sendText(account.number, 'go')))
  // What is asked from here on gets no answer, and when it wakes, the time for one is over.
  await freeze(true)
  await pause(ASKING_MS)
  expect(await countAnswered(contacts)).toBeLessThan(CONTACTS)
  process.kill(service.pid, 'SIGSTOP')
  await freeze(false)
  await pause(PAUSE_MS)
  process.kill(service.pid, 'SIGCONT')

  for (const contact of contacts) {
    const enough = async () => (await contact.read(0)).length >= 3
    await awaitState(`all that ${contact.number} is told`, enough, FINISH_WITHIN_MS)
  }
  await awaitConnected(account.api, account.clientId)
  const { states } = await account.api.call<{ states: { state: string }[] }>('flows.states.list', {
    clientId: account.clientId,
  })
  expect(states.map(({ state }) => state)).toEqual(contacts.map(() => 'completed'))
  // Whatever would come twice has come by the time a later conversation is over: what goes out keeps its order.
  const late = newContact(network.dataDir)
  await late.sendText(account.number, 'go')
  await awaitState('the late conversation', async () => (await late.read(0)).length >= 3, FINISH_WITHIN_MS)
  for (const contact of [...contacts, late]) {
    expect(await textsOf(contact)).toEqual(['first', 'second', 'third'])
  }
})
