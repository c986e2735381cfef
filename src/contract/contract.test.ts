import { describe, expect, it } from 'vitest'
import { toInputProblem } from '../core/input/input-problem.ts'
import { describeInputProblem } from '../words/english.ts'
import { contract, OPERATIONS } from './index.ts'

const CLIENT = '7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f'

interface Parsed {
  value?: unknown
  problems: string[]
}

/** What the contract itself says, in English; of the library its own sentence. */
function describeProblem(message: string): string {
  return message.startsWith('{"reason":') ? describeInputProblem(toInputProblem({ message })) : message
}

/** Parses an operation's input and lists problems as `path: message`. */
async function parse(path: string, input: unknown): Promise<Parsed> {
  const found = OPERATIONS.find((o) => o.name === path)
  const result = await found!.procedure['~orpc'].inputSchema!['~standard'].validate(input)
  if (!result.issues) return { value: result.value, problems: [] }
  return {
    problems: result.issues.map(
      (issue) => `${(issue.path ?? []).join('.')}: ${describeProblem(issue.message)}`,
    ),
  }
}

const send = (message: unknown, extra: object = { target: '+49 151 2345678' }) =>
  parse('chat.sendMessage', { clientId: CLIENT, message, ...extra })

describe('the operations', () => {
  it('are the 21 of the interface plus marked extensions', () => {
    const names = OPERATIONS.filter((o) => !o.entry.extension).map((o) => o.name)
    expect(names.toSorted()).toEqual(
      [
        'chat.sendMessage chat.reactMessage chat.forwardMessage chat.sendAlbum chat.editMessage chat.readMessages',
        'chat.getConversationMessages chat.fetchContacts server.ping server.qr worker.start flows.list flows.import',
        'flows.publish flows.unpublish flows.states.get flows.states.events clients.get clients.updateMainMenuFlow',
        'clients.setContactFlag proxy.seed',
      ]
        .flatMap((line) => line.split(' '))
        .toSorted(),
    )
  })
})

describe('recipients', () => {
  it('arrive as full addresses whatever form they were given in', async () => {
    for (const target of [
      '491512345678',
      '+49 151-2345678',
      '491512345678@c.us',
      '491512345678@s.whatsapp.net',
    ]) {
      const { value } = await send({ text: 'hi' }, { target })
      expect(value).toMatchObject({ target: '491512345678@s.whatsapp.net' })
    }
  })

  it('may be named target, jid, to or chatId', async () => {
    for (const name of ['target', 'jid', 'to', 'chatId']) {
      const { value } = await send({ text: 'hi' }, { [name]: '491512345678' })
      expect(value).toEqual({
        clientId: CLIENT,
        message: { text: 'hi' },
        target: '491512345678@s.whatsapp.net',
      })
    }
  })

  it('given twice agree when they mean the same address', async () => {
    const { value } = await send({ text: 'hi' }, { target: '+49 151 2345678', jid: '491512345678@c.us' })
    expect(value).toMatchObject({ target: '491512345678@s.whatsapp.net' })
  })

  it('given twice with different addresses are refused', async () => {
    const { problems } = await send({ text: 'hi' }, { target: '491512345678', to: '491512345679' })
    expect(problems).toEqual([
      'target: target and to name the same thing but hold different values; send only target.',
    ])
  })

  it('left out are refused by the canonical name', async () => {
    expect((await send({ text: 'hi' }, {})).problems).toEqual(['target: target is required.'])
    expect((await parse('chat.getConversationMessages', { clientId: CLIENT })).problems).toEqual([
      'jid: jid is required.',
    ])
  })

  it('that fit no form are refused with the forms', async () => {
    const { problems } = await send({ text: 'hi' }, { target: 'bob' })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(/^target: "bob" is not a recipient/)
  })
})

