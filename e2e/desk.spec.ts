import type { Page } from '@playwright/test'
import { callSandbox } from '../src/bin/demo/sandbox-contact.ts'
import { newContact } from '../test/support/account.ts'
import { beginConnected } from './support/begin.ts'
import { type DashboardService, expect } from './support/dashboard.ts'
import { call } from './support/flow-calls.ts'
import { checkPage } from './support/page-check.ts'
import { test } from './support/shared.ts'
import { joinAsAgent, publishHelpDesk } from './support/team.ts'

/** Who is away says so where they are, and is not given to as one who is there. */
async function goAway(page: Page, other: Page): Promise<void> {
  const choose = async (name: string) => {
    await other.getByRole('button', { name: /grace-\d+@example\.org/ }).click()
    await other.getByRole('menuitem', { name }).click()
  }
  await choose('I am away')
  // The menu reads who is there when it opens, and not again within two seconds.
  const away = page.getByRole('menuitem', { name: 'Grace Hopper (away)' })
  await expect(async () => {
    await page.getByRole('button', { name: 'Assign: With Grace Hopper' }).click()
    const isShown = await away.isVisible()
    await page.keyboard.press('Escape')
    await expect(away).toBeHidden()
    expect(isShown).toBe(true)
  }).toPass()
  await choose('I am back')
  await expect(other.getByText('You are back, and get conversations again.')).toBeVisible()
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

/** A label that one makes and puts on by the keyboard is before the other's eyes, who lists only conversations with it. */
async function labelTogether(page: Page, other: Page): Promise<void> {
  await page.keyboard.press('l')
  const find = page.getByRole('combobox', { name: 'Find or add a label' })
  await expect(find).toBeFocused()
  await find.fill('Urgent')
  await expect(page.getByRole('option', { name: 'Add “Urgent”' })).toBeVisible()
  await find.press('Enter')
  const own = page.getByRole('region', { name: 'Labels' })
  const theirs = other.getByRole('region', { name: 'Labels' })
  await expect(own).toContainText('Urgent')
  await expect(theirs).toContainText('Urgent')
  await expect(page.getByRole('option', { name: 'Urgent', selected: true })).toBeVisible()
  await checkPage(page, 'labels')
  await find.press('Escape')
  const filter = other.getByLabel('With which label')
  await filter.selectOption('Urgent (1)')
  await expect(other.getByRole('button', { name: /Labels: Urgent/ })).toBeVisible()
  await own.getByRole('button', { name: 'Take the label Urgent off' }).click()
  await expect(other.getByText('None of your conversations are like this.')).toBeVisible()
  await filter.selectOption('Any label')
}

/** Among all numbers, a conversation that is put off until a time of one's own is a snoozed one until it is opened again. */
async function snoozeAmongAll(page: Page, dashboard: DashboardService): Promise<void> {
  await call(page, dashboard, 'clients/create', { name: 'Second shop', network: 'sandbox' })
  await page.reload()
  await page.getByLabel('Number', { exact: true }).selectOption('All numbers')
  const entry = page.getByRole('button', { name: /Corner shop/ })
  await entry.click()
  await page.getByRole('button', { name: 'Snooze', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Until another time …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Snooze the conversation' })
  await dialog.getByLabel('Until').fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Snooze' }).click()
  await expect(dialog.getByText('Choose a time to come, within a year.')).toBeVisible()
  await checkPage(page, 'snooze')
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('Until').fill(day)
  await dialog.getByLabel('Time', { exact: true }).fill('09:15')
  await dialog.getByRole('button', { name: 'Snooze' }).click()
  await expect(page.getByText(/^Snoozed until .*9:15/)).toBeVisible()
  await page.getByLabel('Which conversations').selectOption('Snoozed (1)')
  await expect(entry).toContainText('Snoozed')
  await page.getByRole('button', { name: 'Open again' }).click()
  await expect(entry).toBeHidden()
}

/** What the phone keeps of a chat is changed beside the conversation, and its older messages are had from there. */
async function changeOnWhatsapp(page: Page, dataDir: string, account: string, chat: string): Promise<void> {
  const past = [{ text: 'Asked long ago', at: 1_700_000_000_000 }]
  await callSandbox(dataDir, '/phone/remember', { account, chat, messages: past })
  await page.getByRole('button', { name: 'Load older messages from the phone' }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Asked long ago')
  const section = page.getByRole('region', { name: 'On WhatsApp' })
  await section.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(section.getByRole('button', { name: 'Archived' })).toBeVisible()
  await section.getByRole('button', { name: 'Mute' }).click()
  await page.getByRole('menuitem', { name: 'For a week' }).click()
  await expect(section.getByRole('button', { name: 'Muted' })).toBeVisible()
  await checkPage(page, 'whatsapp')
  const shown = page.getByLabel('Which conversations')
  await shown.selectOption('archived')
  await expect(page.getByRole('button', { name: /Ana/ }).first()).toBeVisible()
  // The phone takes it back.
  await callSandbox(dataDir, '/phone/mark-chat', { account, chat, archived: false })
  await expect(section.getByRole('button', { name: 'Archive', exact: true })).toBeVisible()
  await expect(page.getByText('None of your conversations are like this.')).toBeVisible()
  await shown.selectOption('All conversations')
}

test('two people in one conversation see each other and its labels, and who was slower is asked before it is sent twice', async ({
  page,
  browser,
  dashboard,
}) => {
  const account = await beginConnected(page, dashboard, 'Corner shop')
  const ana = newContact(dashboard.place.dataDir, 'Ana')
  await ana.sendText(account, 'Is the blue one in stock?')
  const other = await joinAsAgent(page, browser, dashboard, 'Grace Hopper')
  await page.goto('/inbox')
  const question = /Is the blue one in stock/
  await page.getByRole('button', { name: question }).click()
  await other.getByRole('button', { name: question }).click()
  const ofAda = other.getByTitle('Ada is looking')
  const ofGrace = page.getByTitle('Grace Hopper is looking')
  // In the list and over the thread.
  await expect(ofAda).toHaveCount(2)
  await expect(ofGrace).toHaveCount(2)

  await labelTogether(page, other)
  await changeOnWhatsapp(page, dashboard.place.dataDir, account, ana.number)

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
  await goAway(page, other)
  await other.getByLabel('Write a message').pressSequentially('Wait')

  await other.context().close()
  await expect(page.getByText('Grace Hopper is answering')).toBeHidden()
  await expect(ofGrace).toHaveCount(0)
  await snoozeAmongAll(page, dashboard)
})

test('a note names somebody who finds it at once, the contact never sees it, and the thread tells who did what', async ({
  page,
  browser,
  dashboard,
}) => {
  const account = await beginConnected(page, dashboard, 'Corner shop')
  await publishHelpDesk(page, dashboard)
  const ana = newContact(dashboard.place.dataDir, 'Ana')
  const readShown = async () => (await ana.read(0)).map(({ text }) => text)
  await ana.sendText(account, 'help')
  await expect.poll(readShown).toEqual(['One moment'])
  const other = await joinAsAgent(page, browser, dashboard, 'Grace Hopper')
  await other.getByRole('button', { name: /One moment/ }).click()
  const ofGrace = other.getByRole('region', { name: 'Messages' })
  await expect(ofGrace).toContainText('The flow “Help desk” handed over: a person is needed')

  await other.keyboard.press('Alt+KeyN')
  const note = other.getByLabel('Write a note')
  await note.pressSequentially('@ad')
  await expect(other.getByRole('option', { name: 'Ada' })).toBeVisible()
  await note.press('Enter')
  await note.pressSequentially('she is in a hurry')
  await checkPage(other, 'note-being-written')
  await page.goto('/inbox')
  const shown = page.getByLabel('Which conversations')
  await expect(shown).toBeVisible()
  await note.press('Enter')
  await expect(ofGrace.getByRole('listitem').filter({ hasText: 'Note for the team' })).toContainText(
    '@Ada she is in a hurry',
  )
  await expect(shown.getByRole('option', { name: 'Mentions (1)' })).toBeAttached()
  await shown.selectOption('mentions')
  await page.getByRole('button', { name: /One moment/ }).click()
  const ofAda = page.getByRole('region', { name: 'Messages' })
  await expect(ofAda).toContainText('@Ada she is in a hurry')
  await expect(shown.getByRole('option', { name: 'Mentions', exact: true })).toBeAttached()

  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Grace Hopper' }).click()
  await expect(ofAda).toContainText('You assigned it to Grace Hopper')
  await expect(ofGrace).toContainText('Ada assigned it to you')
  await page.getByLabel('Write a message').fill('Somebody is with you')
  await page.getByLabel('Write a message').press('Enter')
  await expect(ofGrace).toContainText(/Ada took over; flows are paused until/)
  await checkPage(page, 'notes')
  expect(await readShown()).toEqual(['One moment', 'Somebody is with you'])
  await other.context().close()
})
