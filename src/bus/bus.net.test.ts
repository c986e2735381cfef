import { randomUUID } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NatsServer } from '../../test/support/nats-protocol-server.ts'
import { startProtocolServer } from '../../test/support/nats-protocol-server.ts'
import { findNatsServer, startRealServer } from '../../test/support/nats-server.ts'
import { Refusal } from '../core/errors.ts'
import { createInProcessBus } from './in-process.ts'
import { createNatsBus } from './nats.ts'
import { type Bus, NotOwnedError } from './port.ts'

const log = { info() {}, warn() {}, error: vi.fn() }
const options = { commandId: 'c1', timeoutMs: 30_000 }
/** A busy machine may take long to pass a message on. */
const LONG_POLL = { timeout: 90_000 }
const times = { silenceMs: 1_500, goneMs: 2_000, otherOwnerMs: 100 }

/** One bus per process: where there is one process only, both ends are the same. */
interface Buses {
  caller: Bus
  owner: Bus
  close(): Promise<void>
}

async function openNatsBuses(server: NatsServer): Promise<Buses> {
  const prefix = randomUUID()
  const open = (name: string) => createNatsBus({ url: server.url, name, log, now: Date.now, prefix, times })
  const [caller, owner] = await Promise.all([open('caller'), open('owner')])
  return { caller, owner, close: async () => void (await Promise.all([caller.close(), owner.close()])) }
}

const binary = findNatsServer()
const SERVERS: [string, () => Promise<NatsServer>][] = [
  ['our own server of its protocol', () => startProtocolServer()],
  ...(binary === null ? [] : ([['nats-server', () => startRealServer(binary)]] as const)).map(
    ([name, start]): [string, () => Promise<NatsServer>] => [name, start],
  ),
]

/** Opens buses for each test; `serve` answers for the client `a`, and `settle` waits until the server knows of it. */
function useBuses(open: () => Promise<Buses>) {
  let buses: Buses
  beforeEach(async () => {
    buses = await open()
  })
  afterEach(() => buses.close())

  /** A new subscription is known to the server once a message made the round after it. */
  async function settle(): Promise<void> {
    const topic = `settled-${randomUUID()}`
    await new Promise<void>((resolve) => {
      const leave = buses.owner.subscribe(topic, () => {
        leave()
        resolve()
      })
      buses.owner.publish(topic, {})
    })
  }
  async function serve(handler: Parameters<Bus['serve']>[1]) {
    const unserve = buses.owner.serve('a', handler)
    await settle()
    return unserve
  }
  const request = (name = 'send', input: unknown = 1, how = options) =>
    buses.caller.request('a', { name, input }, how)
  return { buses: () => buses, settle, serve, request }
}

function holdCommands(open: () => Promise<Buses>): void {
  const { settle, serve, request } = useBuses(open)

  test('a command reaches the owner and its result comes back', async () => {
    await serve(async (command, id) => ({ did: command.name, with: command.input, id }))
    expect(await request('send', { text: 'olá' })).toEqual({
      kind: 'ok',
      result: { did: 'send', with: { text: 'olá' }, id: 'c1' },
    })
  })

  test('a client nobody owns is known at once', async () => {
    expect(await request()).toEqual({ kind: 'no_owner' })
  })

  test('a client that was given up has no owner', async () => {
    const unserve = await serve(async () => 1)
    await unserve()
    await settle()
    expect(await request()).toEqual({ kind: 'no_owner' })
  })

  test('a command asked twice under one id takes effect once', async () => {
    const effect = vi.fn(async () => 'sent')
    await serve(effect)
    const replies = await Promise.all([request(), request()])
    expect(replies).toEqual([
      { kind: 'ok', result: 'sent' },
      { kind: 'ok', result: 'sent' },
    ])
    expect(effect).toHaveBeenCalledTimes(1)
  })

  test('an answer that does not come in time is unknown, and the effect goes on', async () => {
    const gate = Promise.withResolvers<string>()
    await serve(() => gate.promise)
    expect(await request('send', 1, { commandId: 'c2', timeoutMs: 50 })).toEqual({ kind: 'unknown' })
    gate.resolve('late')
    expect(await request('send', 1, { commandId: 'c2', timeoutMs: 30_000 })).toEqual({
      kind: 'ok',
      result: 'late',
    })
  })
}

