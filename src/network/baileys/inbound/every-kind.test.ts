import { proto } from 'baileys'
import { describe, expect, it } from 'vitest'
import type { NetworkEvent, PersonAddresses } from '../../port.ts'
import { toPerson } from '../../translate/people.ts'
import { CHANGES, KINDS, SILENT, WRAPPERS } from '../../translate/wire-kinds.ts'
import { messageToJson } from '../outbound/prepare.ts'
import { Inbound } from './inbound.ts'

const me: PersonAddresses = toPerson('100@s.whatsapp.net', '900@lid')
const ATTRS = { from: '201@s.whatsapp.net', id: 'A1', t: '1700000000' }
const OWN = { ...ATTRS, from: '100@s.whatsapp.net', recipient: '201@s.whatsapp.net' }

/** What the library knows of messages. A newer library brings new ones, which have to be put into one of the lists. */
const FIELDS = Object.keys(proto.Message.prototype).filter((name) => name !== 'toJSON')

/** Kinds that are told with their name and their raw form, and not translated. */
const NAMED_ONLY = [
  ...['chat', 'sendPaymentMessage', 'requestPaymentMessage', 'declinePaymentRequestMessage'],
  ...[
    'cancelPaymentRequestMessage',
    'paymentInviteMessage',
    'invoiceMessage',
    'productMessage',
    'orderMessage',
  ],
  ...[
    'requestPhoneNumberMessage',
    'scheduledCallCreationMessage',
    'scheduledCallEditMessage',
    'callLogMesssage',
  ],
  ...[
    'bcallMessage',
    'messageHistoryBundle',
    'messageHistoryNotice',
    'encCommentMessage',
    'stickerPackMessage',
  ],
  ...['statusMentionMessage', 'groupStatusMentionMessage', 'statusNotificationMessage'],
  ...['statusStickerInteractionMessage', 'pollResultSnapshotMessage', 'pollResultSnapshotMessageV3'],
  ...['richResponseMessage', 'deviceSentMessage'],
]

const translated = ['conversation', ...Object.keys(KINDS)]
const known: Record<string, readonly string[]> = {
  translated,
  wrappers: WRAPPERS,
  changes: CHANGES,
  silent: Object.keys(SILENT),
  named: NAMED_ONLY,
}

function receive(plaintext: Uint8Array, attrs: Record<string, string> = ATTRS): NetworkEvent {
  const events = new Inbound(() => me).fromEntry({ id: 'j', stanza: '', plaintext }, attrs)
  return events.at(-1) as NetworkEvent
}

const encode = (message: proto.IMessage): Uint8Array => proto.Message.encode(message).finish()

const withField = (name: string, value: unknown = {}): Uint8Array =>
  encode({ [name]: value } as proto.IMessage)

const tag = (field: number, value: Uint8Array): Uint8Array =>
  Buffer.concat([varint(field * 8 + 2), varint(value.length), value])

function varint(number: number): Buffer {
  return number < 128
    ? Buffer.from([number])
    : Buffer.concat([Buffer.from([(number % 128) | 128]), varint(Math.floor(number / 128))])
}

describe('every kind of message that the library knows', () => {
  it.each(FIELDS)(
    '%s is in one list: translated, an envelope, a change, silent for a reason, or named',
    (field) => {
      const lists = Object.entries(known).filter(([, names]) => names.includes(field))
      expect(lists.map(([list]) => list)).toHaveLength(1)
    },
  )

  it('nothing else is in the lists', () => {
    expect(
      Object.values(known)
        .flat()
        .filter((name) => !FIELDS.includes(name)),
    ).toEqual([])
    for (const reason of Object.values(SILENT)) expect(reason.length).toBeGreaterThan(20)
  })

  it.each(translated)('%s is a message of a type of its own', (field) => {
    const event = receive(withField(field, field === 'conversation' ? 'hello' : {}))
    expect(event).toMatchObject({ kind: 'message', message: { type: expect.not.stringMatching(/^unknown/) } })
  })

  it.each(WRAPPERS)('%s is opened', (field) => {
    const event = receive(withField(field, { message: { conversation: 'inside' } }))
    expect(event).toMatchObject({ kind: 'message', message: { type: 'text', text: 'inside' } })
  })

  it.each(NAMED_ONLY)('%s is told with its name, and its JSON has it', (field) => {
    const plaintext = withField(field)
    expect(receive(plaintext)).toMatchObject({
      kind: 'message',
      message: { type: `unknown:${field}`, details: { unknownKind: field } },
    })
    expect(Object.keys(messageToJson(plaintext))).toEqual([field])
  })

  it.each(Object.keys(SILENT))('%s alone is no message', (field) => {
    expect(receive(withField(field)).kind).toBe('other')
  })
})