describe('a message', () => {
  const key = { remoteJid: '491512345678', id: 'A1', fromMe: false }
  const accepted: [string, object][] = [
    ['text', { text: 'hi', linkPreview: false, mentions: ['491512345678'], quoted: 'A1', ephemeral: 86_400 }],
    ['image by URL string', { image: 'https://example.com/a.png', caption: 'a' }],
    [
      'video by {url}',
      { video: { url: 'https://example.com/a.mp4' }, gifPlayback: true, ptv: false, width: 10, height: 10 },
    ],
    [
      'audio by base64',
      { audio: { base64: 'AAAA', mimetype: 'audio/ogg; codecs=opus' }, ptt: true, seconds: 3 },
    ],
    ['document', { document: 'https://example.com/a.pdf', fileName: 'a.pdf', mimetype: 'application/pdf' }],
    ['sticker', { sticker: 'https://example.com/a.webp' }],
    ['location', { location: { degreesLatitude: 1, degreesLongitude: 2, name: 'here' } }],
    ['contacts', { contacts: { displayName: 'Ana', contacts: [{ vcard: 'BEGIN:VCARD' }] } }],
    ['poll', { poll: { name: 'Lunch?', values: ['yes', 'no'], selectableCount: 1 } }],
    ['event', { event: { name: 'Party', startDate: '2026-12-31T20:00:00+01:00', call: 'video' } }],
    [
      'groupInvite',
      {
        groupInvite: { inviteCode: 'c', inviteExpiration: 1, text: 't', jid: '12345678@g.us', subject: 's' },
      },
    ],
    ['pin', { pin: { ...key, type: 1, time: 86_400 } }],
    ['listReply', { listReply: { title: 'a', singleSelectReply: { selectedRowId: '1' } } }],
    ['buttonReply', { buttonReply: { displayText: 'a', id: '1', index: 0, type: 'plain' } }],
  ]

  it.each(accepted)('of type %s is accepted', async (_, message) => {
    expect((await send(message)).problems).toEqual([])
  })

  const refused: [string, unknown, RegExp][] = [
    ['none', {}, /^message: A message needs exactly one type: one of text, image/],
    ['only modifiers', { caption: 'x' }, /^message: A message needs exactly one type/],
    [
      'two types',
      { text: 'a', location: { latitude: 1, longitude: 2 } },
      /has text and location; send them one by one/,
    ],
    ['an unknown type', { text: 'a', carousel: {} }, /^message: Unrecognized key: "carousel"/],
    ['an empty text', { text: '' }, /^message\.text: /],
    ['a text of another kind', { text: 5 }, /^message\.text: .*expected string/],
    ['a file URL', { image: 'file:///etc/passwd' }, /^message\.image: /],
    [
      'both url and base64',
      { image: { url: 'https://a.b/c', base64: 'AA', mimetype: 'a/b' } },
      /^message\.image: Give media/,
    ],
    ['base64 without its type', { image: { base64: 'AAAA' } }, /^message\.image: Give media/],
    [
      'a location off the globe',
      { location: { latitude: 91, longitude: 0 } },
      /^message\.location\.latitude: /,
    ],
    ['a location without longitude', { location: { latitude: 9 } }, /^message\.location\.degreesLongitude: /],
    ['a poll with one option', { poll: { name: 'a', values: ['x'] } }, /^message\.poll\.values: /],
    ['a poll with equal options', { poll: { name: 'a', values: ['x', 'x'] } }, /Two options are the same/],
  ]

  it.each(refused)('with %s is refused', async (_, message, expected) => {
    const { problems } = await send(message)
    expect(problems.join('\n')).toMatch(expected)
  })

  it('of a location with the short names becomes the long ones', async () => {
    const { value } = await send({ location: { latitude: 1, longitude: 2 } })
    expect(value).toMatchObject({ message: { location: { degreesLatitude: 1, degreesLongitude: 2 } } })
  })
})

describe('reactions', () => {
  const key = { remoteJid: '491512345678', id: 'A1', fromMe: false, participant: null, anything: 1 }
  const react = (extra: object) =>
    parse('chat.reactMessage', { clientId: CLIENT, target: '491512345678', key, ...extra })

  it('may be named reaction, emoji or text, and may be empty', async () => {
    for (const name of ['reaction', 'emoji', 'text']) {
      for (const value of ['👍', '']) {
        expect((await react({ [name]: value })).value).toMatchObject({ reaction: value })
      }
    }
  })

  it('left out or given twice differently are refused', async () => {
    expect((await react({})).problems).toEqual(['reaction: reaction is required.'])
    expect((await react({ reaction: '👍', emoji: '' })).problems[0]).toMatch(/^reaction: reaction and emoji/)
  })

  it('take a key as an answer gave it, extra properties and all', async () => {
    const { value } = await react({ reaction: '👍' })
    expect(value).toMatchObject({
      key: { remoteJid: '491512345678@s.whatsapp.net', id: 'A1', fromMe: false },
    })
    expect(value).not.toHaveProperty('key.anything')
  })
})

describe('albums', () => {
  const album = (items: unknown[]) =>
    parse('chat.sendAlbum', { clientId: CLIENT, target: '491512345678', album: items })
  const image = { image: 'https://example.com/a.png', caption: 'a' }

  it('take 2 to 30 images and videos', async () => {
    expect((await album([image, { video: 'https://example.com/a.mp4' }])).problems).toEqual([])
    expect((await album([image])).problems[0]).toMatch(/^album: /)
    expect((await album(Array.from({ length: 31 }, () => image))).problems[0]).toMatch(/^album: /)
  })

  it('refuse items of another type', async () => {
    expect((await album([image, { text: 'a' }])).problems[0]).toMatch(/^album\.1: Unrecognized key: "text"/)
  })
})

