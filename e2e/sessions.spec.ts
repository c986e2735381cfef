import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { callSandbox } from '../src/bin/demo/sandbox-contact.ts'
import { readSandboxAddress } from '../src/bin/networks/sandbox-address.ts'
import { LibraryProgram } from '../test/support/library-program.ts'
import { beginAtNumber, beginAtNumbers } from './support/begin.ts'
import { expect, openPage } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const SLOW = { timeout: 60_000 }
const PASSPHRASE = 'a long enough passphrase'

test('the session of a client leaves in a file, holds the client, goes on in another, and is taken back', async ({
  page,
  dashboard,
}) => {
  await beginAtNumber(page, dashboard, 'Corner shop')
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
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText(/take it back in the settings of the number first/)).toBeVisible(SLOW)

  await openPage(page, 'Numbers')
  await page.getByRole('button', { name: 'Add number' }).click()
  await page.getByLabel('Name').fill('The new place')
  await page.getByRole('radio', { name: /Test phone/ }).check()
  await page.getByRole('button', { name: 'Add and connect' }).click()
  await expect(page.getByRole('img', { name: 'QR code to link this number' })).toBeVisible(SLOW)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByRole('button', { name: 'Import a session' })).toBeDisabled()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('button', { name: 'Import a session' }).click()
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByLabel('Passphrase of the file').fill('not this one at all')
  await dialog.getByRole('button', { name: 'Import a session' }).click()
  await expect(page.getByText(/does not open this file/)).toBeVisible(SLOW)
  await page.getByLabel('Passphrase of the file').fill(PASSPHRASE)
  await dialog.getByRole('button', { name: 'Import a session' }).click()
  await expect(page.getByText(/is here\. Connect the number; nothing is scanned/)).toBeVisible(SLOW)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByText('The number is connected.', { exact: true })).toBeVisible(SLOW)

  await openPage(page, 'Numbers')
  await page
    .getByRole('row', { name: /Corner shop/ })
    .getByRole('link')
    .click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Take the session back' }).click()
  await dialog.getByRole('button', { name: 'Take the session back' }).click()
  await expect(page.getByText(/Another number of this service has this session/)).toBeVisible(SLOW)
})

test('the session of another program moves in from its folder, waits, and connects without a code', async ({
  page,
  dashboard,
}) => {
  const { dataDir } = dashboard.place
  const program = new LibraryProgram(readSandboxAddress(dataDir))
  try {
    const { qr } = await program.awaitNews('qr')
    await callSandbox(dataDir, '/scan', { qr })
    await program.awaitNews('open')
    await program.stop()
    await beginAtNumbers(page, dashboard)
    await page.getByRole('button', { name: /Try it with a test phone/ }).click()
    await page.getByLabel('Name').fill('Corner shop')
    await page.getByRole('button', { name: 'Add and connect' }).click()
    await expect(page.getByRole('img', { name: 'QR code to link this number' })).toBeVisible(SLOW)
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByRole('button', { name: 'Move in from another program' }).click()
    const dialog = page.getByRole('dialog')
    await checkPage(page, 'move-in')
    const submit = dialog.getByRole('button', { name: 'Move in from another program' })

    const wrong = path.join(dataDir, 'wrong.json')
    writeFileSync(wrong, '{"hello":1}')
    await dialog.getByLabel('What you have').selectOption('files')
    await dialog.getByLabel('A zip, or JSON files').setInputFiles(wrong)
    await submit.click()
    await expect(page.getByText(/no session of Baileys was found in it/i)).toBeVisible(SLOW)

    await dialog.getByLabel('What you have').selectOption('folder')
    await dialog.getByLabel('A folder with creds.json').setInputFiles(program.folder)
    await submit.click()
    await expect(
      page.getByText('An imported session waits for its first login', { exact: true }),
    ).toBeVisible(SLOW)
    await checkPage(page, 'move-in-waiting')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('tab', { name: 'Overview' }).click()
    await expect(page.getByText('The number is connected.', { exact: true })).toBeVisible(SLOW)
  } finally {
    program.remove()
  }
})
