import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Contact } from '../../sandbox/index.ts'
import { anyUuid, MP4, OGG, PDF, ROWS } from '../support/contact-messages.ts'
import { useTestDatabase } from '../support/database.ts'
import { type FlowNetwork, startFlowNetwork } from '../support/flow-network.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900810'

let network: FlowNetwork
let fileFlow: string
let people = 0

const nextContact = (): Contact => {
  people += 1
  return network.contact(`4477009019${String(people).padStart(2, '0')}`)
}

beforeAll(async () => {
  network = await startFlowNetwork(database(), ACCOUNT)
  fileFlow = await network.publish(
    [
      ['t', 'trigger.keyword', { values: ['file'] }],
      ['q', 'ask', { prompt: 'Send', saveAs: 'x', validate: { type: 'media' } }],
      [
        'h',
        'http',
        {
          method: 'POST',
          url: `${network.receiver}/file/{{ contact.phone | digits }}`,
          bodyType: 'file',
          body: '{{ vars.x.mediaId }}',
          timeoutMs: 5_000,
        },
      ],
      ['s', 'send.media', { kind: 'document', url: '{{ vars.x.mediaId }}', fileName: 'back' }],
      ['e', 'send.text', { text: 'no: {{ node.h.error }}' }],
    ],
    [
      ['t', 'out', 'q'],
      ['q', 'reply', 'h'],
      ['h', 'ok', 's'],
      ['h', 'error', 'e'],
    ],
  )
})
afterAll(() => network.close())

async function ask(from: Contact, keyword: string, prompt = 'Send'): Promise<void> {
  await from.sendText(ACCOUNT, keyword)
  await from.waitForMessage(({ text }) => text === prompt)
}

describe('the bytes of a file that came in', () => {
  const files = Object.entries(ROWS).filter(([, row]) => row.bytes)

  test.each(files)('%s: an http node posts them, and they are sent on', async (_, { send, bytes }) => {
    const from = nextContact()
    await ask(from, 'file')
    await send(from, ACCOUNT)
    const call = await network.call(`/file/${from.number}`)
    expect(call.body).toEqual(bytes)
    const back = await from.waitForMessage(({ media }) => media !== undefined)
    expect(await back.media?.bytes()).toEqual(bytes)
  })

  test('a document goes with its type and its name', async () => {
    const from = nextContact()
    await ask(from, 'file')
    await ROWS.document?.send(from, ACCOUNT)
    const { headers } = await network.call(`/file/${from.number}`)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''a%C3%A7a%C3%AD%201.pdf",
      'content-length': String(PDF.length),
    })
  })

  test('a document goes along in a form and in JSON, with what stands beside it', async () => {
    const from = nextContact()
    const call = { method: 'POST', fileId: '{{ vars.x.mediaId }}' }
    await network.publish(
      [
        ['t', 'trigger.keyword', { values: ['invoice'] }],
        ['q', 'ask', { prompt: 'Send', saveAs: 'x' }],
        [
          'm',
          'http',
          {
            ...{ ...call, url: `${network.receiver}/form`, bodyType: 'multipart', fileField: 'document' },
            body: { from: '{{ contact.phone | digits }}', note: '{{ vars.x.fileName }}' },
          },
        ],
        [
          'j',
          'http',
          {
            ...{ ...call, url: `${network.receiver}/json`, fileField: 'document.content' },
            body: '{"document": {"name": "{{ vars.x.fileName }}"}}',
          },
        ],
        ['s', 'send.text', { text: 'both went' }],
      ],
      [
        ['t', 'out', 'q'],
        ['q', 'reply', 'm'],
        ['m', 'ok', 'j'],
        ['j', 'ok', 's'],
      ],
    )
    await ask(from, 'invoice')
    await ROWS.document?.send(from, ACCOUNT)
    const posted = await network.call('/form')
    const type = String(posted.headers['content-type'])
    const form = await new Response(posted.body, { headers: { 'content-type': type } }).formData()
    expect([form.get('from'), form.get('note')]).toEqual([from.number, 'açaí 1.pdf'])
    const file = form.get('document') as File
    expect([file.name, file.type]).toEqual(['açaí 1.pdf', 'application/pdf'])
    expect(Buffer.from(await file.arrayBuffer())).toEqual(PDF)
    const json = await network.call('/json')
    expect(JSON.parse(json.body.toString())).toEqual({
      document: { name: 'açaí 1.pdf', content: PDF.toString('base64') },
    })
    await from.waitForMessage(({ text }) => text === 'both went')
  })

  test('a file that cannot be had leads out of the http node by error, with its details kept', async () => {
    const from = nextContact()
    await ask(from, 'file')
    await from.sendMedia(ACCOUNT, { kind: 'document', bytes: PDF, fileName: 'bad.pdf', corrupt: 'hash' })
    await from.waitForMessage(({ text }) => text === 'no: FILE_UNAVAILABLE')
    const run = await network.run(fileFlow, 'completed')
    expect(run.context.vars.x).toMatchObject({ fileName: 'bad.pdf', mediaId: anyUuid })
  })

  test('a file that cannot be had cannot be sent on, and the run takes the way of messages that failed', async () => {
    const from = nextContact()
    await network.publish(
      [
        ['t', 'trigger.keyword', { values: ['onward'] }],
        ['q', 'ask', { prompt: 'Send', saveAs: 'x' }],
        ['s', 'send.media', { kind: 'document', url: '{{ vars.x.mediaId }}' }],
        ['w', 'ask', { prompt: 'More?' }],
        ['f', 'send.text', { text: 'it did not go' }],
      ],
      [
        ['t', 'out', 'q'],
        ['q', 'reply', 's'],
        ['s', 'out', 'w'],
        ['s', 'failed', 'f'],
      ],
    )
    await ask(from, 'onward')
    await from.sendMedia(ACCOUNT, { kind: 'document', bytes: PDF, corrupt: 'hash' })
    await from.waitForMessage(({ text }) => text === 'it did not go')
  })
})

