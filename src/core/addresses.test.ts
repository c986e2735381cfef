import { describe, expect, test } from 'vitest'
import { fromPhoneNumber, parseRecipient, toAddress, toPhoneNumber } from './addresses.ts'

describe('parseRecipient', () => {
  test.each([
    ['5511999990000', '5511999990000@s.whatsapp.net', 'person'],
    ['+55 11 99999-0000', '5511999990000@s.whatsapp.net', 'person'],
    ['5511999990000@c.us', '5511999990000@s.whatsapp.net', 'person'],
    ['5511999990000:7@s.whatsapp.net', '5511999990000@s.whatsapp.net', 'person'],
    ['123456789012345@lid', '123456789012345@lid', 'lid'],
    ['120363000000000001@g.us', '120363000000000001@g.us', 'group'],
    ['5511999990000-1600000000@g.us', '5511999990000-1600000000@g.us', 'group'],
    ['status@broadcast', 'status@broadcast', 'status'],
  ])('%s is read as %s', (input, address, kind) => {
    expect(parseRecipient(input)).toEqual({ ok: true, address, kind })
  })

  test.each(['', 'ana', '12', '0123456789', 'x@lid', 'x@g.us', 'news@broadcast', '55@example.org', '@'])(
    '%j is refused with what was given',
    (input) => {
      expect(parseRecipient(input)).toEqual({ ok: false, given: input })
    },
  )
})

test('an address of the network loses its device and keeps its server', () => {
  expect(toAddress('5511999990000:12@s.whatsapp.net')).toBe('5511999990000@s.whatsapp.net')
  expect(toAddress('98765_1:3@lid')).toBe('98765_1@lid')
  expect(toAddress('120363000000000001@g.us')).toBe('120363000000000001@g.us')
})

test('a phone number and its address convert both ways', () => {
  expect(toPhoneNumber('5511999990000@s.whatsapp.net')).toBe('+5511999990000')
  expect(toPhoneNumber('5511@lid')).toBeNull()
  expect(fromPhoneNumber('+55 11 99999-0000')).toBe('5511999990000@s.whatsapp.net')
})
