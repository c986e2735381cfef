import { readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newContact, type PairedAccount, pairAccount } from '../support/account.ts'
import { type ModelFault, ModelServer } from '../support/model-server.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

const KILLS = Number(process.env.KILLS ?? 3)
const CONTACTS = 5
/** Longer than a service lives after its start, so that it dies over questions. */
const THINKS_MS = 900
const WITHIN_MS = 240_000

const place = createWorkplace()
const network = createWorkplace()
const model = new ModelServer()
let service: ServiceProcess
let account: PairedAccount
let env: Record<string, string>

/** By the key of each call, how often it came to the shop. */
const booked = new Map<string, number>()
/** Books after a while, longer than a service lives after its start. */
const shop = http.createServer((request, response) => {
  const key = String(request.headers['idempotency-key'])
  booked.set(key, (booked.get(key) ?? 0) + 1)
  setTimeout(() => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"booked":true}')
  }, THINKS_MS)
})

/** Asks for the tool once, and says what it was told of it. */
function useTool(messages: { role: string; content?: unknown }[]): ModelFault {
  const output = messages.find(({ role }) => role === 'tool')
  if (!output) {
    return { kind: 'call_tools', ms: THINKS_MS, calls: [{ name: 'book', arguments: '{"day":"friday"}' }] }
  }
  return { kind: 'slow', ms: THINKS_MS, content: `told ${String(output.content)}` }
}

beforeAll(async () => {
  await model.listen()
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  model.answerAlways(({ messages, tools }) => {
    if (tools) return useTool(messages)
    const said = String(messages.findLast(({ role }) => role === 'user')?.content)
    return { kind: 'slow', ms: THINKS_MS, content: `heard ${said.split('\n').at(-1)}` }
  })
  await network.start({ args: ['sandbox'] })
  const { wsUrl, rootKeyHex, rootSerial } = JSON.parse(
    readFileSync(path.join(network.dataDir, 'sandbox.json'), 'utf8'),
  ) as { wsUrl: string; rootKeyHex: string; rootSerial: number }
  env = {
    ...{ NETWORK_URL: wsUrl, NETWORK_ROOT_KEY: rootKeyHex, NETWORK_ROOT_SERIAL: String(rootSerial) },
    OUTBOUND_ALLOW: '127.0.0.1',
  }
  service = await place.start({ env })
  account = await pairAccount(place, () => service.url, network.dataDir)
  await account.api.call('models.set', {
    ...{ name: 'default', provider: 'openai-compatible', baseUrl: model.url, modelId: 'test-model' },
  })
  const at = { position: { x: 0, y: 0 } }
  const { id } = await account.api.call<{ id: string }>('flows.import', {
    ...{ version: 1, name: 'Model kills', clientId: account.clientId },
    nodes: [
      { ...at, id: 't', type: 'trigger.keyword', data: { values: ['go'], mode: 'starts_with' } },
      { ...at, id: 'a', type: 'ai', data: { system: 'You repeat what you hear.' } },
      { ...at, id: 'e', type: 'send.text', data: { text: 'error {{ node.a.error }}' } },
    ],
    edges: [
      { id: '1', source: 't', sourceHandle: 'out', target: 'a' },
      { id: '2', source: 'a', sourceHandle: 'error', target: 'e' },
    ],
  })
  await account.api.call('flows.publish', { id })
  const address = shop.address()
  if (typeof address !== 'object' || address === null) throw new Error('the shop does not listen')
  const book = {
    ...{ name: 'book', description: 'Books a day', method: 'POST', url: `http://127.0.0.1:${address.port}/` },
    parameters: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
    body: { day: '{{ args.day }}' },
  }
  const { id: agentId } = await account.api.call<{ id: string }>('flows.import', {
    ...{ version: 1, name: 'Agent kills', clientId: account.clientId },
    nodes: [
      { ...at, id: 't', type: 'trigger.keyword', data: { values: ['book'], mode: 'starts_with' } },
      { ...at, id: 'a', type: 'ai', data: { mode: 'agent', system: 'You book.', tools: [book] } },
      { ...at, id: 'e', type: 'send.text', data: { text: 'error {{ node.a.error }}' } },
    ],
    edges: [
      { id: '1', source: 't', sourceHandle: 'out', target: 'a' },
      { id: '2', source: 'a', sourceHandle: 'error', target: 'e' },
    ],
  })
  await account.api.call('flows.publish', { id: agentId })
})

afterAll(async () => {
  await place.remove()
  await network.remove()
  await model.close()
  shop.closeAllConnections()
  await new Promise((resolve) => shop.close(resolve))
})

test(`a service killed ${KILLS} times over questions to a model answers each of ${CONTACTS} contacts once, and counts every question`, {
  timeout: 2 * WITHIN_MS,
}, async () => {
  const contacts = Array.from({ length: CONTACTS }, () => newContact(network.dataDir))
  await Promise.all(contacts.map((contact, n) => contact.sendText(account.number, `go ${n}`)))
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = model.asked.length
    await awaitState('a question', async () => model.asked.length > before, WITHIN_MS)
    await service.kill()
    service = await place.start({ env })
  }
  for (const [n, contact] of contacts.entries()) {
    await awaitState(`the answer to contact ${n}`, async () => (await contact.read(0)).length > 0, WITHIN_MS)
  }
  await sleep(2 * THINKS_MS)
  for (const [n, contact] of contacts.entries()) {
    expect((await contact.read(0)).map(({ text }) => text)).toEqual([`heard go ${n}`])
  }
  const [{ used } = { used: { calls: 0 } }] = await account.api.call<{ used: { calls: number } }[]>(
    'models.list',
    {},
  )
  // What was asked of the server was counted before; one may have been counted and not have left.
  expect(model.asked.length).toBeGreaterThan(CONTACTS)
  expect(used.calls).toBeGreaterThanOrEqual(model.asked.length)
})

test(`a service killed ${KILLS} times over calls of a model's tool makes none of them twice, and answers each of ${CONTACTS} contacts once`, {
  timeout: 2 * WITHIN_MS,
}, async () => {
  const contacts = Array.from({ length: CONTACTS }, () => newContact(network.dataDir))
  await Promise.all(contacts.map((contact, n) => contact.sendText(account.number, `book ${n}`)))
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = booked.size + model.asked.length
    // Half of the kills fall on a call, as long as there are calls.
    const isCalled = () => (kill % 2 === 0 ? booked.size > 0 : booked.size + model.asked.length > before)
    await awaitState('a question or a call', async () => isCalled(), WITHIN_MS)
    await service.kill()
    service = await place.start({ env })
  }
  for (const [n, contact] of contacts.entries()) {
    await awaitState(`the answer to contact ${n}`, async () => (await contact.read(0)).length > 0, WITHIN_MS)
  }
  await sleep(2 * THINKS_MS)
  const answers = await Promise.all(contacts.map((contact) => contact.read(0)))
  expect(answers.map(({ length }) => length)).toEqual(Array(CONTACTS).fill(1))
  for (const [{ text } = { text: '' }] of answers)
    expect(text).toMatch(/^told (.*"booked":true|error INTERRUPTED)/)
  expect(booked.size).toBeGreaterThan(0)
  expect(booked.size).toBeLessThanOrEqual(CONTACTS)
  expect([...booked.values()].filter((times) => times !== 1)).toEqual([])
  // At least one call was under way when the service died over it.
  expect(answers.filter(([answer]) => answer?.text?.includes('INTERRUPTED')).length).toBeGreaterThan(0)
})