describe('paging a conversation', () => {
  const page = (extra: object) =>
    parse('chat.getConversationMessages', { clientId: CLIENT, jid: '491512345678', ...extra })

  it('defaults to 50 messages before the cursor', async () => {
    expect((await page({})).value).toEqual({
      clientId: CLIENT,
      jid: '491512345678@s.whatsapp.net',
      limit: 50,
      direction: 'before',
    })
  })

  it('takes 1 to 200 whole messages', async () => {
    for (const limit of [0, 201, 1.5, '50']) expect((await page({ limit })).problems[0]).toMatch(/^limit: /)
    for (const limit of [1, 200]) expect((await page({ limit })).problems).toEqual([])
  })
})

describe('importing a flow', () => {
  it('takes the minimal body', async () => {
    expect((await parse('flows.import', { version: 1, name: 'a' })).value).toEqual({ version: 1, name: 'a' })
  })

  it('takes the graph as JSON text or as JSON, with the same result', async () => {
    const nodes = [{ id: 't', type: 'trigger.keyword', position: { x: 0, y: 0 }, data: { values: ['a'] } }]
    const edges = [{ id: 'e', source: 't', target: 't', sourceHandle: null }]
    const viewport = { x: 0, y: 0, zoom: 1 }
    const plain = await parse('flows.import', { version: 1, name: 'a', nodes, edges, viewport })
    const text = await parse('flows.import', {
      version: 1,
      name: 'a',
      nodes: JSON.stringify(nodes),
      edges: JSON.stringify(edges),
      viewport: JSON.stringify(viewport),
    })
    expect(plain.value).toEqual({ version: 1, name: 'a', nodes, edges, viewport })
    expect(text.value).toEqual(plain.value)
  })

  it('takes an exported flow back, nulls and unknown properties included', async () => {
    const { problems } = await parse('flows.import', {
      version: 1,
      name: 'a',
      description: null,
      clientId: null,
      viewport: null,
      fallbackText: null,
      status: 'published',
      source: { app: 'parley' },
    })
    expect(problems).toEqual([])
  })

  const refused: [string, object, RegExp][] = [
    ['another version', { version: 2 }, /^version: This server reads version 1/],
    ['a name left out', { name: undefined }, /^name: /],
    ['text that is not JSON', { nodes: '[{' }, /^nodes: This string is not JSON text/],
    [
      'JSON text nested too deep',
      { nodes: `[{"id":"a","type":"b","data":${'{"a":'.repeat(45_000)}1${'}'.repeat(45_000)}}]` },
      /^nodes: .* nests deeper/,
    ],
    ['JSON text with a NUL character', { viewport: '{"x":"\\u0000"}' }, /^viewport: .* NUL character/],
    ['JSON text of another kind', { nodes: '{}' }, /^nodes: .*expected array/],
    ['an unknown behaviour', { retriggerBehavior: 'twice' }, /^retriggerBehavior: /],
  ]

  it.each(refused)('refuses %s', async (_, change, expected) => {
    const { problems } = await parse('flows.import', { version: 1, name: 'a', ...change })
    expect(problems.join('\n')).toMatch(expected)
  })
})

describe('ids', () => {
  it('of clients have to be UUIDs', async () => {
    expect((await parse('chat.fetchContacts', { clientId: 'x' })).problems).toEqual([
      'clientId: This is not a client id; client ids are UUIDs.',
    ])
  })

  it('of other resources that cannot exist become one that never exists', async () => {
    expect((await parse('flows.publish', { id: 'nope' })).value).toEqual({
      id: '00000000-0000-0000-0000-000000000000',
    })
    expect((await parse('flows.publish', { id: CLIENT.toUpperCase() })).value).toEqual({ id: CLIENT })
  })
})

describe('proxies', () => {
  it('take a port as text or number and leave judging hosts and ports to the seeding', async () => {
    const entry = { host: '', user: 'u', password: 'p' }
    const { value } = await parse('proxy.seed', {
      proxies: [
        { ...entry, port: '0' },
        { ...entry, port: 8080 },
      ],
    })
    expect(value).toEqual({
      proxies: [
        { ...entry, port: '0', protocol: 'http' },
        { ...entry, port: '8080', protocol: 'http' },
      ],
    })
  })

  it('are at most 1000 in one call', async () => {
    const entry = { host: 'a', port: '1', user: 'u', password: 'p' }
    expect(
      (await parse('proxy.seed', { proxies: Array.from({ length: 1001 }, () => entry) })).problems[0],
    ).toMatch(/^proxies: /)
  })
})

it.each([
  ['+49 170 1234567', true],
  ['(49) 170-123.4567', true],
  ['491701234567', true],
  ['......', false],
  ['+ - ( )', false],
  ['0170 1234567', false],
  ['12345', false],
  ['+1234567890123456', false],
])('a number to look up such as %s is taken: %s', (number, isTaken) => {
  const schema = contract.contacts.check['~orpc'].inputSchema
  const clientId = '00000000-0000-4000-8000-000000000000'
  expect(schema?.['~standard'].validate({ clientId, phoneNumbers: [number] })).toMatchObject(
    isTaken
      ? { value: { phoneNumbers: [number] } }
      : { issues: [{ message: expect.stringContaining('NO_PHONE_NUMBER') }] },
  )
})
