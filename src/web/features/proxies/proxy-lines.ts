/** A proxy as `proxy.seed` takes it. */
export interface ProxyLine {
  host: string
  port: string
  user: string
  password: string
  protocol: 'http' | 'https' | 'socks5'
}

export const PROTOCOLS = ['http', 'https', 'socks5'] as const
export type Protocol = (typeof PROTOCOLS)[number]

export interface ParsedLines {
  proxies: ProxyLine[]
  /** The line each of them stands in, counted from 1; what the service rejects is told by it. */
  lineOf: number[]
  /** Lines that are no proxy in any of the forms. */
  wrong: number[]
}

const URL_FORM =
  /^(?:(?<protocol>[a-z][a-z\d]*):\/\/)?(?:(?<login>.*)@)?(?<host>\[[^\]]+\]|[^\s:@/]+):(?<port>\d+)\/?$/i
const HEADER = /^(host|ip|protocol|address)\s*[,;]/i

const toProtocol = (text: string, usual: Protocol): Protocol | null => {
  if (text === '') return usual
  const name = text.toLowerCase().replace(/^socks5h$/, 'socks5')
  return PROTOCOLS.find((known) => known === name) ?? null
}

/** In an address special characters are written as %XX; what is no such code stands for itself. */
const unescapePart = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `protocol://user:password@host:port`, each but host and port optional. */
function parseUrlForm(line: string, usual: Protocol): ProxyLine | null {
  const groups = URL_FORM.exec(line)?.groups
  if (!groups) return null
  const { host = '', port = '', login = '' } = groups
  const protocol = toProtocol(groups.protocol ?? '', usual)
  if (!protocol) return null
  const colon = login.indexOf(':')
  const [user, password] = colon < 0 ? [login, ''] : [login.slice(0, colon), login.slice(colon + 1)]
  return { host, port, user: unescapePart(user), password: unescapePart(password), protocol }
}

/** `host,port,user,password,protocol`, each but host and port optional. */
function parseCsv(line: string, usual: Protocol): ProxyLine | null {
  const separator = /[,;\t]/.exec(line)?.[0] ?? ','
  const cells = line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  const [host = '', port = '', user = '', password = '', named = ''] = cells
  const protocol = toProtocol(named, usual)
  return protocol && host && /^\d+$/.test(port) && cells.length <= 5
    ? { host, port, user, password, protocol }
    : null
}

/** `host:port:user:password`; a password may hold colons. */
function parseColons(line: string, usual: Protocol): ProxyLine | null {
  const [host = '', port = '', user = '', ...rest] = line.split(':')
  return host && /^\d+$/.test(port) && user
    ? { host, port, user, password: rest.join(':'), protocol: usual }
    : null
}

/** Reads a pasted list: one proxy a line in any of the usual forms. Empty lines, remarks and a heading are passed over. */
export function parseProxyLines(text: string, usual: Protocol): ParsedLines {
  const result: ParsedLines = { proxies: [], lineOf: [], wrong: [] }
  text.split(/\r?\n/).forEach((raw, index) => {
    const line = raw.trim()
    if (line === '' || line.startsWith('#') || HEADER.test(line)) return
    const parsed = parseUrlForm(line, usual) ?? parseCsv(line, usual) ?? parseColons(line, usual)
    if (!parsed) {
      result.wrong.push(index + 1)
      return
    }
    result.proxies.push(parsed)
    result.lineOf.push(index + 1)
  })
  return result
}
