import type { Browser, Page } from '@playwright/test'
import { API_PREFIX } from '../src/contract/operation.ts'
import { beginAtNumbers } from './support/begin.ts'
import { type DashboardService, expect, openPage, signIn, test } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'

const EMAIL = 'grace@example.org'
const PASSWORD = 'battery horse correct'

/** What only administrators get to see, and what only they may do. */
const ADMIN_PAGES = ['/admin/people', '/admin/proxies', '/admin/system', '/admin/audit']
const ADMIN_CALLS: Readonly<Record<string, object>> = {
  'users/list': {},
  'users/create': { email: 'mallory@example.org', name: 'Mallory', role: 'admin' },
  'users/update': { id: 'x', role: 'admin' },
  'invitations/list': {},
  'invitations/create': { email: 'mallory@example.org', role: 'admin' },
  'invitations/revoke': { id: 'x' },
  'proxies/list': {},
  'proxies/remove': { ids: ['x'] },
  'proxy/seed': { proxies: [] },
  'server/status': {},
  'audit/list': {},
}

async function openElsewhere(browser: Browser, { service }: DashboardService): Promise<Page> {
  return await (await browser.newContext({ baseURL: service.url })).newPage()
}

/** Invites with the form, and answers the link. */
async function invite(page: Page, email: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Make the link' }).click()
  const link = await page.getByLabel('Link of the invitation').inputValue()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  return link
}

/** Makes the account that the link is for. */
async function takeUp(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByText(`Ada invites you to an account for ${EMAIL}.`)).toBeVisible()
  await checkPage(page, 'invitation')
  await page.getByLabel('Your name').fill('Grace')
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.locator('input[name=password]:invalid')).toBeVisible()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Connect your first number' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('This invitation is over')).toBeVisible()
  await page.goto('/clients')
}

async function expectNoAdministrator(page: Page, origin: string): Promise<void> {
  await expect(page.getByRole('link', { name: 'Connect' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'System' })).toHaveCount(0)
  for (const path of ADMIN_PAGES) {
    await page.goto(path)
    await expect(page.getByText('There is no such page')).toBeVisible()
  }
  for (const [path, data] of Object.entries(ADMIN_CALLS)) {
    const answer = await page.request.post(`${API_PREFIX}/${path}`, { data, headers: { origin } })
    expect(answer.status(), path).toBe(403)
  }
}

