import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type FakeApi, KEY, ping, startFakeApi } from '../../test/support/fake-api.ts'

let api: FakeApi | undefined

afterEach(async () => {
  await api?.close()
  api = undefined
})

/** Sends the head and a part of a call over a bare connection. */
function sendPart(origin: string, body: string, contentLength: number, caller = 'x-api-key: good') {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /api/rpc/api-reference/server/ping HTTP/1.1\r\nhost: localhost\r\n${caller}\r\ncontent-type: application/json\r\ncontent-length: ${contentLength}\r\n\r\n${body}`,
  )
  return socket
}

describe('a caller that hangs up', () => {
  it('while its operation runs aborts the signal of the call', async () => {
    const entered = Promise.withResolvers<void>()
    const aborted = Promise.withResolvers<void>()
    api = await startFakeApi({
      server: {
        async ping(_, { signal }) {
          signal.addEventListener('abort', () => aborted.resolve())
          entered.resolve()
          await aborted.promise
          return await ping()
        },
      },
    })
    const socket = sendPart(api.origin, '{}', 2)
    await entered.promise
    socket.destroy()
    await aborted.promise
  })

  it('in the middle of its body leaves no error behind', async () => {
    api = await startFakeApi()
    const socket = sendPart(api.origin, '{"a":', 100)
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.destroy()
    for (let i = 0; i < 3; i++) expect((await api.call('server.ping', {}, { headers: KEY })).status).toBe(200)
    expect(api.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('while its key is looked up is forgotten', async () => {
    const asked = Promise.withResolvers<void>()
    const decided = Promise.withResolvers<void>()
    const workspace = { workspaceId: 'u1', workspaceRole: 'owner' } as const
    const principal = { userId: 'u1', role: 'user', plan: 'free', via: 'session', ...workspace } as const
    const callers = {
      checkKey: async () => ({ kind: 'unknown' }) as const,
      async checkSession() {
        asked.resolve()
        await decided.promise
        return principal
      },
      isLiveKey: async () => true,
    }
    api = await startFakeApi({ server: { ping } }, { callers })
    const socket = sendPart(api.origin, '{"a":', 100, 'cookie: a=b\r\norigin: http://x')
    await asked.promise
    const gone = new Promise((resolve) => socket.once('close', resolve))
    socket.destroy()
    await gone
    for (let i = 0; i < 3; i++) expect((await api.request('/health')).status).toBe(200)
    decided.resolve()
    // Resolves only when nothing waits for the rest of the body any more.
    await api.close()
    api = undefined
  })

  it('late, after it was refused, still reads why', async () => {
    api = await startFakeApi()
    const socket = sendPart(api.origin, 'x'.repeat(1000), 3_000_000)
    const answer = await new Promise<string>((resolve) =>
      socket.once('data', (data) => resolve(String(data))),
    )
    expect(answer).toContain('413 Payload Too Large')
    expect(answer).toContain('PAYLOAD_TOO_LARGE')
    socket.destroy()
  })
})
