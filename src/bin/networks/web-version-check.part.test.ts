import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BUILT_IN_VERSION } from '../../network/baileys/index.ts'
import { loadConfig } from '../../platform/config.ts'
import { checkWebVersion } from './web-version-check.ts'

const NEWEST = BUILT_IN_VERSION.version[2] + 10
const BUILT_IN = `2.3000.${BUILT_IN_VERSION.version[2]}`

let server: Server
let page: string
let status: number

beforeEach(async () => {
  status = 200
  server = createServer((_, res) => res.writeHead(status).end(`{"client_revision":${NEWEST}}`))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sw.js`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const check = (WEB_VERSION: string, env: Record<string, string> = { WEB_VERSION_PAGE: page }) =>
  checkWebVersion(loadConfig({ NETWORK_URL: 'ws://127.0.0.1:9/ws/chat', WEB_VERSION, ...env }))

test('all is well when clients tell what the page says', async () => {
  const detail = `clients tell the network 2.3000.${NEWEST}, the newest of ${page}`
  expect(await check('latest')).toEqual({ name: 'web version', ok: true, detail, hint: '' })
  expect(await check(`2.3000.${NEWEST}`)).toMatchObject({ ok: true, hint: '' })
})

test('a version that an operator chose is a problem once the page says a newer one', async () => {
  expect(await check(BUILT_IN)).toMatchObject({
    ok: false,
    detail: `clients tell the network ${BUILT_IN} (pinned by WEB_VERSION); the newest of ${page} is 2.3000.${NEWEST}.`,
    hint: expect.stringContaining('remove WEB_VERSION'),
  })
})

test('a page that cannot be read is a problem, with what clients tell instead', async () => {
  status = 503
  expect(await check('latest')).toMatchObject({
    ok: false,
    detail: `${page} cannot be read (It answered with status 503.), so clients tell the network ${BUILT_IN} (built in).`,
    hint: expect.stringContaining('built-in'),
  })
})

test('a page whose connection ends is told of in a sentence', async () => {
  server.removeAllListeners('request')
  server.on('request', (_, res) => res.destroy())
  expect(await check('latest')).toMatchObject({
    ok: false,
    detail: expect.stringContaining(
      'cannot be read (The connection ended before the answer was complete.), so',
    ),
  })
})

test('where no page is to be asked it is said what clients tell', async () => {
  const detail = `clients tell the network ${BUILT_IN} (built in); no page is asked`
  expect(await check('built-in')).toEqual({ name: 'web version', ok: true, detail, hint: '' })
  expect(await check('latest', {})).toEqual({ name: 'web version', ok: true, detail, hint: '' })
})
