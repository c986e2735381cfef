import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createApiClient } from '../../src/bin/demo/api-client.ts'
import { callSandbox } from '../../src/bin/demo/sandbox-contact.ts'
import { awaitConnected, newContact, type PairedAccount, pairAccount } from '../support/account.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

const BOOKING = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../examples/flows/appointment-booking.json'), 'utf8'),
) as Record<string, unknown>

const original = createWorkplace()
const fresh = createWorkplace()
const other = createWorkplace()
const file = path.join(original.dataDir, 'all.backup')

afterAll(async () => {
  for (const place of [original, fresh, other]) await place.remove()
})

interface Before {
  account: PairedAccount
  contact: ReturnType<typeof newContact>
  document: Buffer
  mediaUrl: string
}

async function liveForAWhile(service: ServiceProcess): Promise<Before> {
  const account = await pairAccount(original, () => service.url)
  const { api, clientId, number } = account
  const flow = await api.call<{ id: string }>('flows.import', { ...BOOKING, clientId })
  await api.call('flows.publish', { id: flow.id })
  const contact = newContact(original.dataDir)
  const document = randomBytes(50_000)
  const { id } = await callSandbox<{ id: string }>(original.dataDir, '/media/send', {
    contact: contact.number,
    account: number,
    kind: 'document',
    fileName: 'plan.bin',
    base64: document.toString('base64'),
  })
  const input = { clientId, jid: contact.number, messageId: id }
  const { url } = await awaitState('the document', () =>
    api.call<{ url: string }>('chat.downloadMedia', input).catch(() => null),
  )
  await contact.sendText(number, 'appointment')
  await awaitState('the first question', async () => (await contact.read(0)).length === 1)
  return { account, contact, document, mediaUrl: url }
}

test('a backup made while the service runs goes on in another place: connected without a QR, runs where they were, files there', async () => {
  const service = await original.start()
  const { account, contact, document, mediaUrl } = await liveForAWhile(service)
  expect(await original.parley('backup', file)).toMatch(/all\.backup: \d+\.\d MB$/)
  await contact.sendText(account.number, '2')
  await awaitState('the next question', async () => (await contact.read(0)).length === 2)
  await service.kill()

  expect(await fresh.parley('restore', file)).toMatch(/^restored \d+ rows, \d+ jobs, \d+ files$/)
  const restored = await fresh.start()
  const headers = { 'x-api-key': account.key }
  const { call } = createApiClient({ url: () => restored.url, key: account.key, onAway: () => undefined })
  await awaitConnected({ call }, account.clientId)
  const whole = await fetch(new URL(mediaUrl, restored.url), { headers })
  expect(Buffer.from(await whole.arrayBuffer()).equals(document)).toBe(true)

  const inbox = () => readInbox(contact.number)
  const had = (await inbox()).length
  await callSandbox(fresh.dataDir, '/say', {
    contact: contact.number,
    name: 'Ana',
    account: account.number,
    text: '2',
  })
  await awaitState('the next question in the new place', async () => (await inbox()).length > had)
  expect((await inbox()).at(-1)?.text).toBe('What name shall I put down?')
  const { events } = await call<{ events: { id: string }[] }>('events.list', { limit: 200 })
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  expect(await restored.stop()).toBe(0)
})

const readInbox = async (contact: string): Promise<{ text: string | null }[]> =>
  (await callSandbox<{ messages: { text: string | null }[] }>(fresh.dataDir, '/read', { contact, after: 0 }))
    .messages

test('a place with accounts in it is not restored into, and a backup is not overwritten', async () => {
  await expect(fresh.parley('restore', file)).rejects.toThrow('There are accounts in this database already')
  await expect(fresh.parley('backup', file)).rejects.toThrow('is there already')
})

test('a backup that was cut off or changed is refused before anything is touched', async () => {
  const bytes = readFileSync(file)
  const cut = path.join(original.dataDir, 'cut.backup')
  const damaged = Buffer.from(bytes)
  damaged[Math.floor(bytes.length / 2)] = (damaged[Math.floor(bytes.length / 2)] ?? 0) ^ 0xff
  for (const wrong of [bytes.subarray(0, bytes.length - 20), damaged, Buffer.from('nothing')]) {
    writeFileSync(cut, wrong)
    await expect(other.parley('restore', cut)).rejects.toThrow('is not a whole backup of Parley')
  }
  await expect(other.parley('restore', path.join(other.dataDir, 'none'))).rejects.toThrow('There is no file')
  expect(await other.parley('restore', file)).toContain('restored')
})
