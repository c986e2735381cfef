import type { Locator, Page } from '@playwright/test'
import { makePdf } from '../test/support/knowledge-files.ts'
import { embedByWords } from '../test/support/model-embeddings.ts'
import { ModelServer } from '../test/support/model-server.ts'
import { begin } from './support/begin.ts'
import { expect } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const SLOW = { timeout: 60_000 }
const HOURS =
  '# Horários\n\nA padaria abre às 7h e fecha às 20h.\n\n# Entregas\n\nA taxa de entrega é de R$ 8.'

/** Sets a model up that finds documents, chooses it, and asks what shares no word with its answer. */
async function findByMeaning(page: Page, hours: Locator): Promise<void> {
  // The stand-in knows these two words as one; without it no word of the question is in the document.
  const server = new ModelServer({ embed: embedByWords({ same: [['padaria', 'bakery']] }) })
  await server.listen()
  await page.getByRole('link', { name: 'Models', exact: true }).last().click()
  await page.getByRole('button', { name: 'New model' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name in flows').fill('embedding')
  await dialog.getByLabel('What it is for').selectOption('Finds documents (embedding)')
  await checkPage(page, 'create-embedding-model')
  await dialog.getByLabel('Address of its server').fill(server.url)
  await dialog.getByLabel('Model, as its server calls it').fill('test-model')
  await dialog.getByRole('button', { name: 'Save model' }).click()
  await expect(page.getByRole('row', { name: /embedding/ })).toContainText('Finds documents')
  await page.goto('/knowledge')
  await page.getByLabel('Embedding model').selectOption('embedding')
  await expect(hours).toContainText('Found by meaning too', SLOW)
  await page.getByLabel('Question of a customer').fill('bakery')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('Meaning', { exact: true })).toBeVisible()
  await checkPage(page, 'knowledge-by-meaning')
  await server.close()
}

test('documents are dropped, read, looked into, searched and removed, and one that cannot be read says why', async ({
  page,
  dashboard,
}) => {
  await begin(page, dashboard)
  await page.goto('/knowledge')
  await expect(page.getByText('No documents yet')).toBeVisible(SLOW)
  await checkPage(page, 'first-document')

  await page.getByLabel('Collection').fill('shop')
  await page.getByLabel('Choose files').setInputFiles([
    { name: 'hours.md', mimeType: 'text/markdown', buffer: Buffer.from(HOURS) },
    { name: 'scan.pdf', mimeType: 'application/pdf', buffer: makePdf([null]) },
  ])
  const hours = page.getByRole('row', { name: /Horários/ })
  await expect(hours).toContainText('Ready', SLOW)
  await expect(hours).toContainText('shop')
  await expect(hours).toContainText('1 piece')
  const scan = page.getByRole('row', { name: /scan\.pdf/ })
  await expect(scan).toContainText('There is no text in it', SLOW)
  await expect(page.getByText('2 of 100 documents, 1 of 5,000 pieces')).toBeVisible()
  await checkPage(page, 'knowledge')

  await page.getByLabel('Address of a web page').fill('example.com')
  await page.getByRole('button', { name: 'Add page' }).click()
  await expect(page.getByText('Begin with https://.')).toBeVisible()

  await page.getByRole('button', { name: 'Actions for Horários' }).click()
  await page.getByRole('menuitem', { name: 'What was read' }).click()
  await expect(page.getByRole('dialog')).toContainText('A padaria abre às 7h')
  await checkPage(page, 'what-was-read')
  await page.keyboard.press('Escape')

  await page.getByLabel('Question of a customer').fill('quanto custa a entrga?')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('A taxa de entrega é de R$ 8.')).toBeVisible()

  await findByMeaning(page, hours)

  await page.getByRole('button', { name: 'Actions for Horários' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(hours).toBeHidden()
})
