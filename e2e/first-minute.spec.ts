import type { Locator, Page } from '@playwright/test'
import { newContact } from '../test/support/account.ts'
import { connectClient, createAdmin, createPerson, expect, openPage, test } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'

test.use({ isFirstStart: true })

test('a fresh installation leads to a connected client in three clicks, and the client can be managed', async ({
  page,
}) => {
  await createAdmin(page)

  await page.getByRole('button', { name: /Try it with a test phone/ }).click()
  await page.getByRole('button', { name: 'Add and connect' }).click()
  await expect(page.getByRole('img', { name: 'QR code to link this number' })).toBeVisible()
  await expect(page.getByText(/New code in \d+ s/)).toBeVisible()
  await page.getByRole('button', { name: 'Scan with a test phone' }).click()

  await expect(page.getByText('The number is connected.', { exact: true })).toBeVisible()
  await expect(page.getByText(/^\+4477009000\d\d$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Account health' })).toBeVisible()
  await expect(page.getByText('Nothing was found that the network would mind.')).toBeVisible()

  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel('Name').fill('Corner shop')
  await page.getByLabel('Messages a second').fill('7')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Corner shop', level: 1 })).toBeVisible()

  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('A QR code is waiting to be scanned.')).toBeVisible()

  await openPage(page, 'Numbers')
  const row = page.getByRole('row', { name: /Corner shop/ })
  await expect(row).toContainText('7 a second')
  await expect(row).toContainText('Connected')
  await row.getByRole('link').click()
  await expect(page.getByText('Be careful', { exact: true })).toBeVisible()
  await expect(page.getByText('The number may send faster than people write.')).toBeVisible()
  await expect(page.getByText('At most 25200 an hour by the number’s own speed')).toBeVisible()

  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('It is paused.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByText('The number is connected.', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Unlink' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('img', { name: 'QR code to link this number' })).toBeVisible()

  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Delete number' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Delete number' })).toBeDisabled()
  await dialog.getByLabel('Type “Corner shop” to confirm').fill('Corner shop')
  await dialog.getByRole('button', { name: 'Delete number' }).click()
  await expect(page.getByRole('heading', { name: 'Connect your first number' })).toBeVisible()
})

test('a further account cannot be made where sign-up is closed', async ({ page, dashboard }) => {
  await createPerson(dashboard, 'ada@example.org')
  await page.goto('/clients')
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await expect(page.getByText('Create an account')).toHaveCount(0)
})

/** Counts what a person presses, and how long it takes, from the page on which the way begins. */
function countPresses(page: Page) {
  const startedAt = performance.now()
  let presses = 0
  return {
    async press(target: Locator) {
      presses++
      await target.click()
    },
    report(name: string) {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      const { width = 0 } = page.viewportSize() ?? {}
      test
        .info()
        .annotations.push({ type: name, description: `${presses} presses, ${seconds} s at ${width} px` })
      return presses
    },
  }
}

/** From the questions to a flow that answers on the number: a business, three answers, one press. */
async function beginWithBusiness(page: Page, name: string, isLookedAt: boolean): Promise<number> {
  const size = page.viewportSize()
  const look = async (picture: string) => {
    if (!isLookedAt) return
    await checkPage(page, picture)
    if (size) await page.setViewportSize(size)
  }
  const { press, report } = countPresses(page)
  await expect(page.getByRole('heading', { name: 'Let it answer', level: 1 })).toBeVisible()
  await press(page.getByText('Food and drink', { exact: true }))
  await page.getByLabel('What is it called?').fill(name)
  await press(page.getByText('Sat', { exact: true }))
  await press(page.getByText('Around the clock'))
  await look('start')
  await press(page.getByRole('button', { name: 'Show it to me' }))
  const phone = page.getByRole('complementary').filter({ hasText: `This is ${name}` })
  await expect(phone).toContainText('What would you like, and shall we deliver it or do you pick it up?')
  await look('first-flow')
  await press(page.getByRole('button', { name: 'Put it on my number' }))
  await expect(page.getByText(/^It answers on Test phone now/)).toBeVisible()
  return report(name)
}

test('a number that is connected gets a flow of three answers in six presses, which answers on it; on a small screen too', async ({
  page,
  dashboard,
}) => {
  await createAdmin(page)
  const account = await connectClient(page, 'Test phone')
  await page.getByRole('link', { name: 'Begin with my business' }).click()
  expect(await beginWithBusiness(page, 'Corner Café', false)).toBeLessThanOrEqual(5)
  const contact = newContact(dashboard.place.dataDir)
  await contact.sendText(account, 'hello')
  await expect
    .poll(async () => (await contact.read(0)).map(({ text }) => text).join('\n'), { timeout: 60_000 })
    .toContain('Hello! This is Corner Café. How can we help?')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/flows/templates')
  await page.getByRole('link', { name: 'Begin with my business' }).click()
  expect(await beginWithBusiness(page, 'Little Café', true)).toBeLessThanOrEqual(5)
})
