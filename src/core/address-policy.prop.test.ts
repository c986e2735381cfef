import { BlockList, isIP, isIPv6 } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAddressPolicy, isAddressRange } from './address-policy.ts'

const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4().map((text) => `::ffff:${text}`),
)
const range = fc
  .tuple(address, fc.nat(128))
  .map(([text, bits]) => `${text}/${isIPv6(text) ? bits : bits % 33}`)
const family = (text: string) => (isIPv6(text) ? 'ipv6' : 'ipv4')

describe('the addresses that an operator lists', () => {
  it('hold what Node’s own list of addresses holds', () => {
    fc.assert(
      fc.property(range, address, (listed, asked) => {
        const [start = '', bits = ''] = listed.split('/')
        // Node's list also reads an IPv4 address in IPv6's clothes as the IPv4 address; ours takes each as it is written.
        fc.pre(family(start) === family(asked))
        const list = new BlockList()
        list.addSubnet(start, Number(bits), family(start))
        expect(createAddressPolicy([listed]).isListed(asked)).toBe(list.check(asked, family(asked)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('hold an address near the one that a range begins with as Node’s own list does', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.nat(32), fc.nat(31), (start, bits, flipped) => {
        const list = new BlockList()
        list.addSubnet(start, bits, 'ipv4')
        const number = start.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
        const other = (number ^ (1 << flipped)) >>> 0
        const near = [24, 16, 8, 0].map((shift) => (other >>> shift) & 255).join('.')
        expect(createAddressPolicy([`${start}/${bits}`]).isListed(near)).toBe(list.check(near, 'ipv4'))
      }),
      { numRuns: 2_000 },
    )
  })

  it('are what Node takes for an address', () => {
    const text = fc.oneof(address, fc.string(), fc.stringMatching(/^[0-9a-f:.]{1,20}$/))
    fc.assert(
      fc.property(text, (written) => {
        fc.pre(!written.includes('%') && !written.includes('/'))
        expect(isAddressRange(written)).toBe(isIP(written) !== 0)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('a host before its name is looked up', () => {
  const closed = createAddressPolicy()
  const listed = createAddressPolicy(['127.0.0.0/8', '10.1.0.0/16'])

  it.each([
    '10.example.com',
    '127.example.com',
    '192.168.example.com',
    '169.254.example.com',
    'localhost.example.com',
    'mylocalhost',
    'local.example',
    'api.example.com',
    '93.184.216.34',
    '[2606:4700::1111]',
  ])('%s may be called, whatever it begins with', (host) => {
    expect(closed.permitsHost(host)).toBe(true)
  })

  it.each([
    '10.1.2.3',
    '127.0.0.1',
    '100.64.1.1',
    '172.16.0.1',
    '[::1]',
    '[::ffff:7f00:1]',
    '[fd00::1]',
    'localhost',
    'LOCALHOST.',
    'app.localhost',
    'printer.local',
    'db.internal',
  ])('%s may not be called', (host) => {
    expect(closed.permitsHost(host)).toBe(false)
  })

  it.each(['10.1.2.3', '127.0.0.1', 'localhost', 'printer.local', 'db.internal'])(
    '%s may be called where an operator lists addresses that it can be',
    (host) => {
      expect(listed.permitsHost(host)).toBe(true)
    },
  )

  it.each(['8.8.8.8', '[2606:4700::1111]', 'localhost', 'shop.example.com', 'db.internal'])(
    '%s may not be called without encryption where nothing is listed',
    (host) => {
      expect(closed.permitsPlainHost(host)).toBe(false)
    },
  )

  it.each([
    ['10.1.2.3', true],
    ['localhost', true],
    // What it leads to may be listed, which is known when it is called.
    ['shop.example.com', true],
    ['8.8.8.8', false],
    ['10.2.0.1', false],
  ])('%s may be called without encryption where addresses are listed: %s', (host, may) => {
    expect(listed.permitsPlainHost(host)).toBe(may)
  })

  it.each(['10.2.0.1', '192.168.1.1', '[::1]', '[fd00::1]'])('%s may not, beside others that may', (host) => {
    expect(listed.permitsHost(host)).toBe(false)
  })
})
