import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** A proxy as a caller writes it. */
export interface ProxyEntry {
  host: string
  port: string
  user: string
  password: string
  protocol: 'http' | 'https' | 'socks5'
}

export interface ParsedProxy extends Omit<ProxyEntry, 'port'> {
  port: number
}

export interface RejectedEntry {
  index: number
  host: string
  port: string
  reason: string
}

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/
const MAX_PORT = 65_535
const MAX_SOCKS_BYTES = 255

/** The host as it is kept: an address, or a name in lower case; null when it is neither. */
function parseHost(text: string): string | null {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  if (isIP(bare)) return bare.toLowerCase()
  const name = domainToASCII(bare.replace(/\.$/, '')).toLowerCase()
  const labels = name.split('.')
  // A last label of digits is a mistyped address.
  const isName =
    name.length <= 253 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
  return isName ? name : null
}

function findCredentialProblem({ protocol, user, password }: ProxyEntry): string | null {
  if (protocol === 'socks5') {
    const isLong = [user, password].some((text) => Buffer.byteLength(text) > MAX_SOCKS_BYTES)
    return isLong ? `user and password of a socks5 proxy have at most ${MAX_SOCKS_BYTES} bytes each` : null
  }
  return user.includes(':') ? `the user of an ${protocol} proxy cannot contain a colon` : null
}

/** The proxy, or the reason why there is none. */
export function parseProxy(entry: ProxyEntry): ParsedProxy | string {
  const host = entry.host.trim()
  if (host === '') return 'host is empty'
  const parsed = parseHost(host)
  if (parsed === null) return 'host is neither a name nor an address'
  const port = /^\d{1,5}$/.test(entry.port.trim()) ? Number(entry.port) : 0
  if (port < 1 || port > MAX_PORT) return `port is not a number from 1 to ${MAX_PORT}`
  return findCredentialProblem(entry) ?? { ...entry, host: parsed, port }
}

/** What makes two entries the same proxy. */
export const identityOf = ({ host, port, user }: Pick<ParsedProxy, 'host' | 'port' | 'user'>): string =>
  JSON.stringify([host, port, user])

/** Tells the entries that can be proxies from those that cannot, with the reason for each. */
export function parseEntries(entries: readonly ProxyEntry[]): {
  accepted: ParsedProxy[]
  rejected: RejectedEntry[]
} {
  const accepted = new Map<string, ParsedProxy>()
  const rejected: RejectedEntry[] = []
  entries.forEach((entry, index) => {
    const parsed = parseProxy(entry)
    const problem =
      typeof parsed === 'string'
        ? parsed
        : accepted.has(identityOf(parsed))
          ? 'the same proxy (host, port and user) stands in this list before'
          : null
    if (problem !== null) rejected.push({ index, host: entry.host, port: entry.port, reason: problem })
    else if (typeof parsed !== 'string') accepted.set(identityOf(parsed), parsed)
  })
  return { accepted: [...accepted.values()], rejected }
}
