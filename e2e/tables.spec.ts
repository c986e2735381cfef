import type { Page } from '@playwright/test'
import { begin } from './support/begin.ts'
import { expect } from './support/dashboard.ts'
import { edge, node } from './support/flow-calls.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

/** Needs the table that is there with another column, and a field of contacts that is not. */
const BOOKING = {
  version: 1,
  name: 'Booking',
  nodes: [node('t', 'trigger.keyword', { values: ['book'] }), node('s', 'send.text', { text: 'Soon' }, 300)],
  edges: [edge('t', 'out', 's')],
  requires: {
    tables: [
      {
        name: 'slots',
        columns: [
          { name: 'day', type: 'date' },
          { name: 'room', type: 'text' },
        ],
      },
      { name: 'rooms', columns: [{ name: 'room', type: 'text' }] },
    ],
    contactFields: [{ name: 'visits', type: 'number' }],
  },
}

/** A flow that keeps something says, once it is imported, what of it was made and what clashes with what is there. */
async function importBooking(page: Page): Promise<void> {
  await page.goto('/flows')
  await page.getByRole('button', { name: 'Import flow' }).first().click()
  await page.getByLabel('JSON').fill(JSON.stringify(BOOKING))
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const brought = page.getByRole('dialog', { name: 'Booking came with what it keeps' })
  await expect(brought.getByText('Table rooms: it was made.')).toBeVisible()
  await expect(brought.getByText('Contact field visits: it was made.')).toBeVisible()
  const clash = brought.getByRole('listitem').filter({ hasText: 'Table slots: you have another one' })
  await expect(clash).toContainText('room is missing')
  await checkPage(page, 'flow-brought')
  await brought.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/flows\/[^/]+\/edit$/)
}

test('a table is made, filled by hand and from a file, held to what is unique, and deleted', async ({
  page,
  dashboard,
}) => {
  await begin(page, dashboard)
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
  const table = page.url()
  await importBooking(page)
  await page.goto(table)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name: 'rooms' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'slots' })).toHaveCount(0)
})
