import { expect, test } from 'vitest'
import { deriveLid, InputError, lidJid, numberJid, parseAddress, parseNumber } from './addresses.ts'

test('numbers may be written as people write them', () => {
  expect(parseNumber('+44 7700 900-123')).toBe('447700900123')
  expect(parseNumber('(44) 7700900123')).toBe('447700900123')
})

test.each(['', 'Ada', '12', '1234567890123456', '44770090012x', undefined, 447700900123])(
  '%s is no number',
  (text) => {
    expect(() => parseNumber(text)).toThrow(InputError)
  },
)

test('a jid is taken apart and put together again', () => {
  expect(parseAddress('447700900123:2@s.whatsapp.net')).toEqual({
    user: '447700900123',
    device: 2,
    server: 's.whatsapp.net',
  })
  expect(parseAddress('123@lid')).toEqual({ user: '123', device: 0, server: 'lid' })
  expect(parseAddress('447700900123@c.us')?.server).toBe('s.whatsapp.net')
  expect(numberJid('447700900123')).toBe('447700900123@s.whatsapp.net')
  expect(lidJid('123', 4)).toBe('123:4@lid')
})

test.each(['1203@g.us', 'status@broadcast', '@s.whatsapp.net', '', undefined])('%s is nobody', (jid) => {
  expect(parseAddress(jid)).toBeUndefined()
})

test('a LID has fifteen digits and is always the same for a number', () => {
  expect(deriveLid('447700900123')).toMatch(/^\d{15}$/)
  expect(deriveLid('447700900123')).toBe(deriveLid('447700900123'))
  expect(deriveLid('447700900123')).not.toBe(deriveLid('447700900124'))
})