describe('kinds', () => {
  test('a voice note starts what listens to voice, and is no audio file', async () => {
    const from = nextContact()
    await network.publish(
      [
        ['t', 'trigger.any_message', { messageTypes: ['voice'], cooldownSec: 0 }],
        [
          'q',
          'ask',
          {
            ...{ prompt: 'Another?', retryText: 'Voice only.', saveAs: 'x' },
            validate: { type: 'media', formats: ['voice'] },
          },
        ],
        ['s', 'send.text', { text: 'heard {{ vars.x.seconds }} s' }],
      ],
      [
        ['t', 'out', 'q'],
        ['q', 'reply', 's'],
      ],
    )
    await from.sendMedia(ACCOUNT, { kind: 'ptt', bytes: OGG, seconds: 2 })
    await from.waitForMessage(({ text }) => text === 'Another?')
    await from.sendMedia(ACCOUNT, { kind: 'audio', bytes: OGG })
    await from.waitForMessage(({ text }) => text === 'Voice only.')
    await from.sendMedia(ACCOUNT, { kind: 'ptt', bytes: OGG, seconds: 4 })
    await from.waitForMessage(({ text }) => text === 'heard 4 s')
  })

  test('a video note is a video to a question for one', async () => {
    const from = nextContact()
    await network.publish(
      [
        ['t', 'trigger.keyword', { values: ['clip'] }],
        ['q', 'ask', { prompt: 'Clip?', saveAs: 'x', validate: { type: 'media', formats: ['video'] } }],
        ['s', 'send.text', { text: 'note: {{ vars.x.isNote }}' }],
      ],
      [
        ['t', 'out', 'q'],
        ['q', 'reply', 's'],
      ],
    )
    await ask(from, 'clip', 'Clip?')
    await from.sendMedia(ACCOUNT, { kind: 'ptv', bytes: MP4 })
    await from.waitForMessage(({ text }) => text === 'note: true')
  })

  test('a video note starts what listens to video notes, and a plain video neither that nor a question for one', async () => {
    const from = nextContact()
    await network.publish(
      [
        ['t', 'trigger.any_message', { messageTypes: ['video_note'], cooldownSec: 0 }],
        [
          'q',
          'ask',
          {
            ...{ prompt: 'One more?', retryText: 'Video notes only.', saveAs: 'x' },
            validate: { type: 'media', formats: ['video_note'] },
          },
        ],
        ['s', 'send.text', { text: 'seen {{ vars.x.type }} of {{ vars.x.seconds }} s' }],
      ],
      [
        ['t', 'out', 'q'],
        ['q', 'reply', 's'],
      ],
    )
    const startedBefore = await database().pool.query('select count(*)::int as n from flow_state')
    await from.sendMedia(ACCOUNT, { kind: 'video', bytes: MP4 })
    await from.sendMedia(ACCOUNT, { kind: 'ptv', bytes: MP4, seconds: 2 })
    await from.waitForMessage(({ text }) => text === 'One more?')
    const started = await database().pool.query('select count(*)::int as n from flow_state')
    expect(started.rows[0].n).toBe(startedBefore.rows[0].n + 1)
    await from.sendMedia(ACCOUNT, { kind: 'video', bytes: MP4 })
    await from.waitForMessage(({ text }) => text === 'Video notes only.')
    await from.sendMedia(ACCOUNT, { kind: 'ptv', bytes: MP4, seconds: 4 })
    await from.waitForMessage(({ text }) => text === 'seen video of 4 s')
  })
})