/** By keyboard alone: the month opens at the day that is chosen, arrows go on from it, and Enter takes one. */
async function chooseInCalendar(page: Page): Promise<void> {
  await page.getByLabel('To this day').fill('2020-01-01')
  const open = page.getByRole('button', { name: 'Choose in a calendar' }).last()
  await open.press('Enter')
  const calendar = page.getByRole('dialog', { name: 'Choose a day' })
  await expect(calendar.getByRole('button', { name: 'Wednesday, January 1, 2020, chosen' })).toBeFocused()
  await checkPage(page, 'calendar')
  await page.keyboard.press('ArrowLeft')
  await expect(calendar.getByRole('button', { name: 'Tuesday, December 31, 2019' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(page.getByLabel('To this day')).toHaveValue('2019-12-31')
  await page.getByLabel('To this day').fill('')
}

/** Everything of this journey stands in the log, and can be chosen by person and by action. */
async function readAuditLog(page: Page): Promise<void> {
  await openPage(page, 'Audit log')
  await expect(page.getByRole('row', { name: /Changed an account/ })).toContainText('plan: pro')
  await expect(page.getByRole('row', { name: /Invited somebody/ })).toHaveCount(3)
  await checkPage(page, 'audit')
  await page.getByLabel('Action').selectOption('Sign-in')
  await expect(page.getByRole('row', { name: /Invited somebody/ })).toHaveCount(0)
  await expect(page.getByRole('row', { name: new RegExp(`${EMAIL}.*Sign-in`) })).toBeVisible()
  await page.getByLabel('Person').selectOption('ada@example.org')
  await expect(page.getByRole('row', { name: new RegExp(EMAIL) })).toHaveCount(0)
  await page.getByLabel('To this day').fill('2020-01-01')
  await expect(page.getByText('No entry fits this choice.')).toBeVisible()
  await page.getByLabel('To this day').fill('')
  await expect(page.getByRole('row', { name: /Sign-in/ }).first()).toBeVisible()
  await chooseInCalendar(page)
  await page.getByLabel('Action').selectOption('Deleted a secret')
  await expect(page.getByText('No entry fits this choice.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Action')).toHaveValue('secrets.delete')
}

test('an invited person makes their own account, is no administrator, and gets another plan', async ({
  page,
  browser,
  dashboard,
}) => {
  await beginAtNumbers(page, dashboard)
  await openPage(page, 'Accounts')
  const first = await invite(page, EMAIL)
  const row = page.getByRole('listitem').filter({ hasText: EMAIL })
  await expect(row).toContainText('User · Free · invited by Ada')
  await checkPage(page, 'invitations')
  await row.getByRole('button', { name: `New link for ${EMAIL}` }).click()
  await page.getByRole('button', { name: 'Make the link' }).click()
  const second = await page.getByLabel('Link of the invitation').inputValue()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await invite(page, 'nobody@example.org')
  await page.getByRole('button', { name: 'Take back the invitation of nobody@example.org' }).click()
  await expect(page.getByText('nobody@example.org')).toHaveCount(0)

  const theirs = await openElsewhere(browser, dashboard)
  await theirs.goto(first)
  await expect(theirs.getByText('This invitation is over')).toBeVisible()
  await checkPage(theirs, 'invitation-over')
  await takeUp(theirs, second)
  await expectNoAdministrator(theirs, dashboard.service.url)

  await page.reload()
  await expect(page.getByText('Who was invited and has not come yet.')).toHaveCount(0)
  await page
    .getByRole('row', { name: new RegExp(EMAIL) })
    .getByRole('button')
    .click()
  await page.getByRole('menuitem', { name: 'Change the plan to Pro' }).click()
  await expect(page.getByRole('row', { name: new RegExp(EMAIL) })).toContainText('Pro')
  await theirs.goto('/account')
  await expect(theirs.getByText('Pro', { exact: true })).toBeVisible()
  await theirs.context().close()
  await readAuditLog(page)
})

test('who signs in again after their session ended finds all that they had typed', async ({
  page,
  browser,
  dashboard,
}) => {
  await beginAtNumbers(page, dashboard)
  await openPage(page, 'Accounts')
  const link = await invite(page, EMAIL)
  const theirs = await openElsewhere(browser, dashboard)
  await takeUp(theirs, link)
  await theirs.goto('/account/api-keys')
  await theirs.getByRole('button', { name: 'New key' }).click()
  await theirs.getByLabel('Name').fill('Half a for')
  await theirs.getByLabel('What it may do').selectOption('Only this')
  await theirs.getByRole('checkbox', { name: 'clients:read' }).check()

  // Suspending ends every session of a person; letting in again does not bring them back.
  const menu = page.getByRole('row', { name: new RegExp(EMAIL) }).getByRole('button')
  await page.reload()
  for (const action of ['Suspend', 'Let in again']) {
    await menu.click()
    await page.getByRole('menuitem', { name: action }).click()
    await expect(page.getByText('Suspended', { exact: true })).toHaveCount(action === 'Suspend' ? 1 : 0)
  }

  await expect(theirs.getByText('Your session has ended.')).toBeVisible()
  await checkPage(theirs, 'session-ended')
  await expect(theirs.getByLabel('E-mail address')).toHaveValue(EMAIL)
  await signIn(theirs, EMAIL, 'not this one')
  await expect(theirs.getByText('E-mail address or password is wrong.')).toBeVisible()
  await signIn(theirs, EMAIL, PASSWORD)
  await expect(theirs.getByLabel('Name')).toHaveValue('Half a for')
  await expect(theirs.getByRole('checkbox', { name: 'clients:read' })).toBeChecked()
  await theirs.getByLabel('Name').fill('A whole form')
  await theirs.getByRole('button', { name: 'Create key' }).click()
  await theirs.getByRole('button', { name: 'I have copied it' }).click()
  await expect(theirs.getByRole('row', { name: /A whole form/ })).toContainText('1 scope')
  await theirs.context().close()
})
