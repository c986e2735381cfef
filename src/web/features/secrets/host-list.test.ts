import { describe, expect, test } from 'vitest'
import { parseHostList } from './host-list.ts'

describe('hosts as people write them', () => {
  test('stand apart by lines, commas or spaces, each once', () => {
    expect(parseHostList('api.example.com\n*.shop.test, 127.0.0.1  API.example.com\n')).toEqual({
      hosts: ['api.example.com', '*.shop.test', '127.0.0.1'],
      wrong: [],
    })
  })

  test('may be pasted as whole addresses, of which the host counts', () => {
    expect(parseHostList('https://API.example.com:8443/v1/orders?x=1 http://[2001:DB8::1]/')).toEqual({
      hosts: ['api.example.com', '[2001:db8::1]'],
      wrong: [],
    })
  })

  test.each([
    'api.example.com/v1',
    'shop.test:8080',
    '*',
    'a..b',
    '*.*.test',
    'ftp://shop.test',
    'https://',
    'é.test',
  ])('%s is none, and is named as it was written', (entry) => {
    expect(parseHostList(`shop.test ${entry}`)).toEqual({ hosts: ['shop.test'], wrong: [entry] })
  })

  test('longer names than there can be are none', () => {
    const long = 'a'.repeat(254)
    expect(parseHostList(long)).toEqual({ hosts: [], wrong: [long] })
  })
})
