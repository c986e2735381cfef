import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { API_PREFIX } from '../../contract/operation.ts'
import { followClient } from './client-events.ts'
import { Wake } from './wake.ts'

const CLIENT = '019a8f00-0000-7000-8000-000000000001'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A service of which only the stream of events is there, and somebody who follows a client on it. */
async function follow() {
  const stream = createServer()
  server = stream
  const asked = once(stream, 'request') as Promise<[IncomingMessage, ServerResponse]>
  stream.listen(0, '127.0.0.1')
  await once(stream, 'listening')
  const url = `http://127.0.0.1:${(stream.address() as AddressInfo).port}`
  const ends = new AbortController()
  const onEvent = vi.fn()
  const following = followClient({ url, key: 'key-1' }, CLIENT, ends.signal, onEvent)
  const [request, response] = await asked
  const stop = async () => {
    ends.abort()
    await following
  }
  return { request, response, onEvent, stop }
}

describe('following a client', () => {
  it('asks for its events with the key, and calls back when they begin and for each of them', async () => {
    const { request, response, onEvent, stop } = await follow()
    expect([request.url, request.headers['x-api-key']]).toEqual([
      `${API_PREFIX}/events/stream?events=client.status%2Cclient.qr&clientId=${CLIENT}`,
      'key-1',
    ])
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('retry: 1000\nevent: stream.here\ndata: {}\nid: 7\n\n')
    await expect.poll(() => onEvent).toHaveBeenCalledTimes(1)
    // Every ten seconds another one says that the connection lives; of events also their middle may be an end of a packet.
    response.write('event: stream.here\ndata: {}\nid: 7\n\nid: 8\nevent: cli')
    response.write('ent.status\ndata: {"name":"client.status"}\n\n')
    await expect.poll(() => onEvent).toHaveBeenCalledTimes(2)
    await stop()
    expect(onEvent).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['the key may not read events', 403],
    ['the service is not well', 500],
  ])('calls nobody when %s', async (_, status) => {
    const { response, onEvent, stop } = await follow()
    // What it answers is not read: the connection is given up.
    response.writeHead(status).write('event: client.status\n\n')
    await once(response, 'close')
    await stop()
    expect(onEvent).not.toHaveBeenCalled()
  })
})

describe('a wait', () => {
  it('ends when something happens, at once when it happened before, and else when its time is up', async () => {
    const wake = new Wake()
    const waiting = wake.wait(3_600_000)
    wake.happened()
    await waiting
    wake.happened()
    await wake.wait(3_600_000)
    await wake.wait(1)
  })
})
