import type { Locator, Page } from '@playwright/test'
import { callSandbox } from '../src/bin/demo/sandbox-contact.ts'
import { newContact } from '../test/support/account.ts'
import { beginConnected } from './support/begin.ts'
import { expect } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'

interface Entry {
  index: string[]
  value: { labelAssociationAction?: { labeled?: boolean } }
}

/** Where the labels of WhatsApp are changed, and with which of the team "Paid" is linked. */
async function openLabels(page: Page): Promise<Locator> {
  const section = page.getByRole('region', { name: 'On WhatsApp' })
  await section.getByRole('button', { name: 'Label on WhatsApp' }).click()
  await page.getByRole('menuitem', { name: 'Change the labels of WhatsApp' }).click()
  const dialog = page.getByRole('dialog', { name: 'Labels on WhatsApp' })
  return dialog.getByLabel('Label of your team that Paid is linked with')
}

/** What linking them again would do is told before. */
async function endLink(page: Page): Promise<void> {
  const choice = await openLabels(page)
  await choice.selectOption('no label of your team')
  const ended = page.getByRole('dialog', { name: 'End the link of “Paid”?' })
  await ended.getByRole('button', { name: 'End the link' }).click()
  await expect(ended).toBeHidden()
  await choice.selectOption('Paid')
  await expect(page.getByText('One conversation has both.')).toBeVisible()
  await checkPage(page, 'link-labels-again')
  await page.getByRole('button', { name: 'Cancel' }).click()
}

test('a label of WhatsApp is linked with one of the team, which follows the phone and is followed by it, and a message shows its own', async ({
  page,
  dashboard,
}) => {
  const account = await beginConnected(page, dashboard, 'Corner shop')
  const { dataDir } = dashboard.place
  const ana = newContact(dataDir, 'Ana')
  const said = { contact: ana.number, name: 'Ana', account, text: 'Two boxes, please' }
  const { id: messageId } = await callSandbox<{ id: string }>(dataDir, '/say', said)
  await callSandbox(dataDir, '/phone/label', { account, label: '1', name: 'Paid', colour: 2 })
  const put = (labelled: boolean, message: object = {}) =>
    callSandbox(dataDir, '/phone/put-label', { account, label: '1', chat: ana.number, labelled, ...message })
  await put(true, { messageId })
  await page.goto('/inbox')
  await page.getByRole('button', { name: /Two boxes/ }).click()
  const bubble = page.getByRole('region', { name: 'Messages' }).getByRole('listitem')
  const ofMessage = bubble.getByRole('list', { name: 'Labels on WhatsApp' })
  await expect(ofMessage).toHaveText('Paid')

  const choice = await openLabels(page)
  await choice.selectOption('a new label “Paid”')
  const asked = page.getByRole('dialog', { name: 'Link “Paid” on WhatsApp with “Paid” of your team?' })
  await checkPage(page, 'link-labels')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(choice).toHaveValue('')
  await choice.selectOption('a new label “Paid”')
  await asked.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(choice.locator('option:checked')).toHaveText('Paid')
  await page.keyboard.press('Escape')

  // The team puts it on, and the phone has it.
  await page.keyboard.press('l')
  const find = page.getByRole('combobox', { name: 'Find or add a label' })
  await find.fill('Paid')
  await find.press('Enter')
  const ofTeam = page.getByRole('region', { name: 'Labels' })
  await expect(ofTeam).toContainText('Paid')
  const onPhone = async () => {
    const shared = { account, collection: 'regular' }
    const { entries } = await callSandbox<{ entries: Entry[] }>(dataDir, '/phone/app-state', shared)
    return entries.find(({ index: [kind] }) => kind === 'label_jid')?.value.labelAssociationAction?.labeled
  }
  await expect.poll(onPhone).toBe(true)
  await find.press('Escape')
  // The phone takes it off, and so does the inbox, which tells by whom.
  await put(false)
  await expect(ofTeam.getByRole('button', { name: 'Take the label Paid off' })).toBeHidden()
  await put(true)
  await expect(ofTeam).toContainText('Paid')

  await endLink(page)
  // Somebody names it on the phone while its name stands in a field here, which is not written over it.
  await page.getByLabel('Name of Paid').focus()
  await callSandbox(dataDir, '/phone/label', { account, label: '1', name: 'Settled', colour: 2 })
  await expect(page.getByLabel('Name of Settled')).toHaveValue('Settled')
  await page.keyboard.press('Escape')
  await expect(ofMessage).toHaveText('Settled')
  await put(false, { messageId })
  await expect(ofMessage).toBeHidden()
})
