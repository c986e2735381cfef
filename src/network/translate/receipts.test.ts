import { expect, test } from 'vitest'
import type { Address } from '../../core/addresses.ts'
import { toReceipt } from './receipts.ts'

const me = { phone: '100@s.whatsapp.net' as Address, lid: '900@lid' as Address }
const base = { id: 'M1', from: '201:3@s.whatsapp.net', t: '1700000000' }

test.each([
  [undefined, 'delivered'],
  ['read', 'read'],
  ['played', 'played'],
  ['server-error', 'error'],
])('type %s tells %s', (type, kind) => {
  const attrs = type ? { ...base, type } : base
  expect(toReceipt({ attrs, listedIds: ['M2'] }, me)).toEqual({
    chat: '201@s.whatsapp.net',
    ids: ['M1', 'M2'],
    kind,
    by: { phone: '201@s.whatsapp.net', lid: null },
    atSec: 1_700_000_000,
  })
})

test.each(['inactive', 'retry', 'sender', 'read-self', 'peer_msg', 'hist_sync'])(
  'type %s says nothing about our messages',
  (type) => {
    expect(toReceipt({ attrs: { ...base, type }, listedIds: [] }, me)).toBeNull()
  },
)

test('a receipt of one of our own devices is not one of a reader', () => {
  expect(toReceipt({ attrs: { ...base, from: '900:2@lid', type: 'read' }, listedIds: [] }, me)).toBeNull()
})

test.each(['read', 'read-self'])('a status that one of our own devices showed is seen, by %s', (type) => {
  const attrs = { ...base, from: 'status@broadcast', participant: '900:2@lid', recipient: '801@lid', type }
  expect(toReceipt({ attrs, listedIds: ['M2'] }, me)).toMatchObject({
    ...{ chat: 'status@broadcast', ids: ['M1', 'M2'], kind: 'read' },
    by: { phone: null, lid: '900@lid' },
  })
  expect(toReceipt({ attrs: { ...attrs, type: 'sender' }, listedIds: [] }, me)).toBeNull()
})

test('in a group the participant confirms', () => {
  const attrs = {
    ...base,
    from: '120363@g.us',
    participant: '801:1@lid',
    participant_pn: '201@s.whatsapp.net',
  }
  expect(toReceipt({ attrs, listedIds: [] }, me)).toMatchObject({
    chat: '120363@g.us',
    by: { phone: '201@s.whatsapp.net', lid: '801@lid' },
  })
})
