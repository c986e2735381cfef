import { afterAll, beforeAll, expect, test } from 'vitest'
import { newContact, type PairedAccount, pairAccount } from '../support/account.ts'
import { type Cluster, createCluster } from '../support/cluster.ts'
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../support/otlp-receiver.ts'
import { awaitState, type ServiceProcess } from '../support/service-process.ts'

const CALLERS_TRACE = 'c'.repeat(32)
const FLOW = {
  version: 1,
  name: 'Greeting',
  nodes: [
    {
      id: 'in',
      type: 'trigger.keyword',
      position: { x: 0, y: 0 },
      data: { values: ['hi'], mode: 'contains' },
    },
    { id: 'say', type: 'send.text', position: { x: 200, y: 0 }, data: { text: 'Hello' } },
  ],
  edges: [{ id: 'a', source: 'in', target: 'say' }],
}

let collector: OtlpReceiver
let cluster: Cluster
let api: ServiceProcess
let account: PairedAccount

beforeAll(async () => {
  collector = await startOtlpReceiver()
  cluster = await createCluster({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  api = await cluster.start('api')
  await cluster.start('worker')
  account = await pairAccount(cluster.place, () => api.url, cluster.sandboxDir)
})
afterAll(async () => {
  await cluster?.remove()
  await collector?.close()
})

const awaitSpan = (what: string, isIt: (span: ReceivedSpan) => boolean) =>
  awaitState(what, async () => collector.spans.find(isIt))

/** The span and all above it, the outermost first. */
function pathTo(span: ReceivedSpan): string[] {
  const above = collector.spans.find(({ spanId }) => spanId === span.parentSpanId)
  return [...(above ? pathTo(above) : []), `${span.role}: ${span.name}`]
}

test('a call is one trace from its own caller through both processes to the network', async () => {
  const contact = newContact(cluster.sandboxDir)
  const traceId = CALLERS_TRACE
  const answer = await fetch(`${api.url}/api/rpc/api-reference/chat/sendMessage`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': account.key,
      'x-request-id': 'traced-1',
      traceparent: `00-${traceId}-${'d'.repeat(16)}-01`,
    },
    body: JSON.stringify({ clientId: account.clientId, target: contact.number, message: { text: 'x' } }),
  })
  expect(answer.status).toBe(200)
  const sent = await awaitSpan('the send', (span) => span.traceId === traceId && span.name === 'send message')
  expect(sent.attributes).toMatchObject({ 'parley.client_id': account.clientId, 'parley.outcome': 'acked' })
  const call = await awaitSpan(
    'the call',
    (span) => span.traceId === traceId && span.parentSpanId === 'd'.repeat(16),
  )
  expect(call).toMatchObject({
    name: 'POST chat.sendMessage',
    attributes: { 'http.response.status_code': 200, 'parley.request_id': 'traced-1' },
  })
  expect(pathTo(sent)).toEqual([
    'api: POST chat.sendMessage',
    'api: ask chat.send',
    'worker: do chat.send',
    'worker: send message',
  ])
})

test('a flow that answers shows its decision inside of its transaction, and its message what caused it', async () => {
  const { id } = await account.api.call<{ id: string }>('flows.import', {
    ...FLOW,
    clientId: account.clientId,
  })
  await account.api.call('flows.publish', { id })
  const contact = newContact(cluster.sandboxDir, 'Bea')
  await contact.sendText(account.number, 'hi')
  const decided = await awaitSpan('the decision', (span) => span.name === 'decide')
  expect(decided.attributes).toMatchObject({
    'parley.client_id': account.clientId,
    'parley.event_type': 'message_received',
    'parley.outcome': 'processed',
    'parley.sends': 1,
  })
  const transaction = await awaitSpan('its transaction', ({ spanId }) => spanId === decided.parentSpanId)
  expect(transaction).toMatchObject({ name: 'transaction', attributes: { 'parley.attempts': 1 } })
  expect(String(transaction.attributes['parley.statements'])).toMatch(/\w+ \w+/)
  const sent = await awaitSpan(
    'the message',
    (span) => span.name === 'send message' && span.traceId !== CALLERS_TRACE,
  )
  const causes = [sent.parentSpanId, ...sent.links.map(({ spanId }) => spanId)]
  const cause = await awaitSpan('its cause', ({ spanId }) => causes.includes(spanId))
  expect(cause.name).toBe('take events')
  expect(pathTo(decided)).toEqual(['worker: take events', 'worker: transaction', 'worker: decide'])
  expect(transaction.parentSpanId).toBe(cause.spanId)
})

test('a collector that goes away changes nothing for callers', async () => {
  await collector.close()
  for (let i = 0; i < 3; i += 1) {
    await account.api.call('server.ping', {})
    await account.api.call('clients.list', {})
  }
})
