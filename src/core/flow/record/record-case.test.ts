import { describe, expect, test } from 'vitest'
import type { FlowEvent } from '../../conversation/flow-event.ts'
import { type CaseFlow, parseCase } from '../simulate/case-format.ts'
import { runCase } from '../simulate/run-case.ts'
import { PersonalMask } from './mask.ts'
import { recordCase } from './record-case.ts'
import type { Recording } from './recording.ts'

const START = Date.parse('2026-03-02T12:00:00Z')
const ALL = { names: true, phones: true, emails: true }
const NONE = { names: false, phones: false, emails: false }

const orders: CaseFlow = {
  nodes: [
    ['t', 'trigger.keyword', { values: ['order'] }],
    [
      'q',
      'ask',
      {
        prompt: 'Hello {{ contact.name }}, your e-mail?',
        saveAs: 'email',
        validate: { type: 'email' },
        timeoutSec: 3_600,
      },
    ],
    [
      'h',
      'http',
      { url: 'https://shop.example/orders?of={{ email }}', map: [{ path: 'phone', var: 'phone' }] },
    ],
    ['w', 'delay', { seconds: 30 }],
    ['s', 'send.text', { text: 'We call {{ phone }}, {{ email }}. Questions: help@shop.example' }],
    ['d', 'set', { assign: [{ var: 'luck', op: 'compute', formula: 'random_int(1, 1000000)' }] }],
    ['l', 'send.text', { text: 'Your number: {{ luck }}' }],
  ],
  edges: ['t>q', 'q:reply>h', 'h:ok>w', 'w>s', 's>d', 'd>l'],
}

const message = (id: string, at: number, text: string): Recording['events'][number] => ({
  at: START + at * 1_000,
  event: {
    eventId: id,
    receivedAt: START + at * 1_000,
    type: 'message_received',
    message: { id, type: 'text', text },
  },
})
const later = (at: number, event: Record<string, unknown>): Recording['events'][number] => ({
  at: START + at * 1_000,
  event: { eventId: `e${at}`, receivedAt: START + at * 1_000, ...event } as FlowEvent,
})

const LUCK = 'run-of-the-shop'

function toRecording(changes: Partial<Recording> = {}): Recording {
  return {
    runIds: [LUCK],
    flows: { flow: orders },
    client: { name: 'Shop' },
    contact: {
      jid: '5511987654321@s.whatsapp.net',
      names: ['Ana Souza'],
      phone: '+5511987654321',
      tags: [],
      fields: {},
      writtenFields: [],
      writesTags: false,
    },
    events: [
      message('m1', 0, 'order'),
      message('m2', 12.5, 'ana.souza@mail.example'),
      later(14, {
        type: 'effect_result',
        effectId: 'fx',
        runId: LUCK,
        result: { status: 200, headers: { 'set-cookie': 'session=1' }, body: { phone: '(11) 98765-4321' } },
      }),
      later(45, { type: 'delay_elapsed', timerId: 't', runId: LUCK }),
    ],
    contactFields: {},
    endsBefore: null,
    effects: { fx: 'http' },
    sent: [],
    ...changes,
  }
}

/** What the flow says to the conversation, by a replay of its own. */
function withSent(recording: Recording): Recording {
  const script = [
    { text: 'order' },
    { at: 12.5, text: 'ana.souza@mail.example' },
    { at: 14, http: { status: 200, body: { phone: '(11) 98765-4321' } } },
    { at: 45, expect: { out: ['!'] } },
  ]
  const parsed = parseCase({
    id: 'x',
    title: 'x',
    runIds: [LUCK],
    contacts: { u1: { name: 'Ana Souza' } },
    flows: recording.flows,
    script,
  })
  if (!parsed.ok) throw new Error(parsed.message)
  const [failure] = runCase(parsed.value).failures
  if (failure?.code !== 'DIFFERS') throw new Error(JSON.stringify(failure))
  const texts = JSON.parse(failure.params.found) as string[]
  return { ...recording, sent: texts.map((text, n) => ({ id: `s${n}`, text, isPoll: false })) }
}

