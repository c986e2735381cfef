import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newContact, type PairedAccount, pairAccount } from '../support/account.ts'
import { ModelServer } from '../support/model-server.ts'
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

beforeAll(async () => {
  await model.listen()
  model.answerAlways(({ messages }) => {
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
})

afterAll(async () => {
  await place.remove()
  await network.remove()
  await model.close()
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
