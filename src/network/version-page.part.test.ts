import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createOutboundHttp } from '../platform/outbound-http.ts'
import { readVersionPage } from './version-page.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function ask(answer: RequestListener, signal?: AbortSignal) {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return readVersionPage(
    createOutboundHttp({ allow: ['127.0.0.1'] }),
    `http://127.0.0.1:${port}/sw.js`,
    signal,
  )
}

test.each([
  'self.x = JSON.parse("{\\"server_revision\\":9,\\"client_revision\\":1044017588,\\"a\\":1}")',
  'self.x = {"server_revision":9,"client_revision": 1044017588}',
])('the newest version is read of %s', async (page) => {
  expect(await ask((_, res) => res.end(page))).toEqual({ version: [2, 3000, 1_044_017_588] })
})

test('the page is asked as a browser asks it, as it answers others differently', async () => {
  let headers: Record<string, unknown> = {}
  await ask((req, res) => {
    headers = req.headers
    res.end()
  })
  expect(headers).toMatchObject({ 'sec-fetch-site': 'none', 'user-agent': expect.stringMatching(/^Mozilla/) })
})

test.each([
  ['NO_VERSION', (_, res) => res.end('<html>Please update your browser</html>')],
  ['NO_VERSION', (_, res) => res.end('{"client_revision":12}')],
  ['NO_VERSION', (_, res) => res.end('{"client_revision":12345678901234567890}')],
  ['BAD_STATUS', (_, res) => res.writeHead(403).end('{"client_revision":1044017588}')],
  ['TOO_LARGE', (_, res) => res.end(`${' '.repeat(5_000_000)}{"client_revision":1044017588}`)],
  ['CONNECTION_LOST', (_, res) => res.destroy()],
  ['REDIRECT_REFUSED', (req, res) => res.writeHead(302, { location: `${req.url}+` }).end()],
] as [string, RequestListener][])('a page that answers otherwise is %s (%#)', async (problem, answer) => {
  expect(await ask(answer)).toMatchObject({ problem, message: expect.stringMatching(/^[A-Z]/) })
})

test('a page that keeps silent is given up with what asked for it', async () => {
  const ending = new AbortController()
  const asking = ask(() => ending.abort(), ending.signal)
  expect(await asking).toMatchObject({ problem: 'ABORTED' })
})

test('a page inside a private network that nobody listed is not called', async () => {
  expect(await readVersionPage(createOutboundHttp(), 'https://127.0.0.1:1/sw.js')).toMatchObject({
    problem: 'ADDRESS_REFUSED',
  })
})
