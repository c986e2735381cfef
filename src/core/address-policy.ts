import { z } from 'zod'

/** An address as bits: 32 of IPv4, 128 of IPv6. */
interface AddressBits {
  bits: bigint
  length: 32 | 128
}

/** The addresses that begin with the first `prefix` bits of one. */
interface AddressRange extends AddressBits {
  prefix: number
}

const ipv4 = z.ipv4()
const ipv6 = z.ipv6()

/** Ranges of IPv4 that are nobody's address on the public internet: private, link-local (cloud metadata), reserved. */
const CLOSED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map(parseRange)
/** Of IPv6 only global unicast is open, without its parts that carry or pretend to be other addresses. */
const OPEN_V6 = ['2000::/3'].map(parseRange)
const CLOSED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map(parseRange)

/** The two addresses that a name for this machine itself leads to (RFC 6761, 6.3). */
const LOOPBACK = ['127.0.0.1', '::1']

/** Tells which addresses the service may call on somebody's behalf. The one place where that is decided. */
export interface AddressPolicy {
  /** What an operator listed, to make the same policy in another thread. */
  readonly listed: readonly string[]
  /** Whether this address, of IPv4 or IPv6, may be called; what is no address may not. */
  permits(address: string): boolean
  /** Named by an operator, not only open to everybody. */
  isListed(address: string): boolean
  /**
   * What can be told of the host of a URL before any name is looked up: an address is judged whole, `localhost` as this
   * machine's own addresses; names of private networks (`.local`, RFC 6762; `.internal`, reserved by ICANN) pass only
   * where an operator has listed addresses. Every other name passes, and its addresses are judged when it is called.
   */
  permitsHost(host: string): boolean
  /**
   * The same of a call without encryption, for which the address has to be listed: a name passes only where an operator has
   * listed addresses, as it may lead to one of them.
   */
  permitsPlainHost(host: string): boolean
}

/**
 * `allowed` are addresses or ranges (`10.1.2.3`, `10.0.0.0/8`, `fd00::/8`) that may be called although they are not
 * public; entries that are neither throw, so check configuration with `isAddressRange` first.
 */
export function createAddressPolicy(allowed: readonly string[] = []): AddressPolicy {
  const exceptions = allowed.map(parseRange)
  const permits = (text: string): boolean => {
    const address = parseAddress(text)
    if (!address) return false
    if (isIn(exceptions, address)) return true
    // An IPv4 address in the clothes of IPv6 is in none of the open ranges.
    return address.length === 32
      ? !isIn(CLOSED_V4, address)
      : isIn(OPEN_V6, address) && !isIn(CLOSED_V6, address)
  }
  const isListed = (text: string): boolean => {
    const address = parseAddress(text)
    return address !== null && isIn(exceptions, address)
  }
  return {
    listed: allowed,
    permits,
    isListed,
    permitsHost(host) {
      const { name, addresses } = readHost(host)
      if (addresses) return addresses.some(permits)
      return exceptions.length > 0 || !/\.(local|internal)$/.test(name)
    },
    permitsPlainHost(host) {
      const { addresses } = readHost(host)
      return addresses ? addresses.some(isListed) : exceptions.length > 0
    },
  }
}

/** A host of a URL by its name, and the addresses it is or surely leads to; null where only a name server knows them. */
function readHost(host: string): { name: string; addresses: readonly string[] | null } {
  const name = host.toLowerCase().replace(/\.$/, '')
  const address = name.replace(/^\[|\]$/g, '')
  if (parseAddress(address)) return { name, addresses: [address] }
  return { name, addresses: /(^|\.)localhost$/.test(name) ? LOOPBACK : null }
}

/** Where no operator has listed any. */
export const PUBLIC_ADDRESSES = createAddressPolicy()

export function isAddressRange(text: string): boolean {
  return readRange(text) !== null
}

function parseRange(text: string): AddressRange {
  const range = readRange(text)
  if (!range) throw new Error(`"${text}" is no address or range such as 10.0.0.0/8`)
  return range
}

function readRange(text: string): AddressRange | null {
  const [written = '', prefix, ...more] = text.split('/')
  const address = parseAddress(written)
  if (!address || more.length > 0) return null
  if (prefix === undefined) return { ...address, prefix: address.length }
  const isPrefix = /^\d{1,3}$/.test(prefix) && Number(prefix) <= address.length
  return isPrefix ? { ...address, prefix: Number(prefix) } : null
}

function isIn(ranges: readonly AddressRange[], { bits, length }: AddressBits): boolean {
  return ranges.some((range) => {
    const rest = BigInt(length - range.prefix)
    return range.length === length && range.bits >> rest === bits >> rest
  })
}

/** Null where a text is no address as it is written whole: four numbers, or groups of IPv6 without a zone. */
function parseAddress(text: string): AddressBits | null {
  if (ipv4.safeParse(text).success) return { bits: joinBits(text.split('.').map(Number), 8), length: 32 }
  if (!ipv6.safeParse(text).success) return null
  const [head = '', tail] = text.split('::')
  const first = readGroups(head)
  const last = readGroups(tail ?? '')
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0)
  return { bits: joinBits([...first, ...zeros, ...last], 16), length: 128 }
}

/** Groups of 16 bits; the last two may be written as an address of IPv4. */
function readGroups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

function joinBits(parts: readonly number[], size: number): bigint {
  return parts.reduce((bits, part) => (bits << BigInt(size)) | BigInt(part), 0n)
}
