import { readFileSync } from 'node:fs'
import { connectClient, createAdmin, expect, test } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'

test.describe.configure({ timeout: 240_000 })

const SLOW = { timeout: 60_000 }
const PASSPHRASE = 'a long enough passphrase'

test('the session of a client leaves in a file, holds the client, goes on in another, and is taken back', async ({
  page,
}) => {
  await createAdmin(page)
  await connectClient(page, 'Corner shop')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Export the session' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
  await dialog.getByLabel('Passphrase again').fill('another passphrase')
  await dialog.getByRole('button', { name: 'Export the session' }).click()
  await expect(page.getByText('The two are not the same.')).toBeVisible()
  await checkPage(page, 'export-session')
  await dialog.getByLabel('Passphrase again').fill(PASSPHRASE)
  const download = page.waitForEvent('download', SLOW)
  await dialog.getByRole('button', { name: 'Export the session' }).click()
  const file = await (await download).path()
  expect(readFileSync(file).length).toBeGreaterThan(500)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('The session was exported', { exact: true })).toBeVisible(SLOW)
  await checkPage(page, 'client-exported')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByText(/take it back in the settings of the client first/)).toBeVisible(SLOW)

  await page.getByRole('link', { name: 'Clients' }).first().click()
  await page.getByRole('button', { name: 'New client' }).click()
  await page.getByLabel('Name').fill('The new place')
  await page.getByRole('radio', { name: /Sandbox/ }).check()
  await page.getByRole('button', { name: 'Create and start' }).click()
  await expect(page.getByRole('img', { name: 'QR code to pair this client' })).toBeVisible(SLOW)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByRole('button', { name: 'Import a session' })).toBeDisabled()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByRole('button', { name: 'Import a session' }).click()
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByLabel('Passphrase of the file').fill('not this one at all')
  await dialog.getByRole('button', { name: 'Import a session' }).click()
  await expect(page.getByText(/does not open this file/)).toBeVisible(SLOW)
  await page.getByLabel('Passphrase of the file').fill(PASSPHRASE)
  await dialog.getByRole('button', { name: 'Import a session' }).click()
  await expect(page.getByText(/is here\. Start the client; nothing is scanned/)).toBeVisible(SLOW)
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByText('The client is connected.', { exact: true })).toBeVisible(SLOW)

  await page.getByRole('link', { name: 'Clients' }).first().click()
  await page
    .getByRole('row', { name: /Corner shop/ })
    .getByRole('link')
    .click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Take the session back' }).click()
  await dialog.getByRole('button', { name: 'Take the session back' }).click()
  await expect(page.getByText(/Another client of this service has this session/)).toBeVisible(SLOW)
})
