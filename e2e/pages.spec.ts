import { beginAtNumbers } from './support/begin.ts'
import { createAdmin, expect, openPage, test } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { test as shared } from './support/shared.ts'

test('the pages of the first minute are accessible, light and dark, wide and on a phone', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome to Parley' })).toBeVisible()
  await checkPage(page, 'first-account')

  await createAdmin(page)
  await expect(page.getByRole('heading', { name: 'Connect your first number' })).toBeVisible()
  await checkPage(page, 'first-client')

  await page.getByRole('button', { name: /Try it with a test phone/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkPage(page, 'create-client')
  await page.getByLabel('Name').fill('Corner shop')
  await page.getByRole('button', { name: 'Add and connect' }).click()
  await expect(page.getByRole('img', { name: 'QR code to link this number' })).toBeVisible()
  await checkPage(page, 'pairing')

  await page.getByRole('button', { name: 'Scan with a test phone' }).click()
  await expect(page.getByText('The number is connected.', { exact: true })).toBeVisible()
  await expect(page.getByText(/test phone .* scanned/)).toHaveCount(0)
  await checkPage(page, 'client')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByLabel('Messages a second')).toBeVisible()
  await checkPage(page, 'client-settings')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('It is connecting to WhatsApp.').first()).toBeVisible()
  await checkPage(page, 'client-history')

  await openPage(page, 'Numbers')
  await expect(page.getByRole('row', { name: /Corner shop/ })).toContainText('Connected')
  await checkPage(page, 'clients')
})

test('the other pages are accessible too', async ({ page }) => {
  await createAdmin(page)
  await openPage(page, 'Inbox')
  await expect(page.getByText('Connect a number first')).toBeVisible()
  await checkPage(page, 'first-inbox')
  await openPage(page, 'Flows')
  await expect(page.getByText('No flows yet')).toBeVisible()
  await checkPage(page, 'first-flow')
  await openPage(page, 'Runs')
  await expect(page.getByText('No runs yet')).toBeVisible()
  await checkPage(page, 'first-run')

  await openPage(page, 'Account')
  await expect(page.getByText('This session')).toBeVisible()
  await checkPage(page, 'account')

  await openPage(page, 'API keys')
  await expect(page.getByText('No keys yet')).toBeVisible()
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('Web shop')
  await page.getByLabel('What it may do').selectOption('Only this')
  await page.getByRole('checkbox', { name: 'secrets:use: use secrets in flows and calls' }).check()
  await checkPage(page, 'create-key')
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByLabel('API key', { exact: true })).toHaveValue(/^parley_/)
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByRole('row', { name: /Web shop/ })).toBeVisible()
  await checkPage(page, 'api-keys')

  await openPage(page, 'Health')
  await expect(page.getByText('Everything runs.')).toBeVisible()
  await checkPage(page, 'system')

  await page.goto('/no/such/page')
  await expect(page.getByText('There is no such page')).toBeVisible()
  await checkPage(page, 'not-found')

  await page.context().clearCookies()
  await page.goto('/clients')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await checkPage(page, 'sign-in')
})

shared('the page before stays in sight until the next one has its strings', async ({ page, dashboard }) => {
  await beginAtNumbers(page, dashboard)
  const isStrings = /assets\/team-(?!page|text)[\w-]+\.js$/
  const released = Promise.withResolvers<void>()
  await page.route(isStrings, async (route) => {
    await released.promise
    await route.continue()
  })
  const asked = page.waitForRequest(isStrings)
  const sections = page.getByRole('navigation', { name: 'Main', exact: true })
  await sections.getByRole('link', { name: 'Settings' }).click()
  await asked
  await page.evaluate(`(async () => {
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame)
  })()`)
  expect(await page.getByRole('heading', { name: 'Numbers', level: 1 }).isVisible()).toBe(true)
  expect(await sections.isVisible()).toBe(true)
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')
  released.resolve()
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false')
})
