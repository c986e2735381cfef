import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, type BrowserContextOptions, devices, type Page } from '@playwright/test'
import { callSandbox } from '../src/bin/demo/sandbox-contact.ts'
import { openDatabase } from '../src/db/client.ts'
import { beginAtNumbers } from './support/begin.ts'
import { test as aloneTest, type DashboardService, expect } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const GO_ON = 'I know who asks. Go on'

async function openElsewhere(
  browser: Browser,
  { service }: DashboardService,
  options: BrowserContextOptions = {},
): Promise<Page> {
  return await (await browser.newContext({ baseURL: service.url, ...options })).newPage()
}

/** From the page of clients to one that waits to be paired. */
async function startClient(page: Page, dashboard: DashboardService): Promise<void> {
  await beginAtNumbers(page, dashboard)
  await page.getByRole('button', { name: /Try it with a test phone/ }).click()
  await page.getByLabel('Name').fill('Corner shop')
  await page.getByRole('button', { name: 'Add and connect' }).click()
  await expect(page.getByRole('img', { name: 'QR code to link this number' })).toBeVisible()
}

/** Makes a link with the dialog, and answers it. */
async function makeLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Send a link to the owner of the number' }).click()
  await page.getByLabel('The link lives').selectOption('10 minutes')
  await page.getByRole('button', { name: 'Make the link' }).click()
  const link = await page.getByLabel('Pairing link').inputValue()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByText('Not opened yet')).toBeVisible()
  return link
}

/** The QR that the page shows, as the service told it. */
async function readQr(page: Page): Promise<string> {
  const answer = await page.waitForResponse(async (response) => {
    if (!response.url().endsWith('/api/pairing/state') || !response.ok()) return false
    return ((await response.json()) as { qr: string | null }).qr !== null
  })
  return ((await answer.json()) as { qr: string }).qr
}

async function expireLinks({ place }: DashboardService): Promise<void> {
  const db = await openDatabase({ dataDir: place.dataDir, mode: 'admin', migrate: false, poolSize: 2 })
  try {
    await db.pool.query('update pairing_link set expires_at = now()')
  } finally {
    await db.close()
  }
}

test('somebody without an account is told who asks, and links their phone; the link works once, in one browser', async ({
  page,
  browser,
  dashboard,
}) => {
  await startClient(page, dashboard)
  const link = await makeLink(page)
  const theirs = await openElsewhere(browser, dashboard)
  await theirs.goto(link)
  await expect(
    theirs.getByText(`Ada (${dashboard.addressOf('ada')}) asks you to link your WhatsApp account.`),
  ).toBeVisible()
  await expect(theirs.getByText(/It becomes “Corner shop” of the messaging service/)).toBeVisible()
  await expect(theirs.getByText(/can then read the messages of this account/)).toBeVisible()
  await expect(theirs).toHaveTitle('Link your WhatsApp account · Parley')
  await expect(theirs.getByRole('link')).toHaveCount(0)
  await checkPage(theirs, 'pairing-link-asks')
  // Looking at it takes it from nobody.
  const others = await openElsewhere(browser, dashboard)
  await others.goto(link)
  await expect(others.getByRole('button', { name: GO_ON })).toBeVisible()

  await theirs.getByRole('button', { name: GO_ON }).click()
  await expect(theirs.getByRole('img', { name: 'QR code to link this number' })).toBeVisible()
  await checkPage(theirs, 'pairing-link-qr')
  await theirs.reload()
  await expect(theirs.getByRole('img', { name: 'QR code to link this number' })).toBeVisible()
  await expect(page.getByText(/^Opened /)).toBeVisible()

  await others.getByRole('button', { name: GO_ON }).click()
  await expect(others.getByRole('heading', { name: 'This link is open elsewhere' })).toBeVisible()
  await checkPage(others, 'pairing-link-elsewhere')

  const qr = await readQr(theirs)
  await callSandbox(dashboard.place.dataDir, '/scan', { qr, phone: '447700900291' })
  await expect(theirs.getByRole('heading', { name: 'Your account is linked' })).toBeVisible()
  await checkPage(theirs, 'pairing-link-linked')
  await expect(page.getByText('The number is connected.', { exact: true })).toBeVisible()
  await others.goto(link)
  await others.reload()
  await expect(others.getByRole('heading', { name: 'This link was used' })).toBeVisible()
  await others.context().close()
  await theirs.context().close()
})

test('on a phone the code comes first, and the link can be taken to another device', async ({
  page,
  browser,
  dashboard,
}) => {
  const phone = '447700900292'
  await startClient(page, dashboard)
  const link = await makeLink(page)
  const theirs = await openElsewhere(browser, dashboard, { ...devices['Pixel 7'], locale: 'pt-BR' })
  await theirs.goto(link)
  await theirs.getByRole('button', { name: 'Sei quem pede. Continuar' }).click()
  await expect(theirs.getByRole('heading', { name: 'Digite um código para conectar' })).toBeVisible()
  await theirs.getByRole('button', { name: 'Continuar em outro aparelho' }).click()
  await theirs.getByRole('button', { name: 'Soltar o link' }).click()
  await expect(theirs.getByRole('button', { name: 'Sei quem pede. Continuar' })).toBeVisible()

  const computer = await openElsewhere(browser, dashboard)
  await computer.goto(link)
  await computer.getByRole('button', { name: GO_ON }).click()
  await expect(computer.getByRole('heading', { name: 'Scan to link' })).toBeVisible()
  await computer.getByRole('button', { name: 'Link with phone number instead' }).click()
  await computer.getByLabel('Phone number of the account').fill(`+${phone}`)
  await computer.getByRole('button', { name: 'Get a code' }).click()
  const shown = computer.getByRole('status', { name: /^Code to type into the phone/ })
  await expect(shown).toHaveText(/^\w{4}-\w{4}$/)
  await expect(computer.getByText('For the phone … 0292')).toBeVisible()
  const code = await shown.innerText()
  await callSandbox(dashboard.place.dataDir, '/phone/enter-code', { account: phone, code })
  await expect(computer.getByRole('heading', { name: 'Your account is linked' })).toBeVisible()
  await computer.context().close()
  await theirs.context().close()
})

