import { BlockList, isIP, isIPv4 } from 'node:net'

/** Ranges of IPv4 that are nobody's address on the public internet: private, link-local (cloud metadata), reserved. */
const CLOSED_V4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** Of IPv6 only global unicast is open, without its parts that carry or pretend to be other addresses. */
const OPEN_V6: readonly [string, number][] = [['2000::', 3]]
const CLOSED_V6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

/** Tells which addresses the service may call on somebody's behalf. */
export interface AddressPolicy {
  permits(address: string): boolean
  /** Named by an operator, not only open to everybody. */
  isListed(address: string): boolean
}

/**
 * `allowed` are addresses or ranges (`10.1.2.3`, `10.0.0.0/8`, `fd00::/8`) that may be called although they are not
 * public; entries that are neither throw, so check configuration with `isAddressRange` first.
 */
export function createAddressPolicy(allowed: readonly string[] = []): AddressPolicy {
  const exceptions = buildList(allowed.map(parseRange))
  const closed4 = buildList(CLOSED_V4)
  const closed6 = buildList(CLOSED_V6)
  const open6 = buildList(OPEN_V6)
  return {
    isListed(address) {
      const version = isIP(address)
      return version !== 0 && exceptions.check(address, version === 4 ? 'ipv4' : 'ipv6')
    },
    permits(address) {
      const version = isIP(address)
      if (version === 0) return false
      const family = version === 4 ? 'ipv4' : 'ipv6'
      if (exceptions.check(address, family)) return true
      if (version === 4) return !closed4.check(address, family)
      // An IPv4 address in the clothes of IPv6 is in none of the open ranges.
      return open6.check(address, family) && !closed6.check(address, family)
    },
  }
}

export function isAddressRange(text: string): boolean {
  const [address = '', bits] = text.split('/')
  const version = isIP(address)
  if (version === 0 || text.split('/').length > 2) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

function parseRange(text: string): [string, number] {
  if (!isAddressRange(text)) throw new Error(`"${text}" is no address or range such as 10.0.0.0/8`)
  const [address = '', bits] = text.split('/')
  return [address, bits === undefined ? (isIPv4(address) ? 32 : 128) : Number(bits)]
}

function buildList(ranges: readonly [string, number][]): BlockList {
  const list = new BlockList()
  for (const [address, bits] of ranges) list.addSubnet(address, bits, isIPv4(address) ? 'ipv4' : 'ipv6')
  return list
}
