import { createAdmin, expect, test } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'

test('a table is made, filled by hand and from a file, held to what is unique, and deleted', async ({
  page,
}) => {
  await createAdmin(page)
  await page.goto('/tables')
  await expect(page.getByText('No tables yet')).toBeVisible()
  await checkPage(page, 'first-table')
  await page.getByRole('button', { name: 'New table' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name in flows').fill('slots')
  await dialog.getByLabel('Columns').fill('day: date, required\nwho: soon')
  await dialog.getByRole('button', { name: 'Save table' }).click()
  await expect(dialog.getByText('“who: soon” is no column.')).toBeVisible()
  await checkPage(page, 'create-table')
  await dialog.getByLabel('Columns').fill('day: date, required\nwho: text')
  await dialog.getByLabel('Unique').fill('day')
  await dialog.getByRole('button', { name: 'Save table' }).click()
  await page.getByRole('link', { name: 'slots' }).click()
  await expect(page.getByText('No rows yet')).toBeVisible()

  await page.getByRole('button', { name: 'New row' }).click()
  await dialog.getByLabel('day').fill('2026-05-01')
  await dialog.getByLabel('who').fill('Ana')
  await dialog.getByRole('button', { name: 'Save row' }).click()
  const row = page.getByRole('row', { name: /2026-05-01/ })
  await expect(row).toContainText('Ana')
  const csv = 'day,who\r\n2026-05-02,Bia\r\n2026-05-03,"Rui, Lda"\r\n'
  const file = { name: 'slots.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.getByLabel('Import CSV').setInputFiles(file)
  await expect(page.getByRole('row', { name: /Rui, Lda/ })).toBeVisible()
  await checkPage(page, 'table')
  await page.getByLabel('Import CSV').setInputFiles(file)
  await expect(page.getByText('A row with the same values is there already')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('slots.csv')
  await page.getByRole('button', { name: 'Delete row 1' }).click()
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No tables yet')).toBeVisible()
})
