import type { BrowserContext, Locator, Page } from '@playwright/test'
import { callSandbox } from '../src/bin/demo/sandbox-contact.ts'
import { createAdmin, type DashboardService, expect } from './support/dashboard.ts'
import { standInTest, wholeBrowserTest } from './support/extension.ts'
import type { Extension } from './support/extension-host.ts'
import { checkPage, checkPlainPage, keepPicture } from './support/page-check.ts'
import { beAskedForPasskey } from './support/passkey-request.ts'
import { addPasskey, type Passkey, SIGNING_PAGE, serveSigningPage } from './support/signing-page.ts'

const PHONE = '447700900198'

interface Journey {
  page: Page
  context: BrowserContext
  dashboard: DashboardService
  extension: Extension
}

/** Presses the button while the page is seen; what opens is the page that the person goes on in. */
async function pressAndFollow({ page, context, extension }: Journey): Promise<Page> {
  const opened = context.waitForEvent('page')
  await extension.press(page)
  return await opened
}

/** A press that closes its tab: the tab may be gone before the press has been reported. */
async function pressUntilClosed(page: Page, button: Locator): Promise<void> {
  const isClosed = page.waitForEvent('close')
  await button.click().catch((error: unknown) => {
    if (!page.isClosed()) throw error
  })
  await isClosed
}

async function signInTwoClicks(journey: Journey): Promise<void> {
  const { page, context, dashboard } = journey
  const { place, service } = dashboard
  await serveSigningPage(context)
  await createAdmin(page)

  const help = await pressAndFollow(journey)
  await expect(help.getByRole('heading', { name: 'Nothing on that page asks for a passkey' })).toBeVisible()
  await checkPlainPage(help, 'passkey-extension-help')
  await help.close()

  await beAskedForPasskey(page, place.dataDir, PHONE)
  await page.getByRole('button', { name: 'Get the extension' }).click()
  await expect(page.getByRole('dialog', { name: 'Get the extension' })).toBeVisible()
  await checkPage(page, 'passkey-extension-install')
  await page.getByRole('button', { name: 'Close', exact: true }).click()

  const declined = await pressAndFollow(journey)
  const question = declined.getByRole('dialog', { name: 'Sign for this address?' })
  await expect(question).toContainText(service.url)
  await expect(question).toContainText('The page calls it “Shop”.')
  await expect(declined).toHaveURL(`${SIGNING_PAGE}/`)
  await expect(page.getByText(/^The extension has opened a tab/)).toBeVisible()
  await keepPicture(declined, 'passkey-extension-sign-wide-light')
  await pressUntilClosed(declined, declined.getByRole('button', { name: 'Do not sign' }))
  await expect(page.getByText(/^It was not signed\./)).toBeVisible()

  const signing = await pressAndFollow(journey)
  await expect(signing).toHaveURL(`${SIGNING_PAGE}/`)
  await addPasskey(signing, await callSandbox<Passkey>(place.dataDir, '/phone/passkey', { account: PHONE }))
  // The page's own scripts press too, and sign nothing.
  const sign = signing.getByRole('button', { name: 'Sign with the passkey' })
  await expect(sign).toBeEnabled()
  await sign.dispatchEvent('click')
  await expect(signing.getByRole('status')).toBeEmpty()
  await pressUntilClosed(signing, sign)
  await expect(page.getByText('The number is connected.', { exact: true })).toBeVisible()
}

standInTest(
  'a client of an account with a passkey is linked by two presses with the scripts of the extension',
  async ({ page, context, dashboard, extension }) => {
    await signInTwoClicks({ page, context, dashboard, extension })
  },
)

wholeBrowserTest(
  'a client of an account with a passkey is linked by two presses with the extension that was downloaded',
  async ({ page, context, dashboard, extension }) => {
    await signInTwoClicks({ page, context, dashboard, extension })
  },
)
