import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import type { ProxyEntryProblem } from '../../core/client/proxy-failure.ts'

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
  problem: ProxyEntryProblem
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

function findCredentialProblem({ protocol, user, password }: ProxyEntry): ProxyEntryProblem | null {
  if (protocol === 'socks5') {
    const isLong = [user, password].some((text) => Buffer.byteLength(text) > MAX_SOCKS_BYTES)
    return isLong ? { code: 'CREDENTIALS_TOO_LONG', params: { most: MAX_SOCKS_BYTES } } : null
  }
  return user.includes(':') ? { code: 'USER_WITH_COLON', params: { protocol } } : null
}

export type ProxyReading = { ok: true; proxy: ParsedProxy } | { ok: false; problem: ProxyEntryProblem }

const refuse = (problem: ProxyEntryProblem): ProxyReading => ({ ok: false, problem })

/** The proxy, or the reason why there is none. */
export function parseProxy(entry: ProxyEntry): ProxyReading {
  const host = entry.host.trim()
  if (host === '') return refuse({ code: 'HOST_EMPTY', params: {} })
  const parsed = parseHost(host)
  if (parsed === null) return refuse({ code: 'HOST_INVALID', params: {} })
  const port = /^\d{1,5}$/.test(entry.port.trim()) ? Number(entry.port) : 0
  if (port < 1 || port > MAX_PORT) return refuse({ code: 'PORT_INVALID', params: { most: MAX_PORT } })
  const problem = findCredentialProblem(entry)
  return problem ? refuse(problem) : { ok: true, proxy: { ...entry, host: parsed, port } }
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
    const { host, port } = entry
    const read = parseProxy(entry)
    if (!read.ok) rejected.push({ index, host, port, problem: read.problem })
    else if (accepted.has(identityOf(read.proxy)))
      rejected.push({ index, host, port, problem: { code: 'LISTED_BEFORE', params: {} } })
    else accepted.set(identityOf(read.proxy), read.proxy)
  })
  return { accepted: [...accepted.values()], rejected }
}
