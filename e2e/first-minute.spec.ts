import { createAdmin, createPerson, expect, test } from './support/dashboard.ts'

test.use({ isFirstStart: true })

test('a fresh installation leads to a connected client in three clicks, and the client can be managed', async ({
  page,
}) => {
  await createAdmin(page)

  await page.getByRole('button', { name: /Try it in the sandbox/ }).click()
  await page.getByRole('button', { name: 'Create and start' }).click()
  await expect(page.getByRole('img', { name: 'QR code to pair this client' })).toBeVisible()
  await expect(page.getByText(/New code in \d+ s/)).toBeVisible()
  await page.getByRole('button', { name: 'Scan with a simulated phone' }).click()

  await expect(page.getByText('The client is connected.', { exact: true })).toBeVisible()
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

  await page.getByRole('link', { name: 'Clients' }).first().click()
  const row = page.getByRole('row', { name: /Corner shop/ })
  await expect(row).toContainText('7 a second')
  await expect(row).toContainText('Connected')
  await row.getByRole('link').click()
  await expect(page.getByText('Be careful', { exact: true })).toBeVisible()
  await expect(page.getByText('The client may send faster than people write.')).toBeVisible()
  await expect(page.getByText('At most 25200 an hour by the client’s own pace')).toBeVisible()

  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('The worker is stopped.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText('The client is connected.', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('img', { name: 'QR code to pair this client' })).toBeVisible()

  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Delete client' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Delete client' })).toBeDisabled()
  await dialog.getByLabel('Type “Corner shop” to confirm').fill('Corner shop')
  await dialog.getByRole('button', { name: 'Delete client' }).click()
  await expect(page.getByRole('heading', { name: 'Connect your first account' })).toBeVisible()
})

test('a further account cannot be made where sign-up is closed', async ({ page, dashboard }) => {
  await createPerson(dashboard, 'ada@example.org')
  await page.goto('/clients')
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await expect(page.getByText('Create an account')).toHaveCount(0)
})
