import { callSandbox } from '../src/bin/demo/sandbox-contact.ts'
import { newContact } from '../test/support/account.ts'
import { beginConnected } from './support/begin.ts'
import { expect } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

test('a message is starred by its menu and by a key, is found among the starred ones, and loses the star at the phone', async ({
  page,
  dashboard,
}) => {
  const account = await beginConnected(page, dashboard, 'Corner shop')
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

test('a label of WhatsApp is made and put on a chat beside the labels of the team, and the chat is cleared without its messages here', async ({
  page,
  dashboard,
}) => {
  const account = await beginConnected(page, dashboard, 'Corner shop')
  const { dataDir } = dashboard.place
  const ana = newContact(dataDir, 'Ana')
  await ana.sendText(account, 'Two boxes, please')
  await page.goto('/inbox')
  await page.getByRole('button', { name: /Two boxes/ }).click()
  const section = page.getByRole('region', { name: 'On WhatsApp' })
  const choose = section.getByRole('button', { name: 'Label on WhatsApp' })
  await choose.click()
  await expect(page.getByText('This number has no labels on WhatsApp yet.')).toBeVisible()
  await page.getByRole('menuitem', { name: 'Change the labels of WhatsApp' }).click()
  const dialog = page.getByRole('dialog', { name: 'Labels on WhatsApp' })
  await dialog.getByLabel('New label', { exact: true }).fill('VIP')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByLabel('Name of VIP')).toBeVisible()
  await checkPage(page, 'whatsapp-labels')
  await page.keyboard.press('Escape')
  await choose.click()
  await page.getByRole('menuitem', { name: 'VIP' }).click()
  const labels = section.getByRole('list', { name: 'Labels on WhatsApp' })
  await expect(labels).toContainText('VIP')
  // The phone renames it, and takes it off.
  await callSandbox(dataDir, '/phone/label', { account, label: '1', name: 'Regular' })
  await expect(labels).toContainText('Regular')
  await callSandbox(dataDir, '/phone/put-label', { account, label: '1', chat: ana.number, labelled: false })
  await expect(labels).toBeHidden()
  await section.getByRole('button', { name: 'More to do with the chat' }).click()
  await page.getByRole('menuitem', { name: 'Clear the chat' }).click()
  const confirm = page.getByRole('dialog', { name: 'Clear the chat on WhatsApp?' })
  await expect(confirm.getByLabel('Delete the messages in Parley too')).not.toBeChecked()
  await checkPage(page, 'clear-chat')
  await confirm.getByRole('button', { name: 'Clear the chat' }).click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages.getByText('You cleared the chat on WhatsApp')).toBeVisible()
  await expect(messages).toContainText('Two boxes, please')
  await callSandbox(dataDir, '/phone/delete-chat', { account, chat: ana.number })
  await expect(messages.getByText('The chat was deleted on the phone')).toBeVisible()
})