describe('a message of a kind that is newer than the library', () => {
  const newer = tag(5_000, Buffer.from('something new'))

  it('is told by its number, and its JSON has all of it', () => {
    expect(receive(newer)).toMatchObject({
      kind: 'message',
      message: { type: 'unknown:field 5000', text: null, details: { unknownKind: 'field 5000' } },
    })
    expect(messageToJson(newer)).toEqual({ unreadBytes: Buffer.from(newer).toString('base64') })
  })

  it('is told inside an envelope, and beside what is no message', () => {
    const context = encode({ messageContextInfo: { messageSecret: Buffer.alloc(32) } })
    const wrapped = tag(40, tag(1, newer))
    for (const bytes of [Buffer.concat([context, newer]), wrapped, Buffer.concat([wrapped, context])]) {
      expect(receive(bytes)).toMatchObject({ message: { type: 'unknown:field 5000' } })
    }
  })

  it('is told when the account’s own phone wrote it, and its bytes are kept', () => {
    const copy = tag(31, Buffer.concat([tag(1, Buffer.from('201@s.whatsapp.net')), tag(2, newer)]))
    const event = receive(copy, OWN)
    expect(event).toMatchObject({ message: { key: { fromMe: true }, type: 'unknown:field 5000' } })
    expect(event.kind === 'message' && Buffer.from(event.message.bytes)).toEqual(Buffer.from(newer))
  })

  it('does not make a message of what holds nothing, or of a broken one', () => {
    for (const bytes of [
      new Uint8Array(),
      encode({ messageContextInfo: {} }),
      encode({ ephemeralMessage: { message: {} } }),
    ]) {
      expect(receive(bytes).kind).toBe('other')
    }
    expect(receive(Buffer.from([0xff, 0xff])).kind).toBe('other')
  })
})

it.each<[string, proto.IMessage, true | undefined]>([
  ['a picture that moves', { stickerMessage: { isAnimated: true } }, true],
  [
    'drawn anew at each frame',
    { lottieStickerMessage: { message: { stickerMessage: { isLottie: true } } } },
    true,
  ],
  ['a picture', { stickerMessage: {} }, undefined],
])('a sticker that is %s says so', (_, message, isAnimated) => {
  const event = receive(encode(message))
  expect(event.kind === 'message' && [event.message.type, event.message.isAnimated]).toEqual([
    'sticker',
    isAnimated,
  ])
})

it('what is masked on linked devices is to be opened on the phone', () => {
  expect(receive(withField('placeholderMessage'))).toMatchObject({
    message: { type: 'phoneOnly', details: { isOnPhoneOnly: true } },
  })
})

it('a comment names the message it is about, and so does an answer to a question', () => {
  const message = { conversation: 'well said' }
  const about = { id: 'M1' }
  for (const content of [
    { commentMessage: { message, targetMessageKey: about } },
    { questionResponseMessage: { key: about, text: 'well said' } },
  ]) {
    expect(receive(encode(content))).toMatchObject({
      message: { type: 'text', text: 'well said', quotedId: 'M1' },
    })
  }
})

describe('the username of a person', () => {
  const LID_ATTRS = { from: '801@lid', id: 'A1', t: '1700000000' }
  const text = encode({ conversation: 'hello' })
  const told = (attrs: Record<string, string>) =>
    new Inbound(() => me).fromEntry({ id: 'j', stanza: '', plaintext: text }, attrs)[0]

  it('comes with what they write, also in a group, and with what the account’s phone writes to them', () => {
    const lid = { phone: null, lid: '801@lid' }
    const expected = { kind: 'contact', addresses: lid, username: 'ana.b' }
    expect(told({ ...LID_ATTRS, username: 'ana.b' })).toEqual(expected)
    const inGroup = { ...LID_ATTRS, from: '1@g.us', participant: '801:2@lid' }
    expect(told({ ...inGroup, participant_username: 'ana.b' })).toEqual(expected)
    const own = { ...LID_ATTRS, from: '900@lid', recipient: '801@lid' }
    expect(told({ ...own, recipient_username: 'ana.b' })).toEqual(expected)
    expect(told({ ...own, username: 'me' })).toMatchObject({ kind: 'message' })
  })

  it('comes with contacts and the history, and is no name of the address book', () => {
    const inbound = new Inbound(() => me)
    const contact = { id: '801@lid', name: 'ana.b', username: 'ana.b' }
    const expected = [{ kind: 'contact', addresses: { phone: null, lid: '801@lid' }, username: 'ana.b' }]
    expect(inbound.fromContacts([contact])).toEqual(expected)
    expect(inbound.fromContacts([contact])).toEqual([])
    expect(inbound.fromHistory([], [contact], [])).toEqual(expected)
    expect(inbound.fromContacts([{ ...contact, name: 'Ana' }])).toMatchObject([
      { name: 'Ana', username: 'ana.b' },
    ])
  })
})

describe('the text of what is not translated', () => {
  it.each<[string, proto.IMessage, string | null]>([
    [
      'the note of a payment',
      { sendPaymentMessage: { noteMessage: { conversation: 'for lunch' } } },
      'for lunch',
    ],
    [
      'a formatted note',
      { requestPaymentMessage: { noteMessage: { extendedTextMessage: { text: 'rent' } } } },
      'rent',
    ],
    [
      'the words of an order',
      { orderMessage: { message: 'two, please', orderTitle: 'Shop' } },
      'two, please',
    ],
    ['the title of a product', { productMessage: { product: { title: 'Shoes' } } }, 'Shoes'],
    ['the title of a planned call', { scheduledCallCreationMessage: { title: 'Monday' } }, 'Monday'],
    ['nothing', { requestPhoneNumberMessage: {} }, null],
  ])('is %s', (_, message, text) => {
    expect(receive(encode(message))).toMatchObject({ message: { text } })
  })
})
