import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createApiClient } from '../../src/bin/demo/api-client.ts'
import { callSandbox } from '../../src/bin/demo/sandbox-contact.ts'
import { pairAccount } from '../support/account.ts'
import { awaitState, createWorkplace, type Workplace } from '../support/service-process.ts'

const network = createWorkplace()
let place: Workplace | null = null
afterAll(async () => {
  await place?.remove()
  await network.remove()
})

const NEWEST = '2.3000.1044017599'

test('a service reads from the network’s page which version to tell it, and everything that shows it agrees', async () => {
  await network.start({ args: ['sandbox'] })
  const { wsUrl, httpUrl, rootKeyHex, rootSerial } = JSON.parse(
    readFileSync(path.join(network.dataDir, 'sandbox.json'), 'utf8'),
  ) as { wsUrl: string; httpUrl: string; rootKeyHex: string; rootSerial: number }
  const env = {
    ...{ NETWORK_URL: wsUrl, NETWORK_ROOT_KEY: rootKeyHex, NETWORK_ROOT_SERIAL: String(rootSerial) },
    WEB_VERSION_PAGE: `${httpUrl}/sw.js`,
    LINKED_DEVICE: 'Ubuntu/Firefox',
  }
  // Newer than what came with the library, which is so refused.
  await callSandbox(network.dataDir, '/versions', { oldest: NEWEST, newest: NEWEST })
  const here = createWorkplace({ ...env, WEB_VERSION: 'latest' })
  place = here
  const service = await here.start()
  const scrape = async () => (await fetch(`${service.url}/metrics`)).text()
  // Nobody is asked before a client connects.
  expect(await scrape()).not.toMatch(/^parley_web_version_\w+\{/m)
  await pairAccount(here, () => service.url, network.dataDir)
  const { accounts } = await callSandbox<{ accounts: { devices: { shownAs: string }[] }[] }>(
    network.dataDir,
    '/accounts',
    {},
  )
  expect(accounts[0]?.devices[0]?.shownAs).toBe('Ubuntu/FIREFOX')
  const shown = await scrape()
  expect(shown).toContain(`parley_web_version_info{network="whatsapp",version="${NEWEST}",source="page"} 1`)
  expect(
    Number(/^parley_web_version_age_seconds\{network="whatsapp"\} (\S+)$/m.exec(shown)?.[1]),
  ).toBeLessThan(3_600)
  const email = 'boss@example.org'
  await here.prepare('user', 'create', '--email', email, '--password', 'correct horse battery', '--admin')
  const key = await here.prepare('key', 'create', '--email', email, '--name', 'test')
  const api = createApiClient({ url: () => service.url, key, onAway: () => undefined })
  const [version] = await awaitState('the version to be stored', async () => {
    const { webVersions } = await api.call<{ webVersions: object[] }>('server.status', {})
    return webVersions.length > 0 && webVersions
  })
  const expected = { network: 'whatsapp', version: NEWEST, newest: NEWEST, source: 'page' }
  expect(version).toMatchObject({ ...expected, isOld: false, problem: null })
  expect(await here.parley('doctor')).toContain(
    `ok       web version: clients tell the network ${NEWEST}, the newest of ${env.WEB_VERSION_PAGE}`,
  )
  await service.stop()
})
