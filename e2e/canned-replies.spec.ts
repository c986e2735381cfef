import { newContact } from '../test/support/account.ts'
import { beginAtNumber } from './support/begin.ts'
import { expect, openPage } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

test('a reply is written once, found by / and read with its variables filled in before it is sent', async ({
  page,
  dashboard,
}) => {
  const account = await beginAtNumber(page, dashboard, 'Corner shop')
  const ana = newContact(dashboard.place.dataDir, 'Ana')
  await ana.sendText(account, 'When do you open?')

  await openPage(page, 'Canned replies')
  await page.getByRole('button', { name: 'New reply' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Shortcut').fill('hours')
  await dialog.getByLabel('Title').fill('Opening hours')
  await dialog
    .getByLabel('Text', { exact: true })
    .fill('Hi {{ contact.name }}, {{ agent.name }} here: at nine.')
  await expect(dialog.getByRole('region', { name: 'How it reads for Ana' })).toContainText('Hi Ana, Bia here')
  await dialog
    .getByLabel('Upload a file')
    .first()
    .setInputFiles({ name: 'map.txt', mimeType: 'text/plain', buffer: Buffer.from('Turn left') })
  await expect(dialog.getByLabel('File', { exact: true })).toContainText('map.txt')
  await dialog.getByRole('button', { name: 'Save reply' }).click()
  await expect(page.getByRole('row', { name: /\/hours Opening hours/ })).toContainText(
    'With the file map.txt',
  )
  await page.getByRole('button', { name: 'New reply' }).click()
  await dialog.getByLabel('Shortcut').fill('thanks')
  await dialog.getByLabel('Text', { exact: true }).fill('Thank you!')
  await dialog.getByRole('button', { name: 'Save reply' }).click()
  await expect(page.getByRole('row', { name: /\/thanks/ })).toBeVisible()
  await checkPage(page, 'canned-replies')

  await page.goto('/inbox')
  await page.getByRole('button', { name: /When do you open/ }).click()
  const field = page.getByLabel('Write a message')
  const list = page.getByRole('listbox', { name: 'Canned replies' })
  await field.fill('Good day! /')
  await expect(list.getByRole('option')).toHaveCount(2)
  await expect(list.getByRole('option', { selected: true })).toContainText('Hi Ana, Ada here: at nine.')
  await checkPage(page, 'canned-replies-list')
  await field.press('ArrowDown')
  await expect(list.getByRole('option', { selected: true })).toContainText('Thank you!')
  await field.press('Escape')
  await expect(list).toBeHidden()
  await field.fill('Good day!')
  await field.fill('Good day! /ho')
  await expect(list.getByRole('option')).toHaveCount(1)
  await field.press('Enter')
  await expect(field).toHaveValue('Good day! Hi Ana, Ada here: at nine.')
  await expect(list).toBeHidden()
  await expect(page.getByText('map.txt')).toBeVisible()
  expect(await ana.read(0)).toEqual([])
  await field.press('Enter')
  await expect
    .poll(async () => (await ana.read(0)).map(({ text }) => text))
    .toEqual(['Good day! Hi Ana, Ada here: at nine.'])
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('map.txt')).toBeVisible()
})
