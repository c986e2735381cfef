import { makePdf } from '../test/support/knowledge-files.ts'
import { createAdmin, expect, test } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'

const SLOW = { timeout: 60_000 }
const HOURS =
  '# Horários\n\nA padaria abre às 7h e fecha às 20h.\n\n# Entregas\n\nA taxa de entrega é de R$ 8.'

test('documents are dropped, read, looked into, searched and removed, and one that cannot be read says why', async ({
  page,
}) => {
  await createAdmin(page)
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

  await page.getByRole('button', { name: 'Actions for Horários' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(hours).toBeHidden()
})
