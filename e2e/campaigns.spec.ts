import type { Page } from '@playwright/test'
import { newContact } from '../test/support/account.ts'
import { beginAtNumbers } from './support/begin.ts'
import { connectClient, expect, openPage } from './support/dashboard.ts'
import { call } from './support/flow-calls.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

/** Who wants none is listed with who noted it, somebody is added, and somebody who was found wants them again. */
async function keepOptOuts(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Who wants no campaigns' }).click()
  const optedOut = page.getByRole('table', { name: 'Who wants no campaigns' }).getByRole('row')
  await expect(optedOut.filter({ hasText: 'Bia' })).toContainText('Noted by Ada')
  await page.getByRole('button', { name: 'Add somebody' }).click()
  await page.getByLabel('Phone number').fill('+44 7700 900999')
  await page.getByRole('dialog').getByRole('button', { name: 'Add somebody' }).click()
  await expect(optedOut.filter({ hasText: '900999' })).toBeVisible()
  await checkPage(page, 'campaigns-opted-out')
  await page.getByLabel('Search names and numbers').fill('bia')
  await expect(optedOut.filter({ hasText: '900999' })).toHaveCount(0)
  await optedOut.filter({ hasText: 'Bia' }).getByRole('button', { name: 'Wants them again' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Wants them again' })
    .click()
  await expect(page.getByText('Nobody here has this name or number.')).toBeVisible()
}

test('a campaign reaches who wants it, shows how far it is, and an answer opens in the inbox', async ({
  page,
  dashboard,
}) => {
  await beginAtNumbers(page, dashboard)
  await openPage(page, 'Campaigns')
  await expect(page.getByText('No campaigns yet')).toBeVisible()
  await checkPage(page, 'campaigns-empty')
  await openPage(page, 'Numbers')
  const account = await connectClient(page, 'Corner shop')
  const contacts = ['Ana', 'Bia', 'Caio'].map((name) => newContact(dashboard.place.dataDir, name))
  const [ana, bia, caio] = contacts
  if (!ana || !bia || !caio) throw new Error('there are three contacts')
  for (const contact of contacts) await contact.sendText(account, 'Hello')
  const [client] = await call<{ id: string }[]>(page, dashboard, 'clients/list', {})
  const clientId = client?.id ?? ''
  await call(page, dashboard, 'campaigns/optOuts/set', { clientId, contactJid: bia.number, value: true })
  const block = { clientId, contactJid: caio.number, flag: 'blacklist', value: true }
  await call(page, dashboard, 'clients/setContactFlag', block)

  await openPage(page, 'Campaigns')
  await page.getByRole('link', { name: 'New campaign' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Winter sale')
  await page.getByLabel('Message', { exact: true }).fill('Hi {{ contact.name }}, the sale is on.')
  await page.getByRole('button', { name: 'Add how to get no more' }).click()
  await expect(page.getByText('1 person')).toBeVisible()
  await expect(page.getByText('1 · want no campaigns')).toBeVisible()
  await expect(page.getByText('1 · blocked')).toBeVisible()
  await expect(page.getByRole('region', { name: 'The first of them' })).toContainText(
    'Hi Ana, the sale is on.',
  )
  await checkPage(page, 'campaign-new')

  await page.getByRole('button', { name: 'Start now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start now' }).click()
  await expect
    .poll(async () => (await ana.read(0)).map(({ text }) => text))
    .toEqual(['Hi Ana, the sale is on.\n\nAnswer STOP to get no more of these.'])
  const rows = page.getByRole('table', { name: 'People' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Ana' })).toContainText('Delivered')
  await expect(rows.filter({ hasText: 'Bia' })).toContainText('want no campaigns')
  await expect(rows.filter({ hasText: 'Caio' })).toContainText('blocked')
  await checkPage(page, 'campaign')

  await ana.sendText(account, 'Is the blue one still there?')
  await expect(rows.filter({ hasText: 'Ana' })).toContainText('Answered')
  expect([await bia.read(0), await caio.read(0)]).toEqual([[], []])
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('Winter-sale.csv')
  await rows.filter({ hasText: 'Ana' }).getByRole('link').click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Is the blue one still there?')
  await expect(page.getByRole('link', { name: 'Campaign: Winter sale' })).toBeVisible()

  await openPage(page, 'Campaigns')
  await expect(page.getByRole('row', { name: /Winter sale/ })).toContainText('1 of 1')
  await checkPage(page, 'campaigns')
  await keepOptOuts(page)
})
