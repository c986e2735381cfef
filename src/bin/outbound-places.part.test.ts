import { lookup } from 'node:dns/promises'
import { globSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAddressPolicy } from '../core/address-policy.ts'
import { createEffectPerformer } from '../features/conversations/effects/effect-performer.ts'
import { uploadMedia } from '../features/media/upload.ts'
import { postEvent, secretContext } from '../features/webhooks/post.ts'
import type { ProxyRoute } from '../network/proxy-route.ts'
import { createTunnels } from '../network/proxy-tunnel.ts'
import { readVersionPage } from '../network/version-page.ts'
import { createOutboundHttp, OutboundError, type OutboundHttp } from '../platform/outbound-http.ts'
import { createSecretBox } from '../platform/secret-box.ts'

/** Each way to write an address that must not be called; those of names are what a name server answers. */
const HOSTS = [
  ...[
    '127.0.0.1',
    '127.8.9.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.1.1',
    '0.0.0.0',
    '0.1.2.3',
  ],
  ...['169.254.169.254', '169.254.0.1', '100.64.0.1', '100.127.255.254', '100.100.100.200', '192.0.0.192'],
  ...['198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '192.0.2.1', '203.0.113.9'],
  ...[
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
    '0177.0.0.1',
    '127.1',
    '127.0.1',
    '3232235777',
    '1',
  ],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:a9fe:a9fe]', '[::ffff:0:127.0.0.1]'],
  ...['[::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::a00:1]', '[2002:7f00:1::]'],
  ...[
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fec0::1]',
    '[fd00:ec2::254]',
    '[fc00::1]',
    '[ff02::1]',
    '[2001:db8::1]',
  ],
  ...[
    '１２７.０.０.１',
    '127。0。0。1',
    'loop.test',
    'metadata.test',
    'mapped.test',
    'nat64.test',
    'both.test',
  ],
]
const NAMES: Readonly<Record<string, string[]>> = {
  'loop.test': ['127.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'mapped.test': ['::ffff:10.0.0.1'],
  'nat64.test': ['64:ff9b::a00:1'],
  'both.test': ['10.0.0.1', 'fd00::1'],
}

const LISTED = '127.0.0.77'
const box = createSecretBox([Buffer.alloc(32, 1)])
/** What must not be called, and what an operator listed. */
let servers: Server[]
let port: number
let listedPort: number
let hits: string[]
/** How often something that must not be called was connected to, whatever it was then told. */
let connections: number
/** What each request was refused with, in the order they were made. */
let codes: string[]

function watch(http: OutboundHttp): OutboundHttp {
  const note = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      codes.push(error instanceof OutboundError ? error.code : String(error))
      throw error
    }
  }
  return {
    addresses: http.addresses,
    check: (url) => http.check(url),
    request: (asked) => note(http.request(asked)),
    open: (asked) => note(http.open(asked)),
  }
}

const draft = async () => ({ path: '/dev/null/none', drop: async () => {} })
const never = () => new AbortController().signal
const row = { userId: 'u', attempts: 1, contactJid: '49@s.whatsapp.net' }

/** Every place where somebody can give the service an address of http. */
const PLACES: Readonly<Record<string, (http: OutboundHttp, url: string) => Promise<unknown>>> = {
  'the file of a message': (http, url) =>
    uploadMedia(
      { http, timing: { transferMs: 30_000 }, store: { draft } } as never,
      'client',
      {} as never,
      {
        source: { url },
        type: 'media',
        kind: 'image',
      } as never,
    ),
  'an HTTP node of a flow': (http, url) => {
    const request = { method: 'GET', url, headers: [], body: null }
    const effect = { kind: 'http', request, timeoutMs: 30_000, retries: 0, mayRetry: true, maxBodyBytes: 100 }
    const perform = createEffectPerformer({ http, secrets: { read: async () => new Map() } } as never)
    return perform({ ...row, request: effect } as never, never())
  },
  'the webhook of a handoff node': (http, url) => {
    const perform = createEffectPerformer({ http } as never)
    return perform({ ...row, request: { kind: 'notify', webhook: url, reason: 'help' } } as never, never())
  },
  'a webhook of events': (http, url) => {
    const target = { url, sealedSecret: box.seal('whsec_c2VjcmV0', secretContext('w')), sealedPrevious: null }
    const event = { id: '1', name: 'client.qr', clientId: null, data: {}, createdAt: new Date(0) }
    return postEvent({ http, box, now: () => 0 }, { webhookId: 'w', target: target as never }, event)
  },
  'the page of a network’s newest version': (http, url) => readVersionPage(http, url),
}