const recording = withSent(toRecording())

function record(given: Recording, mask = ALL) {
  return recordCase(given, { title: 'An order', mask })
}

function requireCase(given: Recording, mask = ALL) {
  const result = record(given, mask)
  if (!result.ok) throw new Error(JSON.stringify(result.problem))
  return result
}

describe('a recorded case', () => {
  test('keeps times, answers and draws, and expects what was said', () => {
    const { document, endsBefore } = requireCase(recording, NONE)
    expect(endsBefore).toBeNull()
    expect(document).toMatchObject({
      title: 'An order',
      startAt: '2026-03-02T12:00:00.000Z',
      runIds: [LUCK],
      script: [
        { at: 0, text: 'order', expect: { out: ['Hello Ana Souza, your e-mail?'] } },
        { at: 12.5, text: 'ana.souza@mail.example', expect: { out: [] } },
        {
          at: 14,
          http: { status: 200, headers: {}, body: { phone: '(11) 98765-4321' } },
          expect: { out: [] },
        },
        {
          at: 45,
          expect: {
            out: [expect.stringContaining('We call'), expect.stringContaining('Your number')],
            state: 'completed',
          },
        },
      ],
    })
  })

  test('holds nothing personal when that is replaced, and passes', () => {
    const { document, masked } = requireCase(recording)
    const text = JSON.stringify(document)
    for (const secret of ['Ana', 'Souza', 'ana.souza', '98765', '987654321', 'session=1'])
      expect(text).not.toContain(secret)
    expect(text).toContain('help@shop.example')
    expect(text).toContain('person1@example.com')
    expect(masked).toEqual({ names: expect.any(Number), phones: 2, emails: 1 })
    const parsed = parseCase({ id: 'x', ...document, flows: recording.flows })
    expect(parsed.ok && runCase(parsed.value)).toMatchObject({ ok: true })
  })

  test('is refused with the first line that a replay says otherwise', () => {
    const sent = recording.sent.map((one, index) => (index === 0 ? { ...one, text: 'Good day' } : one))
    expect(record({ ...recording, sent })).toEqual({
      ok: false,
      problem: { code: 'SAYS_OTHER', params: { sent: 'Good day', said: 'Hello Ana Souza, your e-mail?' } },
    })
  })

  test('is refused when it draws by chance and the id of its run is not known', () => {
    expect(record({ ...recording, runIds: [] })).toMatchObject({ ok: false, problem: { code: 'SAYS_OTHER' } })
  })

  test('ends before an event that no step can be, and is refused where that is the first', () => {
    const failed = later(13, { type: 'send_failed', sendId: 's', runId: LUCK, nodeId: 'q', error: 'x' })
    const [first, ...rest] = recording.events
    const { document, endsBefore } = requireCase({
      ...recording,
      events: [first, failed, ...rest].flatMap((one) => one ?? []),
    })
    expect(endsBefore).toBe('send_failed')
    expect(document.script).toHaveLength(1)
    expect(record({ ...recording, events: [failed] })).toEqual({
      ok: false,
      problem: { code: 'NOTHING_TO_PLAY', params: { event: 'send_failed' } },
    })
  })

  test('is refused when replacing what is personal leads another way', () => {
    const flow: CaseFlow = {
      nodes: [
        ['t', 'trigger.keyword', { values: ['hi'] }],
        [
          'c',
          'condition',
          { cases: [{ id: 'a', all: [{ left: '{{ contact.name }}', op: 'starts_with', right: 'Ana' }] }] },
        ],
        ['s', 'send.text', { text: 'A friend' }],
      ],
      edges: ['t>c', 'c:case:a>s'],
    }
    const given = toRecording({
      flows: { flow },
      events: [message('m1', 0, 'hi')],
      sent: [{ id: 's', text: 'A friend', isPoll: false }],
    })
    expect(record(given)).toEqual({ ok: false, problem: { code: 'MASK_CHANGES', params: {} } })
    expect(requireCase(given, { ...ALL, names: false }).document).toMatchObject({
      contacts: { u1: { name: 'Ana Souza' } },
    })
  })

  test('takes an address that a sticky split divides the same way', () => {
    const flow: CaseFlow = {
      nodes: [
        ['t', 'trigger.keyword', { values: ['hi'] }],
        ['x', 'split', { arms: Array.from({ length: 10 }, (_, n) => ({ id: `w${n}`, weight: 1 })) }],
        ...Array.from({ length: 10 }, (_, n): [string, string, Record<string, unknown>] => [
          `s${n}`,
          'send.text',
          { text: `Way ${n}` },
        ]),
      ],
      edges: ['t>x', ...Array.from({ length: 10 }, (_, n) => `x:arm:w${n}>s${n}`)],
    }
    const given = toRecording({ flows: { flow }, events: [message('m1', 0, 'hi')] })
    const taken = Array.from(
      { length: 10 },
      (_, n) => record({ ...given, sent: [{ id: 's', text: `Way ${n}`, isPoll: false }] }).ok,
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  test('begins with the fields as they were before the run wrote them', () => {
    const flow: CaseFlow = {
      nodes: [
        ['t', 'trigger.keyword', { values: ['hi'] }],
        [
          's',
          'send.text',
          { text: 'Again: {{ contact.fields.seen | default: "no" }} {{ contact.fields.city }}' },
        ],
        ['w', 'set', { assign: [{ scope: 'contact', var: 'seen', value: 'yes' }] }],
      ],
      edges: ['t>s', 's>w'],
    }
    const given = toRecording({
      flows: { flow },
      events: [message('m1', 0, 'hi')],
      sent: [{ id: 's', text: 'Again: no Lisbon', isPoll: false }],
    })
    const contact = { ...given.contact, fields: { seen: 'yes', city: 'Lisbon' }, writtenFields: ['seen'] }
    expect(requireCase({ ...given, contact }).document).toMatchObject({
      contacts: { u1: { fields: { city: 'Lisbon' } } },
    })
  })
})

describe('what is personal', () => {
  const masked = (text: string, names: string[] = []) =>
    new PersonalMask(ALL, names, 'Rosa cake, call 0800 123 45 67').text(text)

  test.each([
    ['my number is +55 11 98765-4321', 'my number is +55 11 00000-0001'],
    ['write to Joe@Mail.example.org!', 'write to person1@example.com!'],
    ['5511987654321@s.whatsapp.net', 'person1@example.com'],
  ])('is replaced: %s', (text, expected) => expect(masked(text)).toBe(expected))

  test.each([
    'on 2026-11-26 10:30',
    'order 1234567',
    'id 550e8400-e29b-41d4-a716-446655440000',
    'R$ 12345678,90',
    'call 0800 123 45 67',
    'https://x.example/a/12345678901',
  ])('is not: %s', (text) => expect(masked(text)).toBe(text))

  test('a name is replaced as a whole and by its words, but not words that the flow says itself', () => {
    expect(masked('I am Rosa Lima, call me Lima, a Rosa cake', ['Rosa Lima'])).toBe(
      'I am Alex Example, call me Alex, a Rosa cake',
    )
    expect(masked('Limas are fruits', ['Rosa Lima'])).toBe('Limas are fruits')
  })

  test('the same number is replaced by the same one, and another by another', () => {
    const mask = new PersonalMask(ALL, [], '')
    expect(
      mask.value({ a: '5511987654321', b: ['+5511987654321', '5511911111111'], c: 5_511_987_654_321 }),
    ).toEqual({
      a: '5511000000001',
      b: ['+5511000000001', '5511000000002'],
      c: 5_511_000_000_001,
    })
  })
})