function holdRefusals(open: () => Promise<Buses>): void {
  const { buses, settle, serve, request } = useBuses(open)

  test('a refusal travels as an error with its data', async () => {
    await serve(async () => {
      throw new Refusal('SERVICE_UNAVAILABLE', 'Start the worker first.', {
        data: { reason: 'CLIENT_NOT_CONNECTED' },
      })
    })
    expect(await request()).toEqual({
      kind: 'error',
      error: {
        code: 'SERVICE_UNAVAILABLE',
        message: 'Start the worker first.',
        data: { reason: 'CLIENT_NOT_CONNECTED' },
      },
    })
  })

  test('a mistake in the owner is a throw at the caller', async () => {
    await serve(async () => {
      throw new Error('a bug')
    })
    await expect(request()).rejects.toThrow('a bug')
  })

  test('a process that may not answer any more counts as no owner, and asked again later it may', async () => {
    let mayAnswer = false
    await serve(async () => {
      if (!mayAnswer) throw new NotOwnedError('a')
      return 'done'
    })
    expect(await request()).toEqual({ kind: 'no_owner' })
    mayAnswer = true
    expect(await request()).toEqual({ kind: 'ok', result: 'done' })
  })

  test('a second owner in one process is a bug and says so', async () => {
    await serve(async () => 1)
    expect(() => buses().owner.serve('a', async () => 2)).toThrow('already served')
  })

  test('events reach subscribers until they leave', async () => {
    const seen: unknown[] = []
    const leave = buses().owner.subscribe('client.status', (payload) => seen.push(payload))
    await settle()
    buses().caller.publish('client.status', { n: 1 })
    await vi.waitFor(() => expect(seen).toHaveLength(1), LONG_POLL)
    leave()
    await settle()
    buses().caller.publish('client.status', { n: 2 })
    buses().owner.publish('client.status', { n: 3 })
    await settle()
    expect(seen).toEqual([{ n: 1 }])
  })
}

describe('in one process', () => {
  const open = async (): Promise<Buses> => {
    const bus = createInProcessBus({ now: () => 0 })
    return { caller: bus, owner: bus, close: () => bus.close() }
  }
  holdCommands(open)
  holdRefusals(open)
})