async function serve(address: string): Promise<Server> {
  const server = createServer((req, res) => {
    if (address !== LISTED) hits.push(req.headers.host ?? '')
    if (req.url?.startsWith('/go?')) res.writeHead(302, { location: decodeURIComponent(req.url.slice(4)) })
    res.end()
  })
  if (address !== LISTED) server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  return server
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

beforeAll(async () => {
  const [closed, listed] = [await serve('127.0.0.1'), await serve(LISTED)]
  servers = [closed, listed]
  port = portOf(closed)
  listedPort = portOf(listed)
})
beforeEach(() => {
  hits = []
  connections = 0
  codes = []
})
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

describe.each(Object.entries(PLACES))('%s', (place, ask) => {
  const resolve = async (host: string) => NAMES[host] ?? []

  it.each(HOSTS)('does not call %s', async (host) => {
    const http = watch(createOutboundHttp({ resolve }))
    await ask(http, `http://${host}:${port}/`).catch(() => {})
    expect(codes).toEqual(['ADDRESS_REFUSED'])
    expect(hits).toEqual([])
  })

  it.each(HOSTS)('does not follow a redirect to %s', async (host) => {
    const http = watch(createOutboundHttp({ resolve, allow: [LISTED] }))
    const to = encodeURIComponent(new URL(`http://${host}:${port}/`).href)
    await ask(http, `http://${LISTED}:${listedPort}/go?${to}`).catch(() => {})
    // A webhook follows no redirect at all: an answer that is one has not taken the event.
    expect(codes).toEqual([place === 'a webhook of events' ? 'REDIRECT_REFUSED' : 'ADDRESS_REFUSED'])
    expect(hits).toEqual([])
  })

  it('calls what a name was resolved to and checked, whatever the name server says after that', async () => {
    let asked = 0
    const changing = async () => {
      asked += 1
      return asked === 1 ? ['127.0.0.1'] : ['127.0.0.2']
    }
    const http = watch(createOutboundHttp({ resolve: changing, allow: ['127.0.0.1'] }))
    await ask(http, `http://changing.test:${port}/`).catch(() => {})
    expect(asked).toBe(1)
    expect(hits).toEqual([`changing.test:${port}`])
  })
})

describe.each(['http', 'https', 'socks5'] as const)('a client’s own proxy of %s', (protocol) => {
  const target = { host: 'network.test', port: 443 }
  const route = (host: string): ProxyRoute => ({
    ...{ id: 'p', protocol, port, user: '', password: '', isOwn: true },
    host: host.replace(/^\[|\]$/g, ''),
  })
  const resolve = async (host: string) =>
    NAMES[host] ?? (await lookup(host, { all: true })).map(({ address }) => address)

  it.each(HOSTS)('is not called at %s', async (host) => {
    const open = createTunnels({ policy: createAddressPolicy(), timeoutMs: 30_000, resolve })
    const refused = await open(route(host), target).then(
      () => 'opened',
      (error: { fault?: string }) => error.fault,
    )
    expect(host in NAMES ? ['refuses_target'] : ['refuses_target', 'unreachable']).toContain(refused)
    expect(connections).toBe(0)
  })

  it('is called at what its name was resolved to and checked, whatever the name server says after that', async () => {
    let asked = 0
    const changing = async () => {
      asked += 1
      return asked === 1 ? ['127.0.0.1'] : ['127.0.0.2']
    }
    const policy = createAddressPolicy(['127.0.0.1'])
    const open = createTunnels({ policy, timeoutMs: 30_000, resolve: changing })
    await open(route('changing.test'), target).catch(() => {})
    expect({ asked, connections }).toEqual({ asked: 1, connections: 1 })
  })
})

/** Every file of the service that opens connections by itself, and why nobody can lead it inside a private network. */
const OPENERS: Readonly<Record<string, string>> = {
  'platform/outbound-http.ts': 'the guard that the tables above try',
  'network/proxy-tunnel.ts':
    'ways through proxies, of which the own ones are checked, as the table above shows',
  'network/proxy-agent.ts': 'goes through those ways',
  'network/baileys/transport.ts': 'goes to the network, through those ways',
  'network/baileys/try-proxy.ts': 'goes to the network, through those ways',
  'network/baileys/media/media-http.ts': 'goes to the media servers that the network names',
  'features/media/store/s3-requests.ts': 'goes to the bucket that the operator named',
  'features/email/smtp-session.ts':
    'goes to addresses that the guard found for a mail server, as its own tests show',
  'bin/networks/network-targets.ts': 'goes to the network that the operator named',
  'bin/commands/client-events.ts': 'follows events of the same service',
  'bin/commands/operation-call.ts': 'goes to the service that the caller named, from their machine',
  'bin/commands/sandbox.ts': 'a command, goes to the sandbox of this machine',
  'bin/demo/api-client.ts': 'a command, goes to the service of this machine',
  'bin/demo/sandbox-contact.ts': 'a command, goes to the sandbox of this machine',
}
const IMPORT = /import (?!type)([^'"]*?) from '(?:node:)?(?:https?|http2|net|tls|dgram|undici|ws|socks)'/g
/** What a module exports beside of ways out. */
const HARMLESS =
  /\b(?:type \w+|createServer|isIP(?:v[46])?|BlockList|rootCertificates|checkServerIdentity)\b/g
/** Called with an address; methods of ours of that name are not. */
const FETCH = /\bfetch\((?:`|'|new URL)/

function opensConnections(source: string): boolean {
  const ways = [...source.matchAll(IMPORT)].map(([, names = '']) => names.replaceAll(HARMLESS, ''))
  return FETCH.test(source) || ways.some((names) => /\w/.test(names))
}

it('no other file than those that are known to be safe opens connections', () => {
  const root = path.join(import.meta.dirname, '..')
  const found = globSync('**/*.ts', { cwd: root })
    .filter((file) => !file.startsWith('web/') && !file.endsWith('.test.ts'))
    .filter((file) => opensConnections(readFileSync(path.join(root, file), 'utf8')))
  expect(found.toSorted()).toEqual(Object.keys(OPENERS).toSorted())
})
