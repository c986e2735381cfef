import { connectClient, createAdmin, expect, test } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'

test.describe.configure({ timeout: 300_000 })

const SLOW = { timeout: 60_000 }
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('everything can be tried in the sandbox without a phone', async ({ page }) => {
  await createAdmin(page)
  await page.getByRole('link', { name: 'Sandbox' }).click()
  await expect(page.getByText('No client in the sandbox yet')).toBeVisible()
  await checkPage(page, 'first-sandbox')
  await page.goto('/clients')
  await connectClient(page, 'Corner shop')
  await page.getByRole('link', { name: 'Sandbox' }).click()
  await page.getByRole('button', { name: 'New contact' }).first().click()
  await page.getByLabel('Name').fill('<i>Grace</i>')
  await page.getByLabel('Number').fill('12')
  await page.getByRole('button', { name: 'Make the contact' }).click()
  await expect(page.getByText('Write 5 to 15 digits')).toBeVisible()
  await page.getByLabel('Number').fill('')
  await page.getByRole('button', { name: 'Make the contact' }).click()
  const phone = page.getByRole('region', { name: 'Phone of <i>Grace</i>' })
  await expect(phone).toContainText('+447700900500')

  await phone.getByRole('textbox').fill('Is anybody there?')
  await phone.getByRole('textbox').press('Enter')
  await expect(phone.getByRole('listitem')).toContainText('Is anybody there?')
  await expect(phone.getByRole('img', { name: /Delivered|Read/ })).toBeVisible(SLOW)
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
})

test.describe('without a sandbox', () => {
  test.use({ serviceEnv: { SANDBOX: 'off' } })

  test('there is no page for it', async ({ page }) => {
    await createAdmin(page)
    await expect(page.getByRole('link', { name: 'Inbox' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sandbox' })).toHaveCount(0)
    await page.goto('/sandbox')
    await expect(page.getByText('There is no such page')).toBeVisible()
  })
})
