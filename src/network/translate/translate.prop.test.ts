import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Address } from '../../core/addresses.ts'
import { formatJournalStanza, journalIdOf, parseJournalStanza } from './journal.ts'
import { originOf, toMessageEvent } from './message-events.ts'
import { readMessageEnvelope } from './message-stanza.ts'
import { toReceipt } from './receipts.ts'
import type { WireMessage } from './wire.ts'

const me = { phone: '100@s.whatsapp.net' as Address, lid: '900@lid' as Address }
const user = fc.integer({ min: 1, max: 999_999 }).map(String)
const server = fc.constantFrom('s.whatsapp.net', 'lid', 'g.us', 'c.us', 'broadcast', 'hosted', 'newsletter')
const device = fc.option(
  fc.nat(99).map((number) => `:${number}`),
  { nil: '' },
)
const jid = fc.tuple(user, device, server).map(([name, part, host]) => `${name}${part}@${host}`)

const attrs = fc.record(
  {
    id: fc.string({ minLength: 1, maxLength: 20 }),
    from: jid,
    participant: jid,
    recipient: jid,
    sender_pn: jid,
    sender_lid: jid,
    participant_pn: jid,
    t: fc.oneof(fc.nat().map(String), fc.string({ maxLength: 4 })),
    notify: fc.string({ maxLength: 5 }),
    offline: fc.constant('1'),
    category: fc.constant('peer'),
    type: fc.constantFrom('read', 'played', 'inactive', 'retry', 'sender', 'read-self', 'x'),
  },
  { requiredKeys: [] },
)

const { message } = fc.letrec<{ message: WireMessage }>((tie) => ({
  message: fc.record(
    {
      conversation: fc.option(fc.string()),
      extendedTextMessage: fc.option(
        fc.record({ text: fc.string(), contextInfo: fc.record({ mentionedJid: fc.array(jid) }) }),
      ),
      imageMessage: fc.option(fc.record({ caption: fc.option(fc.string()) })),
      reactionMessage: fc.option(
        fc.record({
          key: fc.option(fc.record({ id: fc.string(), fromMe: fc.boolean() })),
          text: fc.string(),
        }),
      ),
      protocolMessage: fc.option(
        fc.record({
          type: fc.option(fc.nat(20)),
          key: fc.option(fc.record({ id: fc.string(), participant: fc.option(jid) })),
        }),
      ),
      ephemeralMessage: fc.option(fc.record({ message: tie('message') }), { depthSize: 'small' }),
      messageContextInfo: fc.option(fc.constant({})),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<WireMessage>,
}))

test('whatever comes in, one event comes out, with its journal row and without device parts in addresses', () => {
  fc.assert(
    fc.property(attrs, message, (given, content) => {
      const envelope = readMessageEnvelope(given, me)
      if (!envelope) return
      const event = toMessageEvent({
        envelope,
        message: content,
        bytes: Buffer.of(1),
        origin: originOf(envelope),
        journalId: 'j',
        me,
        encode: () => Buffer.of(2),
      })
      expect(
        'journalId' in event ? event.journalId : event.kind === 'message' && event.message.journalId,
      ).toBe('j')
      if (event.kind !== 'message') return
      const { key, sender, chatAddresses, mentions } = event.message
      for (const address of [
        key.chat,
        key.participant,
        ...Object.values({ ...sender, ...chatAddresses }),
        ...mentions,
      ]) {
        if (address) expect(address).not.toMatch(/:\d+@/)
      }
      expect(key.fromMe).toBe(event.message.origin === 'own_device')
    }),
    { numRuns: 1000 },
  )
})

test('a journaled stanza reads back as what was written, and its parts have different ids', () => {
  fc.assert(
    fc.property(attrs, fc.nat(5), fc.nat(5), (given, one, other) => {
      expect(parseJournalStanza(formatJournalStanza({ attrs: given }))?.attrs).toEqual({ ...given })
      expect(journalIdOf(given, one) === journalIdOf(given, other)).toBe(one === other)
    }),
  )
})

test('a damaged journal row is told apart, never thrown on', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseJournalStanza(text)))
  expect(parseJournalStanza('{')).toBeNull()
  expect(parseJournalStanza('{"attrs":null}')).toBeNull()
})

test('a receipt names at least its own id and never comes from ourselves', () => {
  fc.assert(
    fc.property(attrs, fc.array(fc.string({ minLength: 1 })), (given, listedIds) => {
      const receipt = toReceipt({ attrs: given, listedIds }, me)
      if (!receipt) return
      expect(receipt.ids).toEqual([given.id, ...listedIds])
      expect(receipt.by.phone).not.toBe(me.phone)
      expect(Number.isInteger(receipt.atSec)).toBe(true)
    }),
  )
})
