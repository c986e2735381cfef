import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { callSandbox } from '../src/bin/demo/sandbox-contact.ts'
import { newContact } from '../test/support/account.ts'
import { beginAtNumber } from './support/begin.ts'
import { type DashboardService, expect, openPage } from './support/dashboard.ts'
import { call, edge, node } from './support/flow-calls.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

const SLOW = { timeout: 60_000 }
const USERNAME = 'ana.b'
const HANDLE = `@${USERNAME}`

interface ListedContacts {
  contacts: { id: string; lid: string | null; phoneNumber: string | null; username: string | null }[]
}

/** A flow that calls whoever writes by what it knows of them. */
async function publishPrices(page: Page, dashboard: DashboardService, clientId: string): Promise<void> {
  const { id } = await call<{ id: string }>(page, dashboard, 'flows/import', {
    ...{ version: 1, name: 'Prices', clientId },
    nodes: [
      node('t', 'trigger.keyword', { mode: 'exact', values: ['prices'] }),
      node('s', 'send.text', { text: 'Hello {{ contact.username }}, see our page.{{ contact.phone }}' }, 300),
    ],
    edges: [edge('t', 'out', 's')],
  })
  await call(page, dashboard, 'flows/publish', { id })
}

async function save(page: Page, button: string): Promise<string> {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return readFile(await (await saved).path(), 'utf8')
}

/** Writes a campaign to whom a file names, and waits until it has reached them. Answers what is saved of it. */
async function campaign(page: Page, list: string): Promise<string> {
  await openPage(page, 'Campaigns')
  await page.getByRole('link', { name: 'New campaign' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Winter sale')
  await page.getByLabel('A list', { exact: true }).check()
  await page.getByLabel('Numbers', { exact: true }).fill(list)
  await page.getByLabel('Message', { exact: true }).fill('Hi {{ contact.username }}, the sale is on.')
  await expect(page.getByRole('region', { name: 'The first of them' })).toContainText(HANDLE)
  await checkPage(page, 'campaign-of-hidden-numbers')
  await page.getByRole('button', { name: 'Start now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start now' }).click()
  const row = page.getByRole('table', { name: 'People' }).getByRole('row').filter({ hasText: HANDLE })
  await expect(row).toContainText('Delivered', SLOW)
  return save(page, 'Save as CSV')
}

/** Nothing on the page looks like a number that nobody has. */
async function answerInInbox(page: Page, lid: string): Promise<void> {
  await openPage(page, 'Inbox')
  await page.getByRole('button', { name: new RegExp(HANDLE) }).click(SLOW)
  await page.getByLabel('Write a message').fill('Until nine today.')
  await page.getByLabel('Write a message').press('Enter')
  const thread = page.getByRole('region', { name: 'Messages' })
  await expect(thread.getByText('Until nine today.', { exact: true })).toBeVisible(SLOW)
  const panel = page.getByRole('complementary', { name: 'Contact' })
  await expect(panel.getByText('The network hides the phone number.')).toHaveCount(
    await page.evaluate<number>('innerWidth >= 1280 ? 1 : 0'),
  )
  expect(await page.locator('body').innerText()).not.toContain(lid.replace('@lid', ''))
  await checkPage(page, 'inbox-of-a-hidden-number')
}

test('somebody who hides their number is answered, found in files, written to in a campaign, and one with their number when it appears', async ({
  page,
  dashboard,
}) => {
  const { dataDir } = dashboard.place
  const account = await beginAtNumber(page, dashboard, 'Corner shop')
  const [client] = await call<{ id: string }[]>(page, dashboard, 'clients/list', {})
  const clientId = client?.id ?? ''
  await publishPrices(page, dashboard, clientId)
  const ana = newContact(dataDir, '')
  const change = (what: object) => callSandbox(dataDir, '/contact', { contact: ana.number, ...what })
  const say = (text: string, addressing: 'lid' | 'pn') =>
    callSandbox(dataDir, '/say', { contact: ana.number, addressing, account, text })
  const texts = async () => (await ana.read(0)).map(({ text }) => text)
  await change({ name: '', concealed: true, username: USERNAME })

  // They write, and a flow answers.
  await say('prices', 'lid')
  await expect.poll(texts, SLOW).toEqual([`Hello ${USERNAME}, see our page.`])
  const { contacts } = await call<ListedContacts>(page, dashboard, 'chat/fetchContacts', { clientId })
  expect(contacts).toMatchObject([{ phoneNumber: null, username: USERNAME }])
  const lid = contacts[0]?.lid ?? ''

  // The inbox shows them by their username, and an agent answers.
  await answerInInbox(page, lid)
  await expect.poll(texts, SLOW).toContain('Until nine today.')
  await call(page, dashboard, 'contacts/update', { clientId, contactJid: lid, handoffSec: 0 })

  // Their line in a file of contacts is whom a campaign reaches.
  await page.goto('/contacts')
  await expect(page.getByRole('row', { name: new RegExp(HANDLE) })).toContainText('No phone number')
  const file = await save(page, 'CSV')
  expect(file).toContain(`${lid},,${USERNAME},`)
  // No program for tables takes the name for a formula.
  expect(await campaign(page, file)).toContain(`,${lid},'${HANDLE},delivered,`)
  await expect.poll(texts, SLOW).toContain(`Hi ${USERNAME}, the sale is on.`)

  // Nobody knows whose number writes here, until a message carries both.
  await say('from a number', 'pn')
  await openPage(page, 'Inbox')
  await expect(page.getByRole('button', { name: /from a number/ })).toBeVisible(SLOW)
  await change({ concealed: false })
  await say('with both', 'lid')
  await page.getByRole('button', { name: /with both/ }).click(SLOW)
  const thread = page.getByRole('region', { name: 'Messages' })
  for (const text of ['prices', 'Until nine today.', 'from a number', 'with both'])
    await expect(thread.getByText(text, { exact: true }).last()).toBeVisible(SLOW)
  await expect(page.getByRole('button', { name: /from a number/ })).toHaveCount(0)
  const merged = await call<ListedContacts>(page, dashboard, 'chat/fetchContacts', { clientId })
  expect(merged.contacts).toMatchObject([{ lid, phoneNumber: ana.number, username: USERNAME }])
})
