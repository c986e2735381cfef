import type { Page } from '@playwright/test'
import { startTestProxy, type TestProxy } from '../test/support/proxy-servers.ts'
import { type SandboxProcess, startSandboxProcess } from '../test/support/sandbox-process.ts'
import { beginAtNumbers } from './support/begin.ts'
import { test as dashboardTest, expect, openPage } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'

/** A service whose real network is a sandbox of its own process: clients on the sandbox network would use no pool. */
const test = dashboardTest.extend<{ network: SandboxProcess }>({
  // Playwright reads what a fixture needs from this pattern, and this one needs nothing.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  network: async ({}, use) => {
    const network = await startSandboxProcess()
    try {
      await use(network)
    } finally {
      await network.close()
    }
  },
  serviceEnv: async ({ network }, use) => {
    await use({
      OUTBOUND_ALLOW: '127.0.0.1',
      NETWORK_URL: network.wsUrl,
      NETWORK_ROOT_KEY: network.rootKeyHex,
      NETWORK_ROOT_SERIAL: String(network.rootSerial),
    })
  },
})

const SLOW = { timeout: 60_000 }

const proxies: TestProxy[] = []

async function openProxy(options: Partial<TestProxy['options']>): Promise<TestProxy> {
  const proxy = await startTestProxy({ protocol: 'http', ...options })
  proxies.push(proxy)
  return proxy
}

test.afterEach(async () => {
  await Promise.all(proxies.splice(0).map((proxy) => proxy.stop()))
})

/** A connected client on the real network. */
async function pairClient(page: Page, network: SandboxProcess, name: string): Promise<void> {
  const call = (operation: string, input: object) =>
    page.evaluate(
      async ([path, body]) => {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(`/api/rpc/api-reference/${path}`, { method: 'POST', headers, body })
        return (await answer.json()) as { id: string; data: unknown }
      },
      [operation, JSON.stringify(input)] as const,
    )
  const { id: clientId } = await call('clients/create', { name, network: 'whatsapp' })
  await call('worker/start', { clientId })
  await expect(async () => {
    const { data: qr } = await call('server/qr', { clientId })
    if (typeof qr !== 'string') throw new Error('there is no QR yet')
    await network.scan(qr, { phone: '447702400001' })
  }).toPass(SLOW)
  await page.reload()
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Connected', SLOW)
}

test('an administrator imports proxies, sees clients move to them, tests and removes them', async ({
  page,
  network,
  dashboard,
}) => {
  const good = await openProxy({ user: 'ada', password: 's:crt' })
  const bad = await openProxy({ behaviour: 'forbids' })
  await beginAtNumbers(page, dashboard)
  await pairClient(page, network, 'Corner shop')
  await openPage(page, 'Proxies')
  await expect(page.getByText('No proxies yet')).toBeVisible()
  await checkPage(page, 'first-proxy')

  await page.getByRole('button', { name: 'Import proxies' }).click()
  const list = page.getByRole('textbox', { name: 'Proxies' })
  await list.fill(`http://ada:s%3Acrt@127.0.0.1:${good.port}\nnot a proxy`)
  await expect(page.getByText('Line 2 is no proxy.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 1 proxy' })).toBeDisabled()
  await list.fill(
    `# mine\nhttp://ada:s%3Acrt@127.0.0.1:${good.port}\n127.0.0.1:${bad.port}\nproxy.example:99999`,
  )
  await checkPage(page, 'import-proxies')
  await page.getByRole('button', { name: 'Import 3 proxies' }).click()
  const report = page.getByRole('dialog', { name: 'What was done' })
  await expect(report).toContainText('2 proxies are in the pool.', SLOW)
  await expect(report).toContainText('Line 4: proxy.example:99999, port is not a number from 1 to 65535')
  await expect(report).toContainText('1 number moved and connects again.')
  await expect(report).toContainText(`Takes no number until it works:127.0.0.1:${bad.port}`)
  await expect(report).toContainText(`The proxy http://127.0.0.1:${bad.port} refuses the connection (403).`)
  await report.getByRole('button', { name: 'Done' }).click()

  const goodRow = page.getByRole('row', { name: new RegExp(`127.0.0.1:${good.port}`) })
  const badRow = page.getByRole('row', { name: new RegExp(`127.0.0.1:${bad.port}`) })
  await expect(goodRow).toContainText('with a password')
  await expect(goodRow).toContainText('Works', SLOW)
  expect(good.tunnels.length).toBeGreaterThan(0)
  expect(await page.content()).not.toContain('s:crt')
  await badRow.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Test now' }).click()
  await expect(badRow).toContainText('Failed', SLOW)
  await expect(badRow).toContainText('It refuses to connect to the network.')
  await checkPage(page, 'proxies')
  await openPage(page, 'Numbers')
  await expect(page.getByRole('row', { name: /Corner shop/ })).toContainText('Of the pool', SLOW)
  await openPage(page, 'Proxies')

  await badRow.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(page.getByRole('dialog')).toContainText('No number goes through it now.')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(badRow).toHaveCount(0, SLOW)
  await goodRow.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Let numbers connect directly?')).toBeVisible()
  await page.getByRole('button', { name: 'Remove and connect directly' }).click()
  await expect(page.getByText('No proxies yet')).toBeVisible(SLOW)
})

test('the settings of a client are checked and kept, and it can have a proxy of its own', async ({
  page,
  network,
  dashboard,
}) => {
  const own = await openProxy({ protocol: 'socks5', user: 'grace', password: 'hopper' })
  await beginAtNumbers(page, dashboard)
  await pairClient(page, network, 'Corner shop')
  await page.getByRole('link', { name: 'Corner shop' }).click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('At once').fill('5000')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('input[name=burst]:invalid')).toBeVisible()
  await page.getByLabel('At once').fill('50')
  await page.getByLabel('Silence after a person wrote').fill('45')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The settings are saved.')).toBeVisible()

  await page.getByLabel('Messages a second').fill('9')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible(SLOW)
  await expect(page.getByLabel('Messages a second'), 'what was typed is still there').toHaveValue('9')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()

  await expect(page.getByText('This number connects directly.')).toBeVisible()
  await page.getByRole('button', { name: 'Give it its own proxy' }).click()
  await page.getByLabel('Protocol').selectOption('SOCKS5')
  await page.getByLabel('Host').fill('127.0.0.1')
  await page.getByLabel('Port').fill('99999')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('A port is a number from 1 to 65535.')).toBeVisible()
  await checkPage(page, 'client-own-proxy')
  await page.getByLabel('Port').fill(String(own.port))
  await page.getByLabel('User').fill('grace')
  await page.getByLabel('Password').fill('hopper')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('All traffic of this number goes through a proxy of its own.')).toBeVisible(
    SLOW,
  )
  await expect(page.getByText('Works', { exact: true })).toBeVisible(SLOW)
  expect(own.tunnels.length).toBeGreaterThan(0)

  await page.reload()
  await expect(page.getByLabel('At once')).toHaveValue('50')
  await expect(page.getByLabel('Silence after a person wrote')).toHaveValue('45')
  await page.getByRole('button', { name: 'Use no own proxy' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use no own proxy' }).click()
  await expect(page.getByText('This number connects directly.')).toBeVisible(SLOW)
})
