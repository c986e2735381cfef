import { newContact } from '../test/support/account.ts'
import { beginAtNumbers } from './support/begin.ts'
import { connectClient, expect, openPage } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

test('the overview leads through the first steps, tells what waits as it comes, and has the way out of what is wrong', async ({
  page,
  dashboard,
}) => {
  await beginAtNumbers(page, dashboard)
  await openPage(page, 'Overview')
  const steps = page.getByRole('list').filter({ hasText: 'Let a flow answer' })
  await expect(steps.getByRole('link')).toHaveText(['Add number'])
  await checkPage(page, 'overview-empty')
  await steps.getByRole('link', { name: 'Add number' }).click()
  const account = await connectClient(page, 'Corner shop')

  // The start of the dashboard, now that there is a number.
  await page.goto('/')
  await expect(page).toHaveURL(/\/overview$/)
  await expect(page.getByText('It is connected.')).toBeVisible()
  await expect(page.getByText('Nobody waits')).toBeVisible()
  await expect(steps.getByRole('link')).toHaveText(['Begin with my business'])

  const ana = newContact(dashboard.place.dataDir, 'Ana')
  await ana.sendText(account, 'Is the blue one in stock?')
  const oldest = page.getByRole('link', { name: /^Ana has waited longest/ })
  await expect(oldest).toBeVisible()
  await expect(page.getByText('1 received, 0 sent')).toBeVisible()
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('table', { name: 'Messages' }).getByRole('row')).toHaveCount(8)
  await page.getByLabel('Days shown').selectOption('30 days')
  await expect(page).toHaveURL(/days=30/)
  await expect(page.getByRole('table', { name: 'Messages' }).getByRole('row')).toHaveCount(31)
  await checkPage(page, 'overview')

  await oldest.click()
  await page.getByLabel('Write a message').fill('Yes')
  await page.getByLabel('Write a message').press('Enter')
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('Yes', { exact: true })).toBeVisible()
  await openPage(page, 'Overview')
  await expect(page.getByText('Nobody waits')).toBeVisible()
  await expect(page.getByText('1 received, 1 sent')).toBeVisible()

  await expect(page.getByText('One answer in these days')).toBeVisible()
  await openPage(page, 'Numbers')
  await page.getByRole('link', { name: 'Corner shop' }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await openPage(page, 'Overview')
  await expect(page.getByText('1 number is not ready.')).toBeVisible()
  await page.getByRole('button', { name: 'Connect: Corner shop' }).click()
  await expect(page.getByText('It is connected.')).toBeVisible()
})
