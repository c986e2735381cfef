import { createAdmin, expect, signIn, test } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'

test('an administrator makes an account, gives it a plan, and suspends it', async ({
  page,
  browser,
  dashboard,
}) => {
  await createAdmin(page)
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByRole('button', { name: 'Add a person' }).click()
  await page.getByLabel('Name').fill('<b>Grace</b>')
  await page.getByLabel('E-mail address').fill('grace@example.org')
  await page.getByRole('button', { name: 'Create account' }).click()
  const password = await page.getByLabel('First password').inputValue()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  const row = page.getByRole('row', { name: /grace@example.org/ })
  await expect(row).toContainText('<b>Grace</b>')
  await checkPage(page, 'people')

  const theirs = await browser.newContext({ baseURL: dashboard.service.url })
  const other = await theirs.newPage()
  await other.goto('/')
  await signIn(other, 'grace@example.org', password)
  await expect(other.getByRole('heading', { name: 'Connect your first account' })).toBeVisible()

  await row.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Change the plan to Pro' }).click()
  await expect(row).toContainText('Pro')
  await row.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Suspend' }).click()
  await expect(row).toContainText('Suspended')
  await other.goto('/inbox')
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await theirs.close()
})
