import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '../../../sandbox/index.ts'
import { startTestNetwork } from '../../../sandbox/testing/network.ts'
import {
  NetworkClient,
  pairNetworkClient,
  testConnector,
  toTarget,
  until,
} from '../../../test/support/network-client.ts'
import { createMemoryCredentialStore } from '../memory-credentials.ts'
import type { InboundMessage, NetworkEvent } from '../port.ts'

const ACCOUNT = '447700900100'
const ADA = '447700900201'
const ADA_JID = `${ADA}@s.whatsapp.net`
const TEXTS = 60
const CUTS = 6
const BETWEEN_CUTS_MS = 120

let sandbox: Sandbox
let client: NetworkClient

beforeEach(async () => {
  sandbox = await startTestNetwork()
  const credentials = createMemoryCredentialStore({ commitMs: 2 })
  client = await pairNetworkClient(sandbox, { phone: ACCOUNT, credentials })
})

afterEach(async () => {
  await client.connection.close()
  await sandbox.close()
})

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Stores what arrives by its id and releases the journal; every seventh delivery fails before anything is stored. */
function createStore() {
  const received = new Map<string, string>()
  let deliveries = 0
  const storeMessage = ({ key, text, journalId }: InboundMessage): void => {
    received.set(key.id, text ?? '')
    if (journalId) client.credentials.release(journalId)
  }
  const onEvents = (events: readonly NetworkEvent[]): void => {
    if (++deliveries % 7 === 0) throw new Error('the host fails now and then')
    for (const event of events) if (event.kind === 'message') storeMessage(event.message)
  }
  return { received, onEvents }
}

/** Opens the client again whenever its connection ends. */
async function keepOpen(
  isOver: () => boolean,
  onEvents: (events: readonly NetworkEvent[]) => void,
): Promise<void> {
  while (!isOver()) {
    await client.closed()
    if (isOver()) return
    const { credentials } = client
    client = new NetworkClient({
      target: toTarget(sandbox),
      credentials,
      connector: testConnector([]),
      onEvents,
    })
    await until('open or closed again', () => client.state('open') ?? client.state('closed'))
  }
}

/** Sends until the server confirms, always under the same id. */
async function sendSurely(text: string): Promise<void> {
  const { bytes } = await client.connector.prepare({ type: 'text', text })
  const id = client.connector.newMessageId()
  for (;;) {
    client.sent.set(id, bytes)
    const outcome = await client.connection.send({ id, to: ADA_JID as never, bytes, ackTimeoutMs: 400 })
    if (outcome.kind === 'acked') return
    await pause(20)
  }
}

test('through cuts, duplicates, dropped acknowledgements and a failing host nothing is lost or shown twice', async () => {
  const ada = sandbox.contact(ADA)
  const { received, onEvents } = createStore()
  let isOver = false
  const keeping = keepOpen(() => isOver, onEvents)
  sandbox.faults.cut(ACCOUNT)
  const incoming = Array.from({ length: TEXTS }, (_, index) => `in ${index}`)
  const outgoing = Array.from({ length: TEXTS }, (_, index) => `out ${index}`)
  const writing = (async () => {
    for (const text of incoming) await ada.sendText(ACCOUNT, text)
  })()
  const sending = (async () => {
    for (const text of outgoing) await sendSurely(text)
  })()
  for (let cut = 0; cut < CUTS; cut++) {
    await pause(BETWEEN_CUTS_MS)
    sandbox.faults.set(ACCOUNT, { dropAcks: 1, duplicateDeliveries: 2 })
    sandbox.faults.cut(ACCOUNT)
  }
  await Promise.all([writing, sending])
  await until('every text of the contact', () => received.size === TEXTS)
  isOver = true
  await client.connection.close()
  await keeping

  expect([...received.values()].sort()).toEqual([...incoming].sort())
  await sandbox.allSeen()
  expect(ada.inbox.map(({ text }) => text)).toEqual(outgoing)
  expect(ada.errors).toEqual([])
})