describe.each(SERVERS)('over NATS, on %s', (_name, start) => {
  let server: NatsServer
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.stop())

  describe('as any bus', () => {
    holdCommands(() => openNatsBuses(server))
    holdRefusals(() => openNatsBuses(server))
  })

  async function withBuses(work: (buses: Buses) => Promise<void>): Promise<void> {
    const buses = await openNatsBuses(server)
    try {
      await work(buses)
    } finally {
      await buses.close()
    }
  }

  /** Serves and waits until the command arrived. */
  async function serveSlowly(buses: Buses) {
    const gate = Promise.withResolvers<string>()
    const effect = vi.fn(() => gate.promise)
    // On a busy machine a probe may come only after its caller has given it up, and be given up before anybody serves.
    const probed = vi.fn(() => gate.promise)
    buses.owner.serve('slow', (_command, id) => (id === 'probe' ? probed() : effect()))
    await vi.waitFor(async () => {
      await buses.caller.request('slow', { name: 'x', input: 0 }, { commandId: 'probe', timeoutMs: 20 })
      expect(probed).toHaveBeenCalled()
    }, LONG_POLL)
    const reply = buses.caller.request(
      'slow',
      { name: 'x', input: 0 },
      { commandId: 'slow-1', timeoutMs: 60_000 },
    )
    await vi.waitFor(() => expect(effect).toHaveBeenCalledTimes(1), LONG_POLL)
    return { gate, effect, reply }
  }

  test.concurrent('a command may take much longer than the silence after which an owner counts as gone', async () => {
    await withBuses(async (buses) => {
      const { gate, effect, reply } = await serveSlowly(buses)
      setTimeout(() => gate.resolve('at last'), times.silenceMs + times.goneMs + 1_500)
      expect(await reply).toEqual({ kind: 'ok', result: 'at last' })
      expect(effect).toHaveBeenCalledTimes(1)
    })
  })

  test.concurrent('an owner that dies in the middle of a command makes its outcome unknown long before the deadline', async () => {
    await withBuses(async (buses) => {
      const { reply } = await serveSlowly(buses)
      await buses.owner.close()
      expect(await reply).toEqual({ kind: 'unknown' })
    })
  })

  test.concurrent('a command is not given to the next owner when the first one died with it', async () => {
    await withBuses(async (buses) => {
      const { reply } = await serveSlowly(buses)
      await buses.owner.close()
      const next = vi.fn(async () => 'again')
      buses.caller.serve('slow', next)
      expect(await reply).toEqual({ kind: 'unknown' })
      expect(next).not.toHaveBeenCalled()
    })
  })

  test.concurrent('what is larger than the server takes is refused, and nothing is done', async () => {
    await withBuses(async (buses) => {
      const effect = vi.fn(async () => 1)
      buses.caller.serve('large', effect)
      const reply = await buses.caller.request(
        'large',
        { name: 'x', input: 'x'.repeat(1_100_000) },
        { commandId: 'large', timeoutMs: 30_000 },
      )
      expect(reply).toMatchObject({ kind: 'error', error: { code: 'PAYLOAD_TOO_LARGE' } })
      expect(effect).not.toHaveBeenCalled()
    })
  })

  test.concurrent('an answer that is too large is an unknown outcome at once', async () => {
    await withBuses(async (buses) => {
      buses.caller.serve('large', async () => 'x'.repeat(1_100_000))
      const reply = await buses.caller.request(
        'large',
        { name: 'x', input: 1 },
        { commandId: 'c', timeoutMs: 30_000 },
      )
      expect(reply).toEqual({ kind: 'unknown' })
    })
  })

  test('an interruption shorter than a command loses neither the command nor its answer', async () => {
    await withBuses(async (buses) => {
      const { gate, effect, reply } = await serveSlowly(buses)
      await server.cut()
      gate.resolve('during the interruption')
      await vi.waitFor(async () => {
        const away = await buses.caller.request(
          'slow',
          { name: 'x', input: 0 },
          { commandId: 'n', timeoutMs: 20 },
        )
        expect(away).toMatchObject({ kind: 'error', error: { data: { reason: 'BUS_UNAVAILABLE' } } })
      }, LONG_POLL)
      await server.restore()
      expect(await reply).toEqual({ kind: 'ok', result: 'during the interruption' })
      expect(effect).toHaveBeenCalledTimes(1)
    })
  })
})

test('a NATS that is not there is refused with what to do', async () => {
  const server = await startProtocolServer()
  await server.stop()
  const url = server.url.replace('//', '//parley:secret@')
  const opening = createNatsBus({ url, name: 'x', log, now: Date.now })
  await expect(opening).rejects.toThrow(/NATS at nats:\/\/\[hidden\]@127.*correct NATS_URL/)
})

/** Two servers of a cluster that refuse everybody, each naming the other, as nats-server does in `connect_urls`. */
async function startRefusingCluster(): Promise<{ url: string; logins: () => number; stop(): void }> {
  let logins = 0
  const servers = [createServer(), createServer()]
  await Promise.all(servers.map((server) => new Promise<void>((go) => server.listen(0, '127.0.0.1', go))))
  const hosts = servers.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`)
  for (const server of servers)
    server.on('connection', (socket) => {
      const info = { server_id: 'x', version: '2.10.0', proto: 1, headers: true, auth_required: true }
      socket.on('error', () => {})
      socket.write(`INFO ${JSON.stringify({ ...info, max_payload: 1_000_000, connect_urls: hosts })}\r\n`)
      socket.once('data', () => {
        logins += 1
        socket.end("-ERR 'Authorization Violation'\r\n")
      })
    })
  return {
    url: `nats://parley:wrong@${hosts[0]}`,
    logins: () => logins,
    stop: () => servers.forEach((server) => void server.close()),
  }
}

test('a wrong password for a cluster of NATS servers is refused after a few logins', async () => {
  const cluster = await startRefusingCluster()
  const opening = createNatsBus({ url: cluster.url, name: 'x', log, now: Date.now })
  await expect(opening).rejects.toThrow(/Authorization Violation.*correct the name and password in NATS_URL/)
  expect(cluster.logins()).toBeLessThan(10)
  cluster.stop()
})
