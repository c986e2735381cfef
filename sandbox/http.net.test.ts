import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from './index.ts'
import { pinRoot, TestClient, trustMedia, until } from './testing/client.ts'
import { startTestNetwork } from './testing/network.ts'

let sandbox: Sandbox
const clients: TestClient[] = []

beforeEach(async () => {
  sandbox = await startTestNetwork()
  pinRoot(sandbox)
})

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()))
  await sandbox.close()
})

interface Answer {
  id?: string
  error?: string
  messages?: { sequence: number }[]
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  // People go on once they see what the other side did.
  await sandbox.allSeen()
  const response = await fetch(`${sandbox.httpUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Answer }
}

function connect(client: TestClient): TestClient {
  clients.push(client)
  return client
}

async function pairOverHttp(): Promise<TestClient> {
  const pairing = connect(new TestClient(sandbox))
  const qr = await until('a QR', () => pairing.qrs[0])
  const scanned = await post('/scan', { qr, phone: '+44 7700 900001' })
  expect(scanned).toMatchObject({ status: 200, body: { jid: '447700900001:1@s.whatsapp.net' } })
  await pairing.closed()
  const client = connect(new TestClient(sandbox, pairing.credentials))
  await client.opened()
  return client
}

test('a conversation runs over HTTP alone: scan, say, read, mark read, receipts', async () => {
  const client = await pairOverHttp()
  const sent = await post('/say', { contact: '+44 7700 900500', account: '447700900001', text: 'by http' })
  expect(sent.status).toBe(200)
  await client.receivedText('by http')

  const id = await client.send('447700900500@s.whatsapp.net', { text: 'answer' })
  await sandbox.contact('447700900500').waitForMessage(({ text }) => text === 'answer')
  const read = await post('/read', { contact: '447700900500' })
  expect(read.body).toMatchObject({ messages: [{ id, text: 'answer', from: '447700900001' }], errors: [] })
  const newer = await post('/read', { contact: '447700900500', after: read.body.messages?.[0]?.sequence })
  expect(newer.body).toMatchObject({ messages: [] })

  expect((await post('/mark-read', { contact: '447700900500', account: '447700900001' })).body).toEqual({
    ids: [id],
  })
  await client.status(id, 4)
  await until('both receipts', () => sandbox.contact('447700900500').receipts.length > 1)
  expect((await post('/receipts', { contact: '447700900500' })).body).toMatchObject({
    // The phone and the client each say so when they have it, whichever has it first.
    receipts: expect.arrayContaining([
      expect.objectContaining({ id: sent.body.id, from: '447700900001', device: 0, type: '' }),
      expect.objectContaining({ id: sent.body.id, from: '447700900001', device: 1, type: 'inactive' }),
    ]),
  })
  await post('/phone/say', { account: '447700900001', to: '447700900500', text: 'by the phone' })
  await client.receivedText('by the phone')
  expect((await post('/accounts', {})).body).toMatchObject({ accounts: [{ number: '447700900001' }] })
  expect((await post('/contacts', {})).body).toMatchObject({
    contacts: [{ number: '447700900500', messages: 2 }],
  })
})

test('a group is made, written to, changed and listed over HTTP', async () => {
  const client = await pairOverHttp()
  const participants = ['+44 7700 900500', '447700900001']
  const made = (await post('/group/create', { subject: 'Ours', participants })).body as { jid: string }
  const sent = { contact: '447700900500', account: made.jid, text: 'hello @you', mentions: ['447700900001'] }
  expect((await post('/say', sent)).status).toBe(200)
  await client.receivedText('hello @you')
  await client.send(made.jid, { text: 'to the group' })
  await sandbox.contact('447700900500').waitForMessage(({ chat }) => chat === made.jid)
  const changed = await post('/group/change', {
    group: made.jid,
    add: ['447700900501'],
    subject: 'All of us',
  })
  expect(changed.body).toMatchObject({
    subject: 'All of us',
    participants: [{}, {}, { number: '447700900501' }],
  })
  expect((await post('/groups', {})).body).toEqual({ groups: [changed.body] })
  const refused = await post('/say', { ...sent, contact: '447700900777' })
  expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('not in a group') } })
})

test('polls, events, albums, places and cards are sent over HTTP', async () => {
  const client = await pairOverHttp()
  const to = { contact: '447700900500', account: '447700900001' }
  const poll = await post('/poll', { ...to, question: 'Tea?', options: ['Yes', 'No'], selectable: 1 })
  const vote = await post('/vote', { ...to, id: poll.body.id, options: ['Yes'] })
  const event = await post('/event', { ...to, title: 'Tea', startS: 1_800_000_000 })
  const answer = await post('/respond', { ...to, id: event.body.id, answer: 'maybe' })
  const place = await post('/location', { ...to, latitude: 1, longitude: 2.5 })
  const card = await post('/card', { ...to, people: [{ name: 'Bob', number: '447700900888' }] })
  const order = await post('/content', { ...to, content: { orderMessage: { itemCount: 2 } } })
  const gone = await post('/disappearing', { ...to, seconds: 86_400 })
  const album = await post('/album', {
    ...to,
    files: [
      { kind: 'image', size: 10 },
      { kind: 'video', size: 10 },
    ],
  })
  const { id, childIds } = album.body as { id: string; childIds: string[] }
  const ids = [poll, vote, event, answer, place, card, order, gone].map(({ body }) => body.id)
  await until('the last one', () => client.messages.some(({ message }) => message.key.id === childIds[1]))
  const arrived = client.messages.map(({ message }) => message.key.id).filter(Boolean)
  expect(arrived.slice(-11)).toEqual([...ids, id, ...childIds])
  const read = await post('/phone/read', { account: '447700900001' })
  expect(read.body).toMatchObject({
    messages: [{ type: 'poll' }, { vote: ['Yes'] }, {}, { response: 'maybe' }, {}, {}, {}, {}, {}, {}, {}],
  })
})

test('a phone is given a past and an address book over HTTP, and faults of its account', async () => {
  const account = '447700900001'
  const messages = [
    { text: 'hello', at: 1_700_000_000_000 },
    { text: 'hi', fromMe: true, id: 'PAST' },
  ]
  const past = await post('/phone/remember', { account, chat: '447700900500', messages })
  expect(past.body).toMatchObject({ ids: [expect.any(String), 'PAST'] })
  expect(await post('/phone/contact', { account, number: '447700900500', fullName: 'Ada' })).toMatchObject({
    status: 200,
  })
  const names = () => [...sandbox.phone(account).appState('critical_unblock_low').values()]
  expect(names()).toMatchObject([{ contactAction: { fullName: 'Ada' } }])
  await post('/phone/contact', { account, number: '447700900500' })
  expect(names()).toEqual([])
  const faults = {
    timeLockUntilMs: 1_900_000_000_000,
    staleDeviceLists: 1,
    corruptAppState: 2,
    pageAppState: 1,
  }
  expect((await post('/faults', { account, ...faults })).body).toMatchObject(faults)
})

test('files are sent, read, lost and spoilt over HTTP', async () => {
  const client = await pairOverHttp()
  const to = { contact: '447700900500', account: '447700900001' }
  const sent = await post('/media/send', { ...to, kind: 'image', size: 70_000, caption: 'by http' })
  await until('the picture', () => client.messages.some(({ message }) => message.message?.imageMessage))
  expect((await post('/media/expire', { messageId: sent.body.id })).body).toEqual({ files: 1 })
  trustMedia(sandbox)
  const base64 = Buffer.from('a file').toString('base64')
  const image = { image: Buffer.from('a file'), jpegThumbnail: '' }
  const id = await client.send('447700900500@s.whatsapp.net', image)
  await sandbox.contact('447700900500').waitForMessage((message) => message.id === id)
  const read = await post('/media/read', { contact: '447700900500', id })
  expect(read.body).toMatchObject({ kind: 'image', size: 6, base64 })
  await post('/media/expire', {})
  const gone = await post('/media/read', { contact: '447700900500', id })
  expect(gone).toMatchObject({ status: 400, body: { error: expect.stringContaining('any more') } })
  const faults = await post('/media/faults', { refuseUploads: { status: 507, count: 1 } })
  expect(faults.body).toMatchObject({ refuseUploads: { status: 507, count: 1 } })
  await expect(client.send('447700900500@s.whatsapp.net', image)).rejects.toThrow('Media upload failed')
})

test('what is wrong with a request is said in a sentence with 400', async () => {
  const cases: [string, unknown, string][] = [
    ['/say', { contact: 'nobody', account: '447700900001', text: 'x' }, 'is not a phone number'],
    ['/say', { account: '447700900001', text: 'x' }, '"contact" must be a text'],
    ['/say', { contact: '447700900500', account: '447700900001', text: 7 }, '"text" must be a text'],
    ['/scan', { qr: 'nonsense' }, 'not the text of a pairing QR'],
    ['/scan', { qr: '2@a,b,c,d' }, 'no client is waiting'],
    ['/read', '[1]', 'must be a JSON object'],
    ['/read', '{', 'must be a JSON object'],
    ['/cut', { account: '447700900001', code: 418 }, '418 is not a stream error'],
    ['/offline', { contact: '447700900500' }, '"offline" must be true or false'],
    [
      '/media/send',
      { contact: '447700900500', account: '447700900001', kind: 'smell' },
      '"kind" must be one',
    ],
    ['/media/expire', { messageId: 'none' }, 'no message "none" with media'],
    ['/logout', { account: '447700900001' }, 'no such linked device'],
  ]
  for (const [path, body, sentence] of cases) {
    const answer = await post(path, body)
    expect(answer.status, path).toBe(400)
    expect(answer.body.error).toContain(sentence)
  }
})

test('other paths and methods are refused, and so are browsers of other origins', async () => {
  expect((await post('/nothing', {})).status).toBe(404)
  expect((await fetch(`${sandbox.httpUrl}/say`)).status).toBe(405)
  expect((await post('/info', {}, { origin: 'https://example.org' })).status).toBe(403)
  const info = await fetch(`${sandbox.httpUrl}/info`)
  expect(await info.json()).toEqual({
    wsUrl: sandbox.wsUrl,
    httpUrl: sandbox.httpUrl,
    versionPageUrl: sandbox.versionPageUrl,
    rootKeyHex: sandbox.rootKeyHex,
    rootSerial: sandbox.rootSerial,
    mediaUrl: sandbox.mediaUrl,
    mediaCaPem: sandbox.mediaCaPem,
  })
})
