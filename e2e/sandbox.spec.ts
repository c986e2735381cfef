import type { Page } from '@playwright/test'
import { beginAtNumbers } from './support/begin.ts'
import { connectClient, expect, openPage, test } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'

const SLOW = { timeout: 60_000 }
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The browser of the tests has a microphone that hums. */
async function sendVoice(page: Page): Promise<void> {
  const phone = page.getByRole('region', { name: /Phone of/ })
  await phone.getByRole('button', { name: 'Record a voice note' }).click()
  await expect(phone.getByText('Recording, 1 s')).toBeVisible(SLOW)
  await phone.getByRole('button', { name: 'Stop and send' }).click()
  await expect(phone.getByRole('listitem').filter({ hasText: 'Voice message' })).toBeVisible(SLOW)
}

async function sendPlace(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send a place' }).click()
  await page.getByLabel('Name of the place').fill('The shop')
  await page.getByLabel('Latitude').fill('41.15')
  await page.getByRole('button', { name: 'Send the place' }).click()
  const phone = page.getByRole('region', { name: /Phone of/ })
  await expect(phone.getByRole('listitem').filter({ hasText: 'The shop' })).toContainText('41.1500', SLOW)
}

/** Two contacts and the client in a group: each writes, and each sees what the others wrote. */
async function talkInGroup(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New contact' }).first().click()
  await page.getByLabel('Name').fill('Bob')
  await page.getByRole('button', { name: 'Make the contact' }).click()
  await page.getByRole('button', { name: 'New group' }).click()
  await page.getByLabel('Name of the group').fill('Friends')
  for (const member of await page.getByRole('dialog').getByRole('checkbox').all()) await member.uncheck()
  await page.getByRole('button', { name: 'Make the group' }).click()
  await expect(page.getByText('Choose at least one.')).toBeVisible()
  for (const member of await page.getByRole('dialog').getByRole('checkbox').all()) await member.check()
  await page.getByRole('button', { name: 'Make the group' }).click()
  await expect(page.getByRole('heading', { name: 'Friends' })).toBeVisible()
  await page.getByLabel('Write as', { exact: true }).selectOption('Bob')
  const bob = page.getByRole('region', { name: 'Phone of Bob' })
  await bob.getByRole('textbox').fill('Who is in?')
  await bob.getByRole('textbox').press('Enter')
  await expect(bob.getByRole('listitem').filter({ hasText: 'Who is in?' })).toBeVisible(SLOW)
  await page.getByLabel('Write as', { exact: true }).selectOption('<i>Grace</i>')
  const grace = page.getByRole('region', { name: 'Phone of <i>Grace</i>' })
  await expect(grace.getByRole('listitem').filter({ hasText: 'Who is in?' })).toContainText('Bob', SLOW)
  await grace.getByRole('textbox').fill('We all are')
  await grace.getByRole('textbox').press('Enter')
  await expect(grace.getByRole('listitem').filter({ hasText: 'We all are' })).toBeVisible(SLOW)
  await checkPage(page, 'sandbox-group')
  const inbox = await page.context().newPage()
  await inbox.goto('/inbox')
  await inbox.getByRole('button', { name: /We all are/ }).click(SLOW)
  await expect(inbox.getByRole('region', { name: 'Messages' })).toContainText('Who is in?', SLOW)
  await inbox.close()
}

test('everything can be tried in the sandbox without a phone', async ({ page, dashboard }) => {
  await beginAtNumbers(page, dashboard)
  await openPage(page, 'Test phone')
  await expect(page.getByText('No test number yet')).toBeVisible()
  await checkPage(page, 'first-sandbox')
  await page.goto('/clients')
  await connectClient(page, 'Corner shop')
  await openPage(page, 'Test phone')
  await page.getByRole('button', { name: 'New contact' }).first().click()
  await page.getByLabel('Name').fill('<i>Grace</i>')
  await page.getByLabel('Number', { exact: true }).fill('12')
  await page.getByRole('button', { name: 'Make the contact' }).click()
  await expect(page.getByText('Write 5 to 15 digits')).toBeVisible()
  await page.getByLabel('Number', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Make the contact' }).click()
  const phone = page.getByRole('region', { name: 'Phone of <i>Grace</i>' })
  await expect(phone).toContainText('+447700900500')

  await phone.getByRole('textbox').fill('Is anybody there?')
  await phone.getByRole('textbox').press('Enter')
  await expect(phone.getByRole('listitem')).toContainText('Is anybody there?')
  await expect(phone.getByRole('img', { name: /Delivered|Read/ })).toBeVisible(SLOW)
  await expect(phone.getByText(/^No flow is active on this number/)).toBeVisible(SLOW)
  const inbox = await page.context().newPage()
  await inbox.goto('/inbox')
  await inbox.getByRole('button', { name: /Is anybody there/ }).click(SLOW)
  await inbox.getByLabel('Write a message').fill('Yes, we are')
  await inbox.getByLabel('Write a message').press('Enter')
  const answer = phone.getByRole('listitem').filter({ hasText: 'Yes, we are' })
  await expect(answer).toBeVisible(SLOW)

  await answer.getByRole('button', { name: 'React with …' }).click()
  await page.getByRole('menuitem', { name: 'React with 👍' }).click()
  await expect(answer).toContainText('👍', SLOW)
  await answer.getByRole('button', { name: 'Reply' }).click()
  await phone.getByRole('textbox').fill('Good')
  await phone.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(phone.getByRole('listitem').filter({ hasText: 'Good' })).toContainText('Yes, we are', SLOW)
  await phone.getByRole('button', { name: 'Read all' }).click()
  await phone
    .locator('input[type=file]')
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PIXEL })
  await expect(phone.getByRole('listitem').filter({ hasText: 'Picture' })).toBeVisible(SLOW)
  const thread = inbox.getByRole('region', { name: 'Messages' })
  await expect(thread.getByRole('listitem').filter({ hasText: 'Yes, we are' }).first()).toContainText(
    '👍',
    SLOW,
  )
  await inbox.close()

  await phone.getByRole('button', { name: 'Take the phone away' }).click()
  await expect(phone.getByText('Away')).toBeVisible(SLOW)
  await phone.getByRole('button', { name: 'Bring the phone back' }).click()
  await expect(phone.getByText('Online')).toBeVisible(SLOW)
  await checkPage(page, 'sandbox')
  await sendPlace(page)
  await sendVoice(page)
  await talkInGroup(page)
})

test.describe('without a sandbox', () => {
  test.use({ serviceEnv: { SANDBOX: 'off' } })

  test('there is no page for it', async ({ page, dashboard }) => {
    await beginAtNumbers(page, dashboard)
    await expect(page.getByRole('link', { name: 'Inbox' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Test phone' })).toHaveCount(0)
    await page.goto('/sandbox')
    await expect(page.getByText('There is no such page')).toBeVisible()
  })
})
