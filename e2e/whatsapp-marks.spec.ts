import { callSandbox } from '../src/bin/demo/sandbox-contact.ts'
import { newContact } from '../test/support/account.ts'
import { connectClient, createAdmin, expect, test } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'

test('a message is starred by its menu and by a key, is found among the starred ones, and loses the star at the phone', async ({
  page,
  dashboard,
}) => {
  await createAdmin(page)
  const account = await connectClient(page, 'Corner shop')
  const ana = newContact(dashboard.place.dataDir, 'Ana')
  await ana.sendText(account, 'The code of the door is 4711')
  await ana.sendText(account, 'See you at nine')
  await page.goto('/inbox')
  await page.getByRole('button', { name: /See you at nine/ }).click()
  const messages = page.getByRole('region', { name: 'Messages' })
  const bubble = (text: string) => messages.getByRole('listitem').filter({ hasText: text })
  const menuOf = (text: string) => bubble(text).getByRole('button', { name: 'What to do with this message' })
  await menuOf('The code').focus()
  await page.keyboard.press('s')
  await expect(bubble('The code').getByRole('img', { name: 'Starred' })).toBeVisible()
  await menuOf('See you').click()
  await page.getByRole('menuitem', { name: 'Star on WhatsApp' }).click()
  await expect(bubble('See you').getByRole('img', { name: 'Starred' })).toBeVisible()
  await page.getByRole('button', { name: 'Starred messages' }).click()
  const dialog = page.getByRole('dialog', { name: 'Starred messages' })
  await expect(dialog.getByRole('listitem')).toHaveText([/See you at nine/, /The code/])
  await checkPage(page, 'starred')
  const { dataDir } = dashboard.place
  const shared = { account, collection: 'regular_high' }
  const { entries } = await callSandbox<{ entries: { index: string[] }[] }>(
    dataDir,
    '/phone/app-state',
    shared,
  )
  const [, , id] = entries.findLast(({ index }) => index[0] === 'star')?.index ?? []
  await callSandbox(dataDir, '/phone/star', { account, chat: ana.number, id, fromMe: false, starred: false })
  await expect(dialog.getByRole('listitem')).toHaveText([/The code/])
  await dialog.getByRole('button', { name: 'Take the star away' }).click()
  await expect(dialog.getByText('Nothing is starred')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(messages.getByRole('img', { name: 'Starred' })).toHaveCount(0)
})
