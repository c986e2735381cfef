import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createOwnNames } from '../../api/index.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { createMetricsPage } from './metrics-page.ts'

let close = (): void => {}
afterEach(() => close())

async function readStatus(token: string | undefined, headers: Record<string, string>): Promise<number> {
  const page = createMetricsPage(createMetrics({ withProcess: false }), token, createOwnNames({}))
  const server = createServer((req, res) => void page(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => server.close()
  const { port } = server.address() as AddressInfo
  return await new Promise((resolve) => {
    get({ port, host: '127.0.0.1', headers, agent: false }, (res) => resolve(res.resume().statusCode ?? 0))
  })
}

it.each<[string, string | undefined, Record<string, string>, number]>([
  ['for this machine', undefined, { host: 'localhost:3000' }, 200],
  ['for a page elsewhere whose name leads here', undefined, { host: 'evil.example:3000' }, 403],
  ['for who came by a proxy', undefined, { host: 'localhost', 'x-forwarded-for': '10.0.0.1' }, 403],
  ['for who knows the token, by any name', 'word', { host: 'parley.svc', authorization: 'Bearer word' }, 200],
  ['for who does not know it', 'word', { host: 'localhost' }, 403],
])('the measurements %s', async (_, token, headers, status) => {
  expect(await readStatus(token, headers)).toBe(status)
})
