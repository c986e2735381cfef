import { createAdmin, createPerson, expect, openPage, test } from './support/dashboard.ts'

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
