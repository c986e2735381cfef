import type { Page } from '@playwright/test'
import { newContact } from '../test/support/account.ts'
import {
  connectClient,
  createAdmin,
  type DashboardService,
  expect,
  PASSWORD,
  test,
} from './support/dashboard.ts'
import { call } from './support/flow-calls.ts'
import { checkPage } from './support/page-check.ts'

/** Grace answers for the number too, and has its inbox open. */
async function joinAsAgent(page: Page, other: Page, dashboard: DashboardService): Promise<void> {
  const { path } = await call<{ path: string }>(page, dashboard, 'workspaces/invitations/create', {
    email: 'grace@example.org',
    role: 'agent',
  })
  await other.goto(path)
  await other.getByLabel('Your name').fill('Grace Hopper')
  await other.getByLabel('Password').fill(PASSWORD)
  await other.getByRole('button', { name: 'Create account' }).click()
  await expect(other.getByRole('navigation', { name: 'Main', exact: true })).toBeVisible()
  await other.goto('/inbox')
}

/** Given to a department by hand, a conversation is the next member's, on the page of both. */
async function giveToDepartment(page: Page, other: Page, dashboard: DashboardService): Promise<void> {
  type Members = { userId: string; name: string }[]
  const members = await call<Members>(page, dashboard, 'workspaces/members/list', {})
  const grace = members.find(({ name }) => name === 'Grace Hopper')
  const sales = { name: 'Sales', rule: 'round_robin', memberIds: [grace?.userId] }
  await call(page, dashboard, 'departments/create', sales)
  await page.getByRole('button', { name: 'Assign' }).click()
  await page.getByRole('menuitem', { name: 'To Sales, by its rule' }).click()
  for (const one of [page, other])
    await expect(one.getByRole('button', { name: 'Assign: With Grace Hopper' })).toBeVisible()
}

test('two people in one conversation see each other, and who was slower is asked before it is sent twice', async ({
  page,
  browser,
  dashboard,
}) => {
  await createAdmin(page)
  const account = await connectClient(page, 'Corner shop')
  const ana = newContact(dashboard.place.dataDir, 'Ana')
  await ana.sendText(account, 'Is the blue one in stock?')
  const theirs = await browser.newContext({ baseURL: dashboard.service.url })
  const other = await theirs.newPage()
  await joinAsAgent(page, other, dashboard)
  await page.goto('/inbox')
  const question = /Is the blue one in stock/
  await page.getByRole('button', { name: question }).click()
  await other.getByRole('button', { name: question }).click()
  const ofAda = other.getByTitle('Ada is looking')
  const ofGrace = page.getByTitle('Grace Hopper is looking')
  // In the list and over the thread.
  await expect(ofAda).toHaveCount(2)
  await expect(ofGrace).toHaveCount(2)

  await page.getByLabel('Write a message').pressSequentially('Yes')
  await other.getByLabel('Write a message').pressSequentially('Yes, th')
  await expect(other.getByText('Ada is answering')).toBeVisible()
  await expect(page.getByText('Grace Hopper is answering')).toBeVisible()
  await checkPage(page, 'two-people')

  await page.getByLabel('Write a message').press('Enter')
  const thread = other.getByRole('region', { name: 'Messages' })
  const answer = thread.getByRole('listitem').filter({ hasText: 'Yes' })
  await expect(answer).toContainText('Ada')
  await other.getByLabel('Write a message').press('Enter')
  const asked = other.getByRole('alert').filter({ hasText: /^Ada answered at .*: send anyway\?/ })
  await expect(asked).toBeVisible()
  await expect(other.getByLabel('Write a message')).toHaveValue('Yes, th')
  await asked.getByRole('button', { name: 'Send anyway' }).click()
  await expect.poll(async () => (await ana.read(0)).map(({ text }) => text)).toEqual(['Yes', 'Yes, th'])
  await expect(thread.getByRole('listitem').filter({ hasText: 'Yes, th' })).toContainText('You')
  await giveToDepartment(page, other, dashboard)
  await other.getByLabel('Write a message').pressSequentially('Wait')

  await theirs.close()
  await expect(page.getByText('Grace Hopper is answering')).toBeHidden()
  await expect(ofGrace).toHaveCount(0)
})
