import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BinaryNode } from 'baileys'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from './index.ts'
import { nextNumber, pairClient, pinRoot, TestClient } from './testing/client.ts'
import { startTestNetwork } from './testing/network.ts'

let account: string
let contact: string
let contactJid: string
let sandbox: Sandbox
let client: TestClient
const dataDir = mkdtempSync(path.join(tmpdir(), 'sandbox-devices-'))

beforeEach(async () => {
  account = nextNumber()
  contact = nextNumber()
  contactJid = `${contact}@s.whatsapp.net`
  sandbox = await startTestNetwork({ dataDir })
  pinRoot(sandbox)
  client = await pairClient(sandbox, account)
})

afterEach(async () => {
  await client.end()
  await sandbox.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function post(route: string, body: object): Promise<unknown> {
  const response = await fetch(`${sandbox.httpUrl}${route}`, { method: 'POST', body: JSON.stringify(body) })
  return response.json()
}

test('a contact has up to four linked devices, which are numbered and never numbered again', async () => {
  for (const device of [1, 2, 3, 4]) expect(await post('/devices/link', { contact })).toEqual({ device })
  expect(await post('/devices/link', { contact })).toMatchObject({
    error: expect.stringContaining('already has 4 linked devices'),
  })
  await post('/devices/unlink', { contact, device: 2 })
  expect(await post('/devices/link', { contact })).toEqual({ device: 5 })
  expect(await post('/devices', { contact })).toEqual({ devices: [0, 1, 3, 4, 5] })
  expect(await post('/devices/unlink', { contact })).toMatchObject({
    error: expect.stringContaining('phone'),
  })
  expect(await post('/say', { contact, account, device: 2, text: 'gone' })).toMatchObject({
    error: expect.stringContaining('no device 2'),
  })
})

test('a message that leaves a device of a contact out is missing there, and on record', async () => {
  const desk = await sandbox.contact(contact).link()
  const participants: BinaryNode = { tag: 'participants', attrs: {}, content: [] }
  const attrs = { id: 'LEFTOUT', to: contactJid, type: 'text' }
  await client.socket.sendNode({ tag: 'message', attrs, content: [participants] })
  await client.acked('LEFTOUT')
  await sandbox.allSeen()
  expect(desk.errors).toMatchObject([{ id: 'LEFTOUT', reason: expect.stringContaining('no ciphertext') }])
  const left = `left out: ${contact}.0, ${contact}.1, ${account}.0; not to be named: none`
  expect(sandbox.problems()).toMatchObject([{ rule: 'device-list', detail: left }])
})

test('devices, their sessions and what waits for them outlive the network', async () => {
  const desk = await sandbox.contact(contact).link()
  await client.send(contactJid, { text: 'before' })
  await desk.waitForMessage(({ text }) => text === 'before')
  await desk.sendText(account, 'an answer')
  await client.receivedText('an answer')
  await desk.goOffline()
  await client.acked(await client.send(contactJid, { text: 'while away' }))
  await client.end()
  await sandbox.close()

  sandbox = await startTestNetwork({ dataDir })
  client = new TestClient(sandbox, client.credentials)
  await client.opened()
  const again = sandbox.contact(contact).at(desk.device)
  await again.goOnline()
  await client.send(contactJid, { text: 'after' })
  await again.waitForMessage(({ text }) => text === 'after')
  expect(again.inbox.filter(({ fromMe }) => !fromMe).map(({ text }) => text)).toEqual([
    'before',
    'while away',
    'after',
  ])
  expect(again.errors).toEqual([])
})
