import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildMediaCertificate } from '../../sandbox/infra/media-certificates.ts'

/**
 * `slow` works after a while; `closed` refuses connections; `silent` takes them and says nothing; `forbids` lets nobody
 * through; `cut_off` reaches nothing; `no_files` reaches only the ports in `opens`.
 */
export type ProxyBehaviour = 'works' | 'slow' | 'closed' | 'silent' | 'forbids' | 'cut_off' | 'no_files'

export interface TestProxyOptions {
  protocol: 'http' | 'https' | 'socks5'
  user?: string
  password?: string
  behaviour?: ProxyBehaviour
  slowMs?: number
  /** Ports that a `no_files` proxy lets through. */
  opens?: readonly number[]
  /** Names only this proxy knows, `name:port`, and the port of loopback they lead to. */
  names?: Readonly<Record<string, number>>
}

export interface Tunnel {
  /** As the client of the proxy wrote it. */
  host: string
  port: number
  /** Where the way from the proxy to its target begins. */
  localPort: number
  isOpen: boolean
}

export interface TestProxy {
  readonly options: TestProxyOptions
  readonly host: string
  readonly port: number
  readonly tunnels: Tunnel[]
  behaviour: ProxyBehaviour
  /** Ends all connections; from then on nobody answers. */
  stop(): Promise<void>
}

const certificate = buildMediaCertificate()
/** The authority that https proxies of tests are signed by. */
export const TEST_PROXY_CA = certificate.caPem

type Refusal = 'credentials' | 'forbidden' | 'unreachable'

const SLOW_MS = 200

interface Asked {
  host: string
  port: number
  user: string
  password: string
}

function findRefusal(
  { options, behaviour }: Pick<TestProxy, 'options' | 'behaviour'>,
  asked: Asked,
): Refusal | null {
  const { user = '', password = '', opens = [] } = options
  if (asked.user !== user || asked.password !== password) return 'credentials'
  if (behaviour === 'forbids') return 'forbidden'
  const isClosed = behaviour === 'cut_off' || (behaviour === 'no_files' && !opens.includes(asked.port))
  return isClosed ? 'unreachable' : null
}

/** What both protocols have in common: who may, and the way on. */
function createRelay(proxy: Pick<TestProxy, 'options' | 'tunnels' | 'behaviour'>) {
  return async (target: Asked, answer: { open(): Duplex; refuse(why: Refusal): void }): Promise<void> => {
    const why = findRefusal(proxy, target)
    if (proxy.behaviour === 'silent') return
    if (why) return answer.refuse(why)
    if (proxy.behaviour === 'slow') await sleep(proxy.options.slowMs ?? SLOW_MS)
    const known = proxy.options.names?.[`${target.host}:${target.port}`]
    const onward = connect(
      known ? { host: '127.0.0.1', port: known } : { host: target.host, port: target.port },
    )
    onward.once('error', () => answer.refuse('unreachable'))
    onward.once('connect', () => {
      const tunnel: Tunnel = { ...target, localPort: onward.localPort ?? 0, isOpen: true }
      proxy.tunnels.push({ ...tunnel })
      const kept = proxy.tunnels.at(-1) as Tunnel
      const inward = answer.open()
      const end = (): void => {
        kept.isOpen = false
        inward.destroy()
        onward.destroy()
      }
      inward.on('error', end).on('close', end)
      onward.on('error', end).on('close', end)
      inward.pipe(onward).pipe(inward)
    })
  }
}

type Relay = ReturnType<typeof createRelay>

const HTTP_REFUSALS: Record<Refusal, string> = {
  credentials: '407 Proxy Authentication Required',
  forbidden: '403 Forbidden',
  unreachable: '502 Bad Gateway',
}

function readBasic(request: IncomingMessage): { user: string; password: string } {
  const [, encoded = ''] = (request.headers['proxy-authorization'] ?? '').split(' ')
  const [user = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':')
  return { user, password: rest.join(':') }
}

function createHttpProxy(protocol: 'http' | 'https', relay: Relay): Server {
  const { certPem: cert, keyPem: key } = certificate
  const server = protocol === 'http' ? createHttpServer() : createHttpsServer({ cert, key })
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => {})
    const { hostname, port } = new URL(`http://${request.url}`)
    const target = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80), ...readBasic(request) }
    void relay(target, {
      open() {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        return socket
      },
      refuse: (why) => void socket.end(`HTTP/1.1 ${HTTP_REFUSALS[why]}\r\ncontent-length: 0\r\n\r\n`),
    })
  })
  return server
}

const SOCKS_REFUSALS: Record<Exclude<Refusal, 'credentials'>, number> = { forbidden: 2, unreachable: 4 }
const SOCKS_REPLY = [0, 1, 0, 0, 0, 0, 0, 0]

/** Reads exactly so many bytes, from what came and what comes. */
async function take(socket: Socket, length: number): Promise<Buffer> {
  for (;;) {
    const found = socket.read(length) as Buffer | null
    if (found) return found
    await new Promise((resolve, reject) => {
      socket.once('readable', resolve)
      socket.once('close', () => reject(new Error('closed')))
    })
  }
}

const takeText = async (socket: Socket): Promise<string> =>
  (await take(socket, (await take(socket, 1))[0] ?? 0)).toString()

async function readSocksHost(socket: Socket, kind: number): Promise<string> {
  if (kind === 3) return takeText(socket)
  return [...(await take(socket, 4))].join('.')
}

async function serveSocks(socket: Socket, proxy: TestProxy, relay: Relay): Promise<void> {
  const [, methods = 0] = await take(socket, 2)
  const offered = [...(await take(socket, methods))]
  if (proxy.behaviour === 'silent') return
  const wanted = proxy.options.user ? 2 : 0
  if (!offered.includes(wanted)) return void socket.end(Buffer.from([5, 0xff]))
  socket.write(Buffer.from([5, wanted]))
  let [user, password] = ['', '']
  if (wanted === 2) {
    await take(socket, 1)
    user = await takeText(socket)
    password = await takeText(socket)
    const isRight = user === proxy.options.user && password === (proxy.options.password ?? '')
    socket.write(Buffer.from([1, isRight ? 0 : 1]))
    if (!isRight) return void socket.end()
  }
  const [, , , kind = 1] = await take(socket, 4)
  const host = await readSocksHost(socket, kind)
  const port = (await take(socket, 2)).readUInt16BE()
  await relay(
    { host, port, user, password },
    {
      open() {
        socket.write(Buffer.from([5, 0, ...SOCKS_REPLY]))
        return socket
      },
      refuse: (why) =>
        void socket.end(Buffer.from([5, why === 'credentials' ? 2 : SOCKS_REFUSALS[why], ...SOCKS_REPLY])),
    },
  )
}

/** A proxy of its own on loopback; what goes through it is noted. */
export async function startTestProxy(options: TestProxyOptions): Promise<TestProxy> {
  const sockets = new Set<Socket>()
  const proxy: TestProxy = {
    options,
    host: '127.0.0.1',
    port: 0,
    tunnels: [],
    behaviour: options.behaviour ?? 'works',
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  const relay = createRelay(proxy)
  const { protocol } = options
  const server =
    protocol === 'socks5'
      ? createServer((socket) => void serveSocks(socket, proxy, relay).catch(() => socket.destroy()))
      : createHttpProxy(protocol, relay)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  Object.assign(proxy, { port: (server.address() as AddressInfo).port })
  if (proxy.behaviour === 'closed') await proxy.stop()
  return proxy
}
