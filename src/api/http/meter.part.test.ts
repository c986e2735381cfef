import { expect, test } from 'vitest'
import { KEY, startFakeApi } from '../../../test/support/fake-api.ts'
import { connectMcp, useTool } from '../../../test/support/mcp-client.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { createHttpMeter } from './meter.ts'

const COUNT = /^parley_http_request_duration_seconds_count\{operation="(.+)",status="(.+)"\} (\d+)$/gm

async function readCounts(metrics: ReturnType<typeof createMetrics>): Promise<string[]> {
  const found = [...(await metrics.render()).matchAll(COUNT)]
  return found.map(([, operation, status, count]) => `${operation} ${status} ${count}`).toSorted()
}

test('answers are measured by operation and class, whatever paths and codes callers cause', async () => {
  const metrics = createMetrics({ withProcess: false })
  const api = await startFakeApi(undefined, { measure: createHttpMeter(metrics) })
  await api.call('server.ping', {}, { headers: KEY })
  await api.call('server.ping', {}, { headers: KEY })
  await api.call('server.ping')
  await api.call('flows.list', {}, { headers: KEY })
  for (const path of ['/none', '/other', '/health', '/api/auth/x', '/files/x?token=1'])
    await api.request(path)
  await expect
    .poll(() => readCounts(metrics))
    .toEqual([
      'flows.list 4xx 1',
      'page 2xx 1',
      'page 4xx 3',
      'server.ping 2xx 2',
      'server.ping 4xx 1',
      'sign-in 4xx 1',
    ])
  const text = await metrics.render()
  expect(text).toContain(
    'parley_http_request_duration_seconds_bucket{le="+Inf",operation="server.ping",status="2xx"} 2',
  )
  expect(text).toContain('parley_http_requests_in_flight{operation="server.ping"} 0')
  await api.close()
})

test('a caller that hangs up is counted as gone, and is in flight until then', async () => {
  const metrics = createMetrics({ withProcess: false })
  const held = Promise.withResolvers<never>()
  const begun = Promise.withResolvers<void>()
  const untilGone = Promise.withResolvers<void>()
  const ping = (_: unknown, { signal }: { signal: AbortSignal }) => {
    signal.addEventListener('abort', () => untilGone.resolve())
    begun.resolve()
    return held.promise
  }
  const api = await startFakeApi({ server: { ping } }, { measure: createHttpMeter(metrics) })
  const headers = { ...KEY, 'content-type': 'application/json' }
  const hangUp = new AbortController()
  const { signal } = hangUp
  const call = api.request('/api/rpc/api-reference/server/ping', {
    method: 'POST',
    headers,
    body: '{}',
    signal,
  })
  await begun.promise
  expect(await metrics.render()).toContain('parley_http_requests_in_flight{operation="server.ping"} 1')
  hangUp.abort()
  await expect(call).rejects.toThrow()
  await untilGone.promise
  held.reject(new Error('the caller is gone'))
  await expect.poll(() => readCounts(metrics)).toEqual(['server.ping gone 1'])
  await api.close()
})

test('what an assistant calls is measured once, as the operation with the class of its own answer', async () => {
  const metrics = createMetrics({ withProcess: false })
  const api = await startFakeApi(undefined, { measure: createHttpMeter(metrics) })
  const era = { pin: '2026-07-28' } as const
  const client = await connectMcp(api.origin, KEY, { era, tools: 'server,clients' })
  await useTool(client, 'server_ping')
  await useTool(client, 'server_ping')
  expect((await useTool(client, 'clients_get', { id: 'none' })).refused).toBe(true)
  await client.close()
  const ofOperations = async () => (await readCounts(metrics)).filter((line) => !line.startsWith('mcp '))
  await expect.poll(ofOperations).toEqual(['clients.get 4xx 1', 'server.ping 2xx 2'])
  // What is left to the endpoint are the messages that call nothing: here the one that looks for the protocol's version.
  expect(await readCounts(metrics)).toContain('mcp 2xx 1')
  const text = await metrics.render()
  for (const operation of ['mcp', 'server.ping', 'clients.get'])
    expect(text).toContain(`parley_http_requests_in_flight{operation="${operation}"} 0`)
  await api.close()
})
