import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uploadMedia } from '../features/media/upload.ts'
import { createEffectPerformer } from '../features/runs/effect-performer.ts'
import { postEvent, secretContext } from '../features/webhooks/post.ts'
import { createTunnels } from '../network/proxy-tunnel.ts'
import { createAddressPolicy } from '../platform/address-policy.ts'
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
  return { ...http, request: (asked) => note(http.request(asked)), open: (asked) => note(http.open(asked)) }
}

const draft = async () => ({ path: '/dev/null/none', drop: async () => {} })
const never = () => new AbortController().signal
const row = { userId: 'u', attempts: 1, contactJid: '49@s.whatsapp.net' }

/** Every place where somebody can give the service an address of http. */
const PLACES: Readonly<Record<string, (http: OutboundHttp, url: string) => Promise<unknown>>> = {
  'the file of a message': (http, url) =>
    uploadMedia(
      { http, patience: { transferMs: 2_000 }, store: { draft } } as never,
      'client',
      {} as never,
      {
        source: { url },
        kind: 'media',
        media: 'image',
      } as never,
    ),
  'an HTTP node of a flow': (http, url) => {
    const request = { method: 'GET', url, headers: [], body: null }
    const effect = { kind: 'http', request, timeoutMs: 2_000, retries: 0, mayRetry: true, maxBodyBytes: 100 }
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
}

async function serve(address: string): Promise<Server> {
  const server = createServer((req, res) => {
    if (address !== LISTED) hits.push(req.headers.host ?? '')
    if (req.url?.startsWith('/go?')) res.writeHead(302, { location: decodeURIComponent(req.url.slice(4)) })
    res.end()
  })
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

describe('a client’s own proxy', () => {
  const open = createTunnels({ policy: createAddressPolicy(), timeoutMs: 2_000 })
  const target = { host: 'network.test', port: 443 }

  it.each(HOSTS.filter((host) => !host.endsWith('.test')))('is not called at %s', async (host) => {
    for (const protocol of ['http', 'https', 'socks5'] as const) {
      const route = {
        id: 'p',
        protocol,
        host: host.replace(/^\[|\]$/g, ''),
        port,
        user: '',
        password: '',
        isOwn: true,
      }
      const refused = await open(route as never, target).then(
        () => 'opened',
        (error: { fault?: string }) => error.fault,
      )
      expect(['refuses_target', 'unreachable']).toContain(refused)
    }
    expect(hits).toEqual([])
  })
})
