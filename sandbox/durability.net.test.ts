import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from './index.ts'
import { pairClient, pinRoot, TestClient, textOf, until } from './testing/client.ts'
import { startTestNetwork } from './testing/network.ts'

const ACCOUNT = '447700900001'
const CONTACT = '447700900500'
const CONTACT_JID = `${CONTACT}@s.whatsapp.net`

type HostInfo = Pick<Sandbox, 'wsUrl' | 'httpUrl' | 'rootKeyHex' | 'rootSerial'>

let dataDir: string
const hosts: ChildProcess[] = []
const clients: TestClient[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
})

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()))
  for (const host of hosts.splice(0)) host.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

const track = (client: TestClient): TestClient => {
  clients.push(client)
  return client
}

async function startHost(port = '0'): Promise<{ host: ChildProcess; info: HostInfo }> {
  const script = join(import.meta.dirname, 'testing/host.ts')
  const host = spawn(process.execPath, [script, dataDir, port], { stdio: ['ignore', 'pipe', 'inherit'] })
  hosts.push(host)
  if (host.stdout === null) throw new Error('the host has no output')
  const [line] = (await once(createInterface(host.stdout), 'line')) as [string]
  return { host, info: JSON.parse(line) as HostInfo }
}

async function post<T>(info: HostInfo, path: string, body: unknown): Promise<T> {
  const response = await fetch(`${info.httpUrl}${path}`, { method: 'POST', body: JSON.stringify(body) })
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

test('a network closed and opened again knows its devices, sessions, queues and messages', async () => {
  const first = await startTestNetwork({ dataDir })
  pinRoot(first)
  const client = track(await pairClient(first, ACCOUNT))
  await client.send(CONTACT_JID, { text: 'before' })
  await first.contact(CONTACT).waitForMessage(({ text }) => text === 'before')
  await first.contact(CONTACT).sendText(ACCOUNT, 'answer')
  await client.receivedText('answer')
  await client.end()
  await first.contact(CONTACT).sendText(ACCOUNT, 'while away')
  await first.close()

  const second = await startTestNetwork({ dataDir })
  expect(second.rootKeyHex).toBe(first.rootKeyHex)
  const again = track(new TestClient(second, client.credentials))
  await again.opened()
  await again.receivedText('while away')
  await again.send(CONTACT_JID, { text: 'after' })
  await second.contact(CONTACT).waitForMessage(({ text }) => text === 'after')
  expect(second.contact(CONTACT).inbox.map(({ text }) => text)).toEqual(['before', 'after'])
  expect(second.contact(CONTACT).errors).toEqual([])
  await again.end()
  await second.close()
})

test('kill -9 of the network loses nothing that was acknowledged', async () => {
  const { host, info } = await startHost()
  pinRoot(info)
  const scanner = { ...info, scan: (qr: string, options?: object) => post(info, '/scan', { qr, ...options }) }
  const client = track(await pairClient(scanner as unknown as Sandbox, ACCOUNT))
  for (let turn = 0; turn < 20; turn += 1) {
    const id = await client.send(CONTACT_JID, { text: `out ${turn}` })
    await client.acked(id)
    await post(info, '/say', { contact: CONTACT, account: ACCOUNT, text: `in ${turn}` })
  }
  host.kill('SIGKILL')
  await client.closed()

  const { info: restarted } = await startHost(new URL(info.wsUrl).port)
  const again = track(new TestClient(restarted, client.credentials))
  await again.opened()
  await again.send(CONTACT_JID, { text: 'out 20' })
  await post(restarted, '/say', { contact: CONTACT, account: ACCOUNT, text: 'in 20' })
  // What the client could not read it asks for again, so that the last is not always the last to arrive.
  const hasArrived = (text: string) =>
    [...client.messages, ...again.messages].some(({ message }) => textOf(message) === text)
  for (let turn = 0; turn <= 20; turn += 1) await until(`in ${turn}`, () => hasArrived(`in ${turn}`))

  const read = () =>
    post<{ messages: { text: string }[]; errors: unknown[] }>(restarted, '/read', { contact: CONTACT })
  // What the phone had not seen yet when the network died it sees now.
  await expect.poll(async () => (await read()).messages.length, { timeout: 45_000 }).toBe(21)
  const { messages, errors } = await read()
  expect(messages.map(({ text }) => text)).toEqual(Array.from({ length: 21 }, (_, turn) => `out ${turn}`))
  expect(errors).toEqual([])
})

test('a second network on the same data directory is refused with what to do', async () => {
  const first = await startTestNetwork({ dataDir })
  await expect(startTestNetwork({ dataDir })).rejects.toThrow('stop the process that has it')
  await first.close()
})

test('a port that is taken rejects the start', async () => {
  const first = await startTestNetwork()
  await expect(startTestNetwork({ port: Number(new URL(first.wsUrl).port) })).rejects.toThrow('EADDRINUSE')
  await first.close()
})
