import { begin } from './support/begin.ts'
import { expect } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

test('a field of contacts is defined, changed and deleted, and found people are listed with it', async ({
  page,
  dashboard,
}) => {
  await begin(page, dashboard)
  await page.goto('/contacts')
  await expect(page.getByText('No numbers yet')).toBeVisible()
  await page.getByRole('tab', { name: 'Fields' }).click()
  await expect(page.getByText('No fields yet')).toBeVisible()
  await checkPage(page, 'first-contact-field')
  await page.getByRole('button', { name: 'New field' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name in flows').fill('2plan')
  await dialog.getByRole('button', { name: 'Save field' }).click()
  await expect(dialog.getByText('Use letters, digits and _')).toBeVisible()
  await dialog.getByLabel('Name in flows').fill('plan')
  await dialog.getByLabel('Name for people').fill('Tariff')
  await dialog.getByLabel('Type').selectOption('Choice')
  await dialog.getByRole('button', { name: 'Save field' }).click()
  await expect(dialog.getByText('Name at least one choice.')).toBeVisible()
  await checkPage(page, 'create-contact-field')
  await dialog.getByLabel('Choices').fill('Basic\nPro')
  await dialog.getByRole('button', { name: 'Save field' }).click()
  await expect(page.getByRole('row', { name: /Tariff/ })).toContainText('Basic, Pro')
  await checkPage(page, 'contact-fields')
  await page.getByRole('button', { name: 'Actions for Tariff' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No fields yet')).toBeVisible()
})
