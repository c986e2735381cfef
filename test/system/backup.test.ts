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

const DOCUMENTS = 4

/** What flows use beside messages: fields of contacts, tables, models, an address that others call, and documents that wait to be read. */
async function keepThings({ api, clientId }: PairedAccount, jid: string): Promise<string> {
  await api.call('contacts.fields.set', { name: 'size', type: 'choice', choices: ['S', 'L'] })
  await api.call('contacts.update', { clientId, contactJid: jid, fields: { size: 'L' } })
  await api.call('tables.set', {
    name: 'slots',
    columns: [{ name: 'day', type: 'text' }],
    unique: [['day']],
  })
  await api.call('tables.rows.add', { table: 'slots', rows: [{ day: 'Monday' }] })
  const model = { name: 'default', provider: 'openai-compatible', modelId: 'small' }
  await api.call('models.set', { ...model, baseUrl: 'https://models.example.com/v1' })
  const position = { x: 0, y: 0 }
  const { id } = await api.call<{ id: string }>('flows.import', {
    ...{ version: 1, name: 'Paid', clientId },
    nodes: [
      { position, id: 't', type: 'trigger.webhook', data: {} },
      { position, id: 'q', type: 'ask', data: { prompt: 'Which size?', saveAs: 'answer' } },
    ],
    edges: [{ id: 'e', source: 't', sourceHandle: 'out', target: 'q' }],
  })
  await api.call('flows.publish', { id })
  const [address] = await api.call<{ path: string }[]>('flows.incoming.list', { id })
  for (let nth = 0; nth < DOCUMENTS; nth += 1) {
    const lines = Array.from({ length: 8_000 }, (_, line) => `Rule ${nth} of page ${line} is kept here.\n`)
    const base64 = Buffer.from(lines.join('\n')).toString('base64')
    const file = { base64, mimetype: 'text/plain' }
    await api.call('knowledge.add', { file, fileName: `rules-${nth}.txt` })
  }
  return address?.path ?? ''
}

/** All of it is there, and goes on: the row is taken, the address starts its flow, what waited is read. */
async function checkThings(
  { call }: Pick<PairedAccount['api'], 'call'>,
  { url, path: address, clientId, jid }: { url: string; path: string; clientId: string; jid: string },
): Promise<void> {
  const { contacts } = await call<{ contacts: { fields: object }[] }>('contacts.list', {
    clientId,
    field: { name: 'size', value: 'L' },
  })
  expect(contacts).toMatchObject([{ fields: { size: 'L' } }])
  const refused = call('tables.rows.add', { table: 'slots', rows: [{ day: 'Monday' }] })
  await expect(refused).rejects.toThrow('was refused: CONFLICT')
  await call('tables.rows.add', { table: 'slots', rows: [{ day: 'Tuesday' }] })
  expect(await call('models.list', {})).toMatchObject([{ name: 'default', modelId: 'small' }])
  const hook = await fetch(new URL(address, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone: jid }),
  })
  expect([hook.status, await hook.text()]).toEqual([hook.status, expect.stringContaining('flowStateId')])
  await awaitState('all documents to be read', async () => {
    const { documents } = await call<{ documents: { state: string }[] }>('knowledge.list', {})
    expect(documents.filter(({ state }) => state === 'failed')).toEqual([])
    return documents.length === DOCUMENTS && documents.every(({ state }) => state === 'ready')
  })
}

test('a backup made while the service runs goes on in another place: connected without a QR, runs where they were, files there', async () => {
  const service = await original.start()
  const { account, contact, document, mediaUrl } = await liveForAWhile(service)
  const hook = await keepThings(account, contact.number)
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
  const other = newContact(fresh.dataDir, 'Bia').number
  const place = { url: restored.url, path: hook, clientId: account.clientId, jid: other }
  await checkThings({ call }, place)
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
