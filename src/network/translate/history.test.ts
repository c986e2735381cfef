import { expect, test } from 'vitest'
import type { Address } from '../../core/addresses.ts'
import { toContactEvent, toHistoryEvent } from './history.ts'

const me = { phone: '100@s.whatsapp.net' as Address, lid: '900@lid' as Address }
const context = { me, encode: () => Buffer.of(1), origin: 'history' as const }

test('a message of the history names chat, writer and time', () => {
  const key = { id: 'H1', remoteJid: '801@lid', remoteJidAlt: '201@s.whatsapp.net', fromMe: false }
  const entry = {
    key,
    message: { conversation: 'old' },
    messageTimestamp: { toNumber: () => 17 },
    pushName: 'Ada',
  }
  expect(toHistoryEvent(entry, context)).toMatchObject({
    kind: 'message',
    message: {
      key: { chat: '801@lid', id: 'H1', fromMe: false },
      sender: { phone: '201@s.whatsapp.net', lid: '801@lid' },
      origin: 'history',
      atSec: 17,
      text: 'old',
      pushName: 'Ada',
      journalId: null,
    },
  })
})

test('an own message of the history is ours, and in a group its writer is named', () => {
  const own = {
    key: { id: 'H', remoteJid: '201@s.whatsapp.net', fromMe: true },
    message: { conversation: 'x' },
  }
  expect(toHistoryEvent(own, context)).toMatchObject({ message: { sender: me, key: { fromMe: true } } })
  const inGroup = {
    key: { id: 'H', remoteJid: '1@g.us' },
    participant: '801:2@lid',
    message: { conversation: 'x' },
  }
  expect(toHistoryEvent(inGroup, context)).toMatchObject({
    message: { key: { participant: '801@lid' }, sender: { phone: null, lid: '801@lid' } },
  })
})

test('calls, notices and entries without a key are no messages', () => {
  expect(toHistoryEvent({}, context)).toBeNull()
  expect(toHistoryEvent({ key: { id: 'H', remoteJid: '1@lid' } }, context)).toBeNull()
  expect(toHistoryEvent({ key: { id: 'H', remoteJid: '1@lid' }, message: {} }, context)).toBeNull()
})

test('a contact is known by both addresses and by the name it has or gives itself', () => {
  expect(toContactEvent({ id: '801@lid', phoneNumber: '201@s.whatsapp.net', name: 'Ada L.' })).toEqual({
    kind: 'contact',
    addresses: { phone: '201@s.whatsapp.net', lid: '801@lid' },
    name: 'Ada L.',
  })
  expect(toContactEvent({ id: '201@s.whatsapp.net', verifiedName: 'Shop' })).toMatchObject({ notify: 'Shop' })
  expect(toContactEvent({ id: '1@g.us', name: 'a group' })).toBeNull()
})