test('the passkey that the network asks for is asked of whoever has the link', async ({
  page,
  browser,
  dashboard,
}) => {
  const phone = '447700900293'
  await callSandbox(dashboard.place.dataDir, '/faults', { account: phone, askPasskey: true })
  await startClient(page, dashboard)
  const theirs = await openElsewhere(browser, dashboard)
  await theirs.goto(await makeLink(page))
  await theirs.getByRole('button', { name: GO_ON }).click()
  const qr = await readQr(theirs)
  await callSandbox(dashboard.place.dataDir, '/scan', { qr, phone })
  await theirs.getByText('Without the extension', { exact: true }).click()
  const script = theirs.getByLabel('Script for the console')
  await expect(script).toHaveValue(/challenge/)
  await expect(theirs.getByText(/^Who signs lets this service read and write/)).toBeVisible()
  await checkPage(theirs, 'pairing-link-passkey')
  const [, challenge] = /"challenge":"([\w-]+)"/.exec(await script.inputValue()) ?? []
  const assertion = await callSandbox<object>(dashboard.place.dataDir, '/phone/sign-passkey', {
    account: phone,
    challenge,
  })
  await theirs.getByLabel('What the page showed').fill(JSON.stringify(assertion))
  await theirs.getByRole('button', { name: 'Hand it over' }).click()
  await expect(theirs.getByRole('heading', { name: 'Your account is linked' })).toBeVisible()
  await theirs.context().close()
})

test('a link that expired, was ended, replaced or cut off says so, and a service that is away is waited for', async ({
  page,
  browser,
  dashboard,
}) => {
  await startClient(page, dashboard)
  const first = await makeLink(page)
  const theirs = await openElsewhere(browser, dashboard)
  await theirs.goto(first)
  await theirs.getByRole('button', { name: GO_ON }).click()
  await expect(theirs.getByRole('heading', { name: 'Scan to link' })).toBeVisible()
  await theirs.context().setOffline(true)
  await expect(theirs.getByText('The service does not answer. This page tries again by itself.')).toBeVisible(
    {
      timeout: 30_000,
    },
  )
  await theirs.context().setOffline(false)
  await expect(theirs.getByText('The service does not answer.')).toHaveCount(0)

  const second = await makeLink(page)
  await expect(theirs.getByRole('heading', { name: 'There is a newer link' })).toBeVisible()
  await page.getByRole('button', { name: 'End the link' }).click()
  await expect(page.getByText('Not opened yet')).toHaveCount(0)
  const open = async (link: string): Promise<void> => {
    await theirs.goto('about:blank')
    await theirs.goto(link)
  }
  await open(second)
  await expect(theirs.getByRole('heading', { name: 'This link was taken back' })).toBeVisible()
  const third = await makeLink(page)
  await expireLinks(dashboard)
  await open(third)
  await expect(theirs.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await checkPage(theirs, 'pairing-link-expired')
  await open(third.slice(0, -5))
  await expect(theirs.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await theirs.context().close()
})

interface Embedder {
  origin: string
  show(html: string): void
}

/** An operator's own site, of another name than the service. A browser lets only a real one on this machine frame what is here. */
const embeddedTest = aloneTest.extend<{ embedder: Embedder }>({
  // Playwright reads what a fixture needs from this pattern, and this one needs nothing.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  embedder: async ({}, use) => {
    let shown = ''
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(shown)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    try {
      await use({ origin: `http://localhost:${port}`, show: (html) => (shown = html) })
    } finally {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  },
  serviceEnv: async ({ embedder }, use) => {
    await use({ EMBED_ORIGINS: embedder.origin })
  },
})

embeddedTest(
  'the page of a link stands in a frame of an operator’s own page, and no other page does',
  async ({ page, browser, dashboard, embedder }) => {
    await startClient(page, dashboard)
    const link = await makeLink(page)
    const theirs = await openElsewhere(browser, dashboard)
    embedder.show(`<!doctype html><title>Shop</title><iframe id="link" src="${link}" width="800" height="900"></iframe>
    <iframe id="dashboard" src="${dashboard.service.url}/clients"></iframe>`)
    const refused = theirs.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await theirs.goto(embedder.origin)
    const frame = theirs.frameLocator('#link')
    await frame.getByRole('button', { name: GO_ON }).click()
    await expect(frame.getByRole('img', { name: 'QR code to link this number' })).toBeVisible()
    expect((await refused).text()).toContain("'none'")
    await expect(theirs.frameLocator('#dashboard').getByRole('heading')).toHaveCount(0)
    await theirs.context().close()
  },
)
