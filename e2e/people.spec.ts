import type { Page } from '@playwright/test'
import { beginAtNumbers } from './support/begin.ts'
import { type DashboardService, expect, openPage, signIn, test } from './support/dashboard.ts'
import { call } from './support/flow-calls.ts'
import { checkPage } from './support/page-check.ts'

/** Two people share what is there: the one invites, the other joins with the account they have, reads along and goes back. */
async function shareWork(page: Page, other: Page, dashboard: DashboardService): Promise<void> {
  await openPage(page, 'Team')
  await expect(page.getByRole('heading', { name: 'Workspace' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByLabel('E-mail address').fill('grace@example.org')
  await page.getByLabel('Role').selectOption('Viewer')
  await page.getByRole('button', { name: 'Make the link' }).click()
  const link = await page.getByLabel('Link of the invitation').inputValue()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByText('Viewer · invited by Ada')).toBeVisible()

  await other.goto(link)
  await checkPage(other, 'join')
  await other.getByRole('button', { name: 'Join' }).click()
  await expect(other.getByText('There is no number here for you yet.')).toBeVisible()
  await openPage(other, 'Webhooks')
  await expect(other.getByRole('link', { name: 'Secrets' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'API keys' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('row', { name: /grace@example.org/ })).toContainText('Viewer')
  await expect(page.getByRole('heading', { name: 'Workspace', exact: true })).toBeVisible()
  await checkPage(page, 'team')
  await other.getByRole('button', { name: /grace@example.org/ }).click()
  await other.getByRole('menuitemradio', { name: '<b>Grace</b>' }).click()
  await expect(other.getByRole('heading', { name: 'Connect your first number' })).toBeVisible()
  await makeAgent(page, other, dashboard)
  await openPage(page, 'Accounts')
}

/** Who gets what flows hand over is chosen on the page of the team. */
async function makeDepartment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a department' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Sales')
  await dialog.getByRole('checkbox', { name: '<b>Grace</b>' }).check()
  await dialog.getByLabel('Who gets a conversation').selectOption('Who has the fewest')
  await dialog.getByLabel('Around the clock').uncheck()
  await dialog.getByLabel('Time zone').selectOption('Europe/Lisbon')
  await checkPage(page, 'department')
  await dialog.getByRole('button', { name: 'Save department' }).click()
  const row = page.getByRole('row', { name: /^Sales/ })
  await expect(row).toContainText('Who has the fewest')
  await expect(row).toContainText('<b>Grace</b>')
  await page.getByRole('button', { name: 'What to do with Ada' }).click()
  await page.getByRole('menuitem', { name: 'I am away' }).click()
  await expect(page.getByRole('row', { name: /^Ada/ })).toContainText('Away')
  await page.getByRole('button', { name: 'What to do with Ada' }).click()
  await page.getByRole('menuitem', { name: 'I am back' }).click()
  await expect(page.getByRole('row', { name: /^Ada/ })).not.toContainText('Away')
}

/** Who answers for one number sees that one, may not start it, and is told in a page of it when they work elsewhere. */
async function makeAgent(page: Page, other: Page, dashboard: DashboardService): Promise<void> {
  for (const name of ['Counter', 'Wholesale'])
    await call(page, dashboard, 'clients/create', { name, network: 'sandbox' })
  await page.reload()
  await page.getByRole('button', { name: 'What to do with <b>Grace</b>' }).click()
  await page.getByRole('menuitem', { name: 'Change role or numbers' }).click()
  await page.getByLabel('Role').selectOption('Agent')
  await page.getByLabel('Numbers').selectOption('Only some numbers')
  await page.getByLabel('Counter').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /grace@example.org/ })).toContainText('Counter')

  await makeDepartment(page)

  const enter = async (at: Page, workspace: string) => {
    await at.getByRole('button', { name: /grace@example.org/ }).click()
    await at.getByRole('menuitemradio', { name: workspace }).click()
  }
  await enter(other, 'Ada')
  await expect(other.getByRole('link', { name: 'Counter' })).toBeVisible()
  await expect(other.getByText('Wholesale')).toHaveCount(0)
  const start = other.getByRole('button', { name: 'Connect: Counter' })
  await expect(start).toHaveAttribute('title', 'Only owners and admins may do this.')
  await expect(start).toHaveAttribute('aria-disabled', 'true')

  const second = await other.context().newPage()
  await second.goto('/')
  await enter(second, '<b>Grace</b>')
  await expect(second.getByRole('heading', { name: 'Connect your first number' })).toBeVisible()
  const told = other.getByRole('dialog', { name: 'You work in another workspace now' })
  await expect(told).toBeVisible()
  await checkPage(other, 'workspace-left')
  await told.getByRole('button', { name: 'Back to this one' }).click()
  await expect(other.getByRole('link', { name: 'Counter' })).toBeVisible()
  await second.close()

  await page.getByRole('button', { name: 'What to do with <b>Grace</b>' }).click()
  await page.getByRole('menuitem', { name: 'Make owner' }).click()
  await page.getByRole('button', { name: 'Make owner' }).click()
  await expect(page.getByRole('row', { name: /grace@example.org/ })).toContainText('Owner')
  await expect(page.getByRole('heading', { name: 'Delete the workspace' })).toHaveCount(0)
}

test('an administrator makes an account, shares the work with it, gives it a plan, and suspends it', async ({
  page,
  browser,
  dashboard,
}) => {
  await beginAtNumbers(page, dashboard)
  await openPage(page, 'Accounts')
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
  await expect(other.getByRole('heading', { name: 'Connect your first number' })).toBeVisible()

  await shareWork(page, other, dashboard)

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
